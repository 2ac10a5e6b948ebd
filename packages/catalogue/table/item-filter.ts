import type { Filters, FilterValue } from '@plumbline/contracts/answers/catalogue';
import { limitOf } from '../values/amounts.ts';
import { dayNumber } from '../values/item-dates.ts';
import { plainPlace } from '../values/place-names.ts';
import { partsOf, plainText } from '../values/plain-text.ts';
import type { FilterDefinition } from '../values/vertical-definition.ts';
import type { Column, MoneyColumn, TextColumn } from './item-columns.ts';
import type { ItemTable } from './item-table.ts';

export interface FilteredItems {
  /** Positions in the table, ascending: items that satisfy every filter. */
  readonly items: readonly number[];
  readonly notes: readonly string[];
  /** Filters on what no item states: they are left out. */
  readonly unchecked: readonly FilterDefinition[];
}

/** Keeps the items that satisfy every filter; an item that does not state a compared field only where its filter says so. */
export function filterItems(table: ItemTable, filters: Filters): FilteredItems {
  const kept = new Uint8Array(table.count).fill(1);
  const notes: string[] = [];
  const unchecked: FilterDefinition[] = [];
  for (const filter of table.definition.filters) {
    const value = filters[filter.name];
    if (value === undefined || filter.field === undefined) continue;
    if (filter.unstated !== 'keep' && !isStatedByAny(table, filter)) {
      unchecked.push(filter);
      continue;
    }
    notes.push(...applyFilter(table, filter, value, kept));
  }
  const items: number[] = [];
  for (let item = 0; item < table.count; item++) if (kept[item] === 1) items.push(item);
  return { items, notes, unchecked };
}

function isStatedByAny({ columns }: ItemTable, { field = '' }: FilterDefinition): boolean {
  const column = columns.get(field);
  if (column?.kind === 'texts') return column.codes.some((code) => code !== -1);
  return column?.numbers.some((number) => !Number.isNaN(number)) === true;
}

function applyFilter(table: ItemTable, filter: FilterDefinition, value: FilterValue, kept: Uint8Array): string[] {
  const keepsUnstated = filter.unstated === 'keep';
  const column = table.columns.get(filter.field ?? '');
  if (column?.kind === 'texts') keepTexts(column, testOfText(filter, value), keepsUnstated, kept);
  else if (column?.kind === 'money') return keepMoney(column, filter, value, kept);
  else if (column?.kind === 'numbers') keepNumbers(column.numbers, testOfNumber(filter, value), keepsUnstated, kept);
  return [];
}

/** Each distinct text is compared once. */
function keepTexts(
  { codes, texts }: TextColumn,
  test: (text: string) => boolean,
  keepsUnstated: boolean,
  kept: Uint8Array,
): void {
  const passes = texts.map(test);
  for (let item = 0; item < kept.length; item++) {
    const code = codes[item] ?? -1;
    if (code === -1 ? !keepsUnstated : passes[code] !== true) kept[item] = 0;
  }
}

function keepNumbers(
  numbers: Float64Array,
  test: (number: number) => boolean,
  keepsUnstated: boolean,
  kept: Uint8Array,
): void {
  for (let item = 0; item < kept.length; item++) {
    const number = numbers[item] ?? Number.NaN;
    if (Number.isNaN(number) ? !keepsUnstated : !test(number)) kept[item] = 0;
  }
}

/** Amounts in another currency than the column's own cannot be compared with a limit: they are left out, and counted. */
function keepMoney(column: MoneyColumn, filter: FilterDefinition, value: FilterValue, kept: Uint8Array): string[] {
  let foreign = 0;
  for (let item = 0; item < kept.length; item++) {
    if (kept[item] === 0 || column.currencyOf[item] === 0 || Number.isNaN(column.numbers[item])) continue;
    kept[item] = 0;
    foreign += 1;
  }
  keepNumbers(column.numbers, testOfNumber(filter, value), filter.unstated === 'keep', kept);
  if (foreign === 0) return [];
  const [own = '', ...others] = column.currencies;
  return [`${foreign} items priced in ${others.join(', ')} are left out: the limit counts in ${own || 'no currency'}`];
}

function testOfText({ type, comparison }: FilterDefinition, value: FilterValue): (text: string) => boolean {
  const values = Array.isArray(value) ? value : [String(value)];
  if (type === 'place') {
    const wanted = values.map(plainPlace);
    return (text) => {
      const place = plainPlace(text);
      // "Frankfurt" is also "Frankfurt am Main", but "York" is not "New York".
      return wanted.some((name) => place === name || place.startsWith(`${name} `));
    };
  }
  const wanted = values.map(plainText);
  if (comparison !== 'contains') return (text) => wanted.includes(plainText(text));
  if (type === 'choice') return (text) => partsOf(text).some((part) => wanted.includes(part));
  return (text) => wanted.some((words) => ` ${plainText(text)} `.includes(` ${words} `));
}

function testOfNumber({ type, comparison }: FilterDefinition, value: FilterValue): (number: number) => boolean {
  const limit = type === 'date' ? dayNumber(String(value)) : limitOf(value);
  const isExclusive = type !== 'date' && typeof value === 'string';
  switch (comparison) {
    case 'atMost':
    case 'until':
      return (number) => number < limit || (number === limit && !isExclusive);
    case 'atLeast':
    case 'from':
      return (number) => number > limit || (number === limit && !isExclusive);
    case 'equals':
    case 'contains':
      return (number) => number === limit;
  }
}

/** The distinct texts of a field, for recognising them in messages; empty for other fields. */
export function textsOf(column: Column | undefined): readonly string[] {
  return column?.kind === 'texts' ? column.texts : [];
}
