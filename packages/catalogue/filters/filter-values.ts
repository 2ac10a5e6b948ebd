import type { Filters, FilterValue } from '@plumbline/contracts/answers/catalogue';
import { wordPattern } from '@plumbline/language/terms';
import type { ReadableVertical } from '../items/readable-vertical.ts';
import { readMessage } from '../reading/message-reading.ts';
import type { FilterEntry, Message } from '../reading/message.ts';
import { NUMBER_WORDS } from '../reading/phrases.ts';
import { parseAmount, parseNumber } from '../values/amounts.ts';
import { parseValue } from '../values/field-value.ts';
import { daysIn } from '../values/item-dates.ts';
import {
  fieldNamed,
  type FilterDefinition,
  filterNamed,
  type VerticalDefinition,
} from '../values/vertical-definition.ts';

/** "one" and "eine" are mostly articles. */
const COUNTS = wordPattern(['\\d+', ...[...NUMBER_WORDS].flatMap(([word, value]) => (value > 1 ? [word] : []))]);

export interface TypedFilters {
  readonly filters: Filters;
  /** Entries that were dropped, and why: for degradations. */
  readonly faults: readonly string[];
}

const MAX_TEXT_LENGTH = 200;
/** Beyond it, a number of guests, stars or minutes is a mistake. */
const MAX_NUMBER = 1_000_000;

/**
 * Types what an engine extracted. What is no filter of the vertical, or no value of its type, is dropped with its fault
 * and never passed on.
 *
 * @param currencyOf of a field, ISO 4217; null where its amounts name none
 */
export function typeFilters(
  definition: VerticalDefinition,
  entries: readonly FilterEntry[],
  currencyOf: (field: string) => string | null,
): TypedFilters {
  const filters: Record<string, FilterValue> = {};
  const faults: string[] = [];
  for (const { name, value } of entries) {
    const filter = filterNamed(definition, name);
    const typed =
      filter === undefined
        ? { fault: `"${cut(name)}" is no filter of ${definition.name}` }
        : typeValue(definition, filter, value, currencyOf);
    if ('fault' in typed) faults.push(typed.fault);
    else filters[name] = together(filters[name], typed.value, filter);
  }
  return { filters, faults };
}

type TypedValue = { readonly value: FilterValue } | { readonly fault: string };

function typeValue(
  definition: VerticalDefinition,
  filter: FilterDefinition,
  text: string,
  currencyOf: (field: string) => string | null,
): TypedValue {
  const { name, type, field = '' } = filter;
  const sign = filter.comparison === 'atMost' ? '<' : filter.comparison === 'atLeast' ? '>' : null;
  if (sign !== null && text.trim().startsWith(sign)) {
    const typed = typeValue(definition, { ...filter, comparison: 'equals' }, text.trim().slice(1), currencyOf);
    return 'fault' in typed ? typed : { value: `${sign}${String(typed.value)}` };
  }
  const fault = { fault: `${name} "${cut(text)}" is no ${type}` };
  if (type === 'money') {
    const amount = parseAmount(text);
    const own = currencyOf(field);
    if (amount === null || amount.value < 0) return fault;
    const isForeign = amount.currency !== null && own !== null && amount.currency !== own;
    return isForeign
      ? { fault: `${name} is in ${amount.currency}, the catalogue in ${own}: the limit was not used` }
      : { value: amount.value };
  }
  const value = valueOf(type, text, fieldNamed(definition, field)?.scale ?? 5);
  return value === null ? fault : { value };
}

function valueOf(type: FilterDefinition['type'], text: string, scale: number): FilterValue | null {
  switch (type) {
    case 'number':
    case 'money': {
      const number = parseNumber(text);
      return number === null || number < 0 || number > MAX_NUMBER ? null : number;
    }
    case 'place':
    case 'text':
    case 'choice':
      return textOf(text);
    case 'rating':
    case 'boolean':
    case 'date':
      return parseValue(type, text, scale);
  }
}

function textOf(text: string): string | null {
  const value = text.trim().slice(0, MAX_TEXT_LENGTH).toWellFormed();
  return /[\p{L}\p{N}]/u.test(value) ? value : null;
}

/** Several names are "one of"; of other values the first counts. */
function together(
  before: FilterValue | undefined,
  value: FilterValue,
  filter: FilterDefinition | undefined,
): FilterValue {
  if (before === undefined) return value;
  const isName = filter?.type === 'choice' || filter?.type === 'place';
  if (!isName || typeof value !== 'string') return before;
  const list = Array.isArray(before) ? before : [String(before)];
  return list.includes(value) ? before : [...list, value];
}

function cut(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/**
 * Filters of a model that the message does not set, with the reason: assumed dates and numbers of people, which are filled in
 * where the search is made.
 */
export function droppedEntries(
  { definition, mentioned, titles }: ReadableVertical,
  entries: readonly FilterEntry[],
  said: Pick<Message, 'text' | 'language' | 'today'>,
): ReadonlyMap<FilterEntry, string> {
  const set = readMessage(definition, mentioned, { ...said, names: titles }).entries;
  const isStated = said.text.search(COUNTS) !== -1 || daysIn(said.text, said.language, said.today).length > 0;
  return new Map(
    entries
      .filter((entry) => entry.name in definition.defaults && !isStated && !has(set, entry))
      .map((entry) => [entry, `${entry.name} is not stated in the message`]),
  );
}

/** Values are compared by their numbers, which models write without units. */
function has(entries: readonly FilterEntry[], { name, value }: FilterEntry): boolean {
  const bare = (text: string): string => /\d+(?:[.,]\d+)?/.exec(text)?.[0] ?? text.trim().toLowerCase();
  return entries.some((other) => other.name === name && bare(other.value) === bare(value));
}
