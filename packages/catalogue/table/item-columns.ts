import type { ItemValue } from '../values/field-value.ts';
import { dayNumber, dayOfNumber } from '../values/item-dates.ts';
import type { FieldDefinition } from '../values/vertical-definition.ts';

/** Numbers, amounts, ratings, days since 1970, and 0 or 1 for no and yes; NaN where an item does not say. */
export interface NumberColumn {
  readonly kind: 'numbers';
  readonly numbers: Float64Array;
}

/** Amounts with the position of their currency in `currencies`; the first is the column's own, which limits mean. */
export interface MoneyColumn {
  readonly kind: 'money';
  readonly numbers: Float64Array;
  readonly currencyOf: Uint8Array;
  readonly currencies: readonly string[];
}

/** Positions in the distinct texts; -1 where an item does not say. */
export interface TextColumn {
  readonly kind: 'texts';
  readonly codes: Int32Array;
  readonly texts: readonly string[];
}

export type Column = NumberColumn | MoneyColumn | TextColumn;

/** One item's value of a field with its currency. */
export interface StatedValue {
  readonly value: ItemValue;
  readonly currency: string | null;
}

/** @param values one for each item, in order; null where it does not say */
export function toColumn({ type, currency }: FieldDefinition, values: readonly (StatedValue | null)[]): Column {
  switch (type) {
    case 'text':
    case 'coordinates':
      return toTexts(values);
    case 'money':
      return toMoney(values, currency ?? null);
    case 'number':
    case 'rating':
    case 'date':
    case 'boolean':
      return { kind: 'numbers', numbers: Float64Array.from(values, (stated) => numberOf(stated?.value ?? null)) };
  }
}

/** What an item states; null: nothing. */
export function statedIn(column: Column, type: FieldDefinition['type'], item: number): StatedValue | null {
  if (column.kind === 'texts') {
    const text = column.texts[column.codes[item] ?? -1];
    return text === undefined ? null : { value: text, currency: null };
  }
  const number = column.numbers[item] ?? Number.NaN;
  if (Number.isNaN(number)) return null;
  if (column.kind === 'money') {
    return { value: number, currency: column.currencies[column.currencyOf[item] ?? 0] || null };
  }
  const value = type === 'date' ? dayOfNumber(number) : type === 'boolean' ? number === 1 : number;
  return { value, currency: null };
}

/** ISO 4217 code of a column's own currency; null: its amounts name none. */
export function ownCurrency(column: Column | undefined): string | null {
  return column?.kind === 'money' ? column.currencies[0] || null : null;
}

function numberOf(value: ItemValue | null): number {
  if (value === null) return Number.NaN;
  return typeof value === 'string' ? dayNumber(value) : Number(value);
}

export function toTexts(values: readonly (StatedValue | null)[]): TextColumn {
  const positions = new Map<string, number>();
  const codes = Int32Array.from(values, (stated) => {
    if (stated === null) return -1;
    const text = String(stated.value);
    const position = positions.get(text) ?? positions.size;
    positions.set(text, position);
    return position;
  });
  return { kind: 'texts', codes, texts: [...positions.keys()] };
}

/** The own currency is the most frequent one; amounts without a currency are in the definition's. */
function toMoney(values: readonly (StatedValue | null)[], fallback: string | null): MoneyColumn {
  const codes = values.map((stated) => (stated === null ? null : (stated.currency ?? fallback ?? '')));
  const counts = new Map<string, number>();
  for (const code of codes) if (code !== null) counts.set(code, (counts.get(code) ?? 0) + 1);
  const currencies = [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).map(([code]) => code);
  const positions = new Map(currencies.map((code, index) => [code, index]));
  return {
    kind: 'money',
    numbers: Float64Array.from(values, (stated) => numberOf(stated?.value ?? null)),
    currencyOf: Uint8Array.from(codes, (code) => positions.get(code ?? '') ?? 0),
    currencies: currencies.length === 0 && fallback !== null ? [fallback] : currencies,
  };
}
