import type { Card, ShownField } from '@plumbline/contracts/answers/catalogue';
import { languageOf } from '@plumbline/language/languages';
import { type ItemTable, stated, statedFields } from '../table/item-table.ts';
import { fieldNamed, labelIn } from '../values/vertical-definition.ts';
import { formatValue } from './formatted-value.ts';

/** Longest value shown with its label; a longer value, or one that ends like a sentence, is shown on its own. */
const SHORT_VALUE = 60;

/**
 * What an item states, as a person would say it: "Elbblick, Hamburg: price per night €120, stars 4. A house by the river."
 * Addresses and coordinates are left out, because they are not read aloud.
 *
 * @param asked what else the question asks for
 */
export function describeItem(
  table: ItemTable,
  item: number,
  language: string,
  asked: readonly ShownField[] = [],
): string {
  const { title, subtitle } = cardOf(table, item, language);
  const { card } = table.definition;
  const inName = new Set([card.title, ...card.subtitle, card.url]);
  const own = statedFields(table, item)
    .filter(({ field }) => !inName.has(field.name) && field.type !== 'coordinates')
    .map(({ field, stated: value }) => ({
      label: withinSentence(labelIn(field.labels, language), language),
      value: formatValue(field, value, language).replaceAll(/\s+/g, ' '),
    }));
  const stated = [...own, ...asked];
  const [sentences, values] = [true, false].map((are) => stated.filter(({ value }) => isSentence(value) === are));
  const name = [title, subtitle].filter((part) => part !== '').join(', ');
  const listed = (values ?? []).map(({ label, value }) => `${label} ${value}`).join('; ');
  const first = listed === '' ? name : `${name}: ${listed}`;
  return [first, ...(sentences ?? []).map(({ value }) => value)].map(ended).join(' ');
}

function isSentence(value: string): boolean {
  return value.length > SHORT_VALUE || /[.!?]$/.test(value);
}

function ended(sentence: string): string {
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** Nouns keep their capital where all have one. */
function withinSentence(label: string, language: string): string {
  return languageOf(language).capitalisesNouns === true || !/^\p{Lu}\p{Ll}/u.test(label)
    ? label
    : label.charAt(0).toLowerCase() + label.slice(1);
}

/** An item in its vertical's layout; what it does not state is left out. */
export function cardOf(table: ItemTable, item: number, language: string): Omit<Card, 'citation'> {
  const { definition } = table;
  const { card } = definition;
  return {
    itemId: table.originOf(item).itemId,
    vertical: definition.name,
    title: shownFields(table, item, [card.title], language)[0]?.value ?? '',
    subtitle: shownFields(table, item, card.subtitle, language)
      .map(({ value }) => value)
      .join(', '),
    fields: shownFields(table, item, card.fields, language),
    url: urlOf(table, item),
    ...positionOf(table, item),
  };
}

function positionOf(table: ItemTable, item: number): Pick<Card, 'position'> {
  const field = table.definition.fields.find(({ type }) => type === 'coordinates');
  const value = field === undefined ? null : stated(table, field.name, item);
  const [latitude = Number.NaN, longitude = Number.NaN] = String(value?.value ?? '')
    .split(',')
    .map(Number);
  return Number.isFinite(latitude) && Number.isFinite(longitude) ? { position: { latitude, longitude } } : {};
}

/** What an item states of some fields, formatted for people, in the order of their names. */
export function shownFields(table: ItemTable, item: number, names: readonly string[], language: string): ShownField[] {
  return names.flatMap((name) => {
    const field = fieldNamed(table.definition, name);
    const value = stated(table, name, item);
    if (field === undefined || value === null) return [];
    return [{ name, label: labelIn(field.labels, language), value: formatValue(field, value, language) }];
  });
}

/** The web address that an item names; anything else, such as `javascript:`, is no link. */
export function urlOf(table: ItemTable, item: number): string | null {
  const { url } = table.definition.card;
  const value = url === undefined ? null : stated(table, url, item);
  const parsed = value === null ? null : URL.parse(String(value.value));
  return parsed !== null && /^https?:$/.test(parsed.protocol) ? parsed.href : null;
}
