import { parseAmount, parseBoolean, parseNumber, parseRating } from './amounts.ts';
import { parseDay } from './item-dates.ts';
import type { FieldDefinition } from './vertical-definition.ts';

const PAIR = /^\s*(-?\d{1,2}(?:\.\d+)?)(?:\s*[,;]\s*|\s+)(-?\d{1,3}(?:\.\d+)?)\s*$/;

/** What an item states in a field, typed: dates as ISO dates, coordinates as "lat,lon". */
export type ItemValue = string | number | boolean;

/** A cell as it was read; the fault says what is wrong with it. */
export type ReadCell =
  | { readonly value: ItemValue | null; readonly currency?: string | null }
  | { readonly fault: string };

const MAX_TEXT_LENGTH = 4_000;

const WANTED: Readonly<Record<FieldDefinition['type'], string>> = {
  text: 'text',
  number: 'number',
  money: 'amount',
  date: 'date',
  rating: 'rating',
  coordinates: 'pair of coordinates like 48.1,11.6',
  boolean: 'yes or no',
};

/** @param cell as written; empty: the item does not say. JSON has numbers that are already read. */
export function readCell({ name, type, scale }: FieldDefinition, cell: string | number | boolean): ReadCell {
  if (typeof cell === 'number' && (type === 'number' || type === 'money')) return { value: cell, currency: null };
  if (typeof cell === 'boolean' && type === 'boolean') return { value: cell };
  const text = String(cell).trim();
  if (text === '') return { value: null };
  if (type === 'money') {
    const amount = parseAmount(text);
    return amount === null ? faultOf(name, text, type) : { value: amount.value, currency: amount.currency };
  }
  const value = parseValue(type, text, scale);
  return value === null ? faultOf(name, text, type) : { value };
}

/** @returns null where the text is no value of the type */
export function parseValue(type: FieldDefinition['type'], text: string, scale: number): ItemValue | null {
  switch (type) {
    case 'number':
    case 'money':
      return parseNumber(text);
    case 'rating':
      return parseRating(text, scale);
    case 'boolean':
      return parseBoolean(text);
    case 'date':
      return parseDay(text);
    case 'coordinates':
      return parseCoordinates(text);
    case 'text':
      return text.slice(0, MAX_TEXT_LENGTH).toWellFormed();
  }
}

function faultOf(name: string, text: string, type: FieldDefinition['type']): ReadCell {
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  return { fault: `${name} "${shown}" is no ${WANTED[type]}` };
}

/** "48.137, 11.575" as "48.137,11.575": degrees, north and east positive; null for anything else. */
function parseCoordinates(text: string): string | null {
  const [, first, second] = PAIR.exec(text) ?? [];
  const [latitude, longitude] = [Number(first), Number(second)];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? `${latitude},${longitude}` : null;
}
