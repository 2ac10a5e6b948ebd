import type { FieldDefinition } from '../definition/vertical-definition.ts';
import { parseBoolean } from '../values/amounts.ts';
import type { RawCell } from './catalogue-source.ts';
import { isObject } from './structured-data.ts';
import { type StructuredValue, scalarOf } from './structured-values.ts';

const PLAIN_NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?$/;
const PLAIN_RATING = /^\d{1,6}(?:[.,]\d{1,15})?$/;
const DURATION = /^P(?:(\d{1,4})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:\d{1,6}(?:\.\d{1,6})?S)?)?$/;
const ISO_YEAR = /^(\d{4})-\d{2}(?:-\d{2})?(?:T.*)?$/;
const SCHEMA_ORG = /^(?:https?:\/\/schema\.org\/|schema:)/i;
/** Where a page names no best rating, schema.org assumes this. */
const USUAL_BEST = 5;

/** A name of schema.org without its address: "Hotel". */
export function schemaName(text: string): string {
  return text.replace(SCHEMA_ORG, '');
}

/** A value in the spelling that rows of a catalogue have; null: the page does not say. */
export function spellCell({ type, unit }: FieldDefinition, { value, owner }: StructuredValue): RawCell | null {
  if (type === 'coordinates' && isObject(value)) return positionOf(value);
  const cell = scalarOf(value);
  if (cell === null) return null;
  const text = String(cell);
  switch (type) {
    case 'rating':
      return PLAIN_RATING.test(text) ? `${text} / ${scalarOf(owner['bestRating']) ?? USUAL_BEST}` : cell;
    case 'boolean':
      return parseBoolean(wordsOf(text));
    case 'money':
      return numberOf(text) ?? cell;
    case 'number':
      return numberOf(text) ?? (unit === 'min' ? minutesOf(text) : yearOf(text)) ?? cell;
    case 'text':
    case 'date':
    case 'coordinates':
      return cell;
  }
}

function positionOf(place: Readonly<Record<string, unknown>>): RawCell | null {
  const [latitude, longitude] = [scalarOf(place['latitude']), scalarOf(place['longitude'])];
  return latitude === null || longitude === null ? null : `${latitude},${longitude}`;
}

/** A full stop is always the decimal sign: "1.999" is a little less than two. */
function numberOf(text: string): number | null {
  return PLAIN_NUMBER.test(text) ? Number(text) : null;
}

/** Minutes of an ISO 8601 duration: "PT2H5M" is 125. */
function minutesOf(text: string): number | null {
  const [, days = '0', hours = '0', minutes = '0'] = DURATION.exec(text) ?? [];
  const total = Number(days) * 1_440 + Number(hours) * 60 + Number(minutes);
  return total > 0 ? total : null;
}

/** The only number that a date is. */
function yearOf(text: string): number | null {
  const year = ISO_YEAR.exec(text)?.[1];
  return year === undefined ? null : Number(year);
}

/** "https://schema.org/InStock" is "in stock". */
function wordsOf(text: string): string {
  return schemaName(text)
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
}
