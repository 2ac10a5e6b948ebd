import { labelIn } from '../definition/vertical-definition.ts';
import { type ItemTable, statedFields } from '../table/item-table.ts';
import { cardOf } from './card.ts';
import { formatValue } from './formatted-value.ts';

/** Longest value with its label; a longer one, and one that ends like a sentence, is said for itself. */
const SHORT_VALUE = 60;

/**
 * What an item states, as a person would say it: "Elbblick, Hamburg: price per night €120, stars 4. A house by the river."
 * Addresses and coordinates are left out, because they are not read aloud.
 */
export function describeItem(table: ItemTable, item: number, language: string): string {
  const { title, subtitle } = cardOf(table, item, language);
  const { card } = table.definition;
  const inName = new Set([card.title, ...card.subtitle, card.url]);
  const stated = statedFields(table, item)
    .filter(({ field }) => !inName.has(field.name) && field.type !== 'coordinates')
    .map(({ field, stated: value }) => ({
      label: withinSentence(labelIn(field.labels, language), language),
      value: formatValue(field, value, language).replaceAll(/\s+/g, ' '),
    }));
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

/** German nouns keep their capital. */
function withinSentence(label: string, language: string): string {
  return language === 'de' || !/^\p{Lu}\p{Ll}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
}
