import type { Card, Filters, FilterValue, ShownField } from '@plumbline/contracts/answers/catalogue';
import { findingIdOf } from '@plumbline/contracts/evidence/citation-key';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { BlobRef } from '@plumbline/contracts/evidence/source';
import { languageOf } from '@plumbline/language/languages';
import { wordPattern } from '@plumbline/language/terms';
import { wholeTextFinding } from '@plumbline/quotes/passages';
import { AT_LEAST, AT_MOST } from './reading/phrases.ts';
import type { StatedValue } from './table/item-columns.ts';
import { type ItemTable, stated, statedFields } from './table/item-table.ts';
import { limitOf } from './values/amounts.ts';
import {
  type FieldDefinition,
  fieldNamed,
  filterNamed,
  labelIn,
  type VerticalDefinition,
} from './values/vertical-definition.ts';

/** Longest value shown with its label; a longer value, or one that ends like a sentence, is shown on its own. */
const SHORT_VALUE = 60;

const YES_AND_NO: Readonly<Record<string, readonly [string, string]>> = { en: ['yes', 'no'], de: ['ja', 'nein'] };

/** Of all findings that are items. */
export const CATALOGUE_TASK = 'catalogue';

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
function urlOf(table: ItemTable, item: number): string | null {
  const { url } = table.definition.card;
  const value = url === undefined ? null : stated(table, url, item);
  const parsed = value === null ? null : URL.parse(String(value.value));
  return parsed !== null && /^https?:$/.test(parsed.protocol) ? parsed.href : null;
}

/** A value of an item for people who read a language. */
function formatValue({ type, scale, unit }: FieldDefinition, stated: StatedValue, language: string): string {
  const { value, currency } = stated;
  switch (type) {
    case 'money':
      return formatMoney(Number(value), currency, language);
    case 'rating':
      return `${formatNumber(Number(value), language)} / ${scale}`;
    case 'number':
      // A number without a unit may be a year, which has no separators.
      return unit === '' ? String(value) : `${formatNumber(Number(value), language)} ${unit}`;
    case 'date':
      return formatDay(String(value), language);
    case 'boolean':
      return (YES_AND_NO[language] ?? YES_AND_NO['en'] ?? [])[value === true ? 0 : 1] ?? String(value);
    case 'text':
    case 'coordinates':
      return String(value);
  }
}

/** Whole amounts without decimals. @param currency ISO 4217, or null */
function formatMoney(value: number, currency: string | null, language: string): string {
  const decimals = Number.isInteger(value) ? { maximumFractionDigits: 0 } : {};
  if (currency === null) return new Intl.NumberFormat(localeOf(language), decimals).format(value);
  const format = new Intl.NumberFormat(localeOf(language), { style: 'currency', currency, ...decimals });
  // The same spaces everywhere: some languages have narrow ones that cannot be searched for.
  return format.format(value).replaceAll(/\s/g, ' ');
}

function formatNumber(value: number, language: string): string {
  return new Intl.NumberFormat(localeOf(language)).format(value);
}

function formatDay(date: string, language: string): string {
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(date));
}

/** Languages without a locale of their own are written as English. */
function localeOf(language: string): string {
  return /^[a-z]{2}$/.test(language) ? language : 'en';
}

/**
 * One line of what was searched for: "Boston, check-in 2025-03-01, 2 guests". Dates stay as they are written in filters.
 *
 * @param currencyOf of a field, ISO 4217; null where its amounts name none
 */
export function summariseFilters(
  definition: VerticalDefinition,
  filters: Filters,
  language: string,
  currencyOf: (field: string) => string | null,
): string {
  const parts = definition.summary[language] ?? definition.summary['en'] ?? [];
  return parts
    .flatMap((part) => {
      const names = [...part.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      if (!names.every((name) => filters[name] !== undefined)) return [];
      return [
        wordedLimit(part, filters[names[0] ?? ''], language).replaceAll(/\{(\w+)\}/g, (_, name: string) => {
          const filter = filterNamed(definition, name);
          const value = filters[name];
          const limit = limitOf(value);
          if (filter?.type === 'money') return formatMoney(limit, currencyOf(filter.field ?? ''), language);
          return filter?.type === 'number' || filter?.type === 'rating' ? String(limit) : textOf(value);
        }),
      ];
    })
    .join(', ');
}

/** "Up to {maxPrice}" as "under {maxPrice}" where the limit does not count itself. */
function wordedLimit(part: string, value: FilterValue | undefined, language: string): string {
  const [sign] = /^[<>]/.exec(String(value)) ?? [];
  if (sign === undefined) return part;
  const { filterBelow, filterAbove } = languageOf(language);
  const [word = sign] = (sign === '<' ? filterBelow : filterAbove)?.split('|') ?? [];
  return part.replace(wordPattern([AT_MOST, AT_LEAST]), word);
}

function textOf(value: FilterValue | undefined): string {
  return Array.isArray(value) ? value.join(' / ') : String(value ?? '');
}

/** What an item states, in one line that stays the same in every language: "catalogue item of hotel: name: Elbblick; price: 120 EUR". */
export function itemText(table: ItemTable, item: number): string {
  const fields = statedFields(table, item).map(({ field, stated: { value, currency } }) => {
    const text = String(value).replaceAll(/\s+/g, ' ');
    return `${field.name}: ${text}${currency === null ? '' : ` ${currency}`}`;
  });
  const further = table.further.flatMap(({ name, cells }) => (cells[item] ? [`${name}: ${cells[item]}`] : []));
  return `catalogue item of ${table.definition.name}: ${[...fields, ...further].join('; ')}`.replaceAll(/\s+/g, ' ');
}

/**
 * The finding that an answer cites for an item; its one quote is the whole stored text.
 *
 * @param text of `itemText`, stored as `blob`
 * @param score 0..1
 */
export function itemFinding(
  table: ItemTable,
  item: number,
  { text, blob, score }: { readonly text: string; readonly blob: BlobRef; readonly score: number },
): Finding {
  const { itemId, sourceId, locator, place } = table.originOf(item);
  const { definition } = table;
  // Items keep their number for as long as their catalogue stays as it is, so two searches give an item one id.
  const whole = {
    findingId: findingIdOf(definition.name, item + 1),
    taskId: CATALOGUE_TASK,
    passageId: itemId,
    sourceId,
    locator: urlOf(table, item) ?? `${locator}, ${place}`,
    title: String(stated(table, definition.card.title, item)?.value ?? itemId),
    sourceType: 'catalogue' as const,
  };
  return wholeTextFinding(whole, text, blob, score);
}
