import type { FieldDefinition, VerticalDefinition } from '../definition/vertical-definition.ts';
import { currencyOf } from '../values/currencies.ts';
import { readCell } from '../values/field-value.ts';
import type { RawCell } from './catalogue-source.ts';
import type { StructuredData, StructuredObject } from './structured-data.ts';
import { spellCell } from './structured-spelling.ts';
import { scalarOf, valuesAt } from './structured-values.ts';

export interface StructuredCells {
  /** By field, and the currency of the amounts. */
  readonly cells: Readonly<Record<string, RawCell>>;
  /** Why values were left out. */
  readonly faults: readonly string[];
}

/**
 * What a thing states of the fields of a vertical. Who looks for it cannot correct the page, so a value that cannot be
 * read is left out, and not the thing.
 */
export function readCells(
  thing: StructuredObject,
  definition: VerticalDefinition,
  byId: StructuredData['byId'],
): StructuredCells {
  const { currency: currencyPaths = [], ...paths } = definition.structured?.fields ?? {};
  const valuesOf = (path: string) => valuesAt(thing, path, byId);
  const currency = currencyPaths.flatMap(valuesOf).flatMap(({ value }) => scalarOf(value) ?? [])[0];
  const code = currency === undefined ? null : currencyOf(String(currency));
  const cells: [string, RawCell][] = code === null ? [] : [['currency', code]];
  const faults: string[] = [];
  for (const field of definition.fields) {
    const candidates = (paths[field.name] ?? []).map((path) =>
      valuesOf(path).flatMap((value) => spellCell(field, value) ?? []),
    );
    const stated = candidates.filter((values) => values.length > 0).map(joined);
    const read = stated.map((cell) => ({ cell, fault: faultOf(field, cell, code) }));
    const sound = read.find(({ fault }) => fault === null);
    if (sound !== undefined) cells.push([field.name, sound.cell]);
    else faults.push(...read.slice(0, 1).flatMap(({ fault }) => fault ?? []));
  }
  return { cells: Object.fromEntries(cells), faults };
}

function joined(values: readonly RawCell[]): RawCell {
  const [first = ''] = values;
  return values.length === 1 ? first : [...new Set(values)].join('; ');
}

/** The currency of a catalogue is its owner's word; that of a page nobody knows. */
function faultOf(field: FieldDefinition, cell: RawCell, currency: string | null): string | null {
  const read = readCell(field, cell);
  if ('fault' in read) return read.fault;
  const isForeign = field.type === 'money' && currency === null && !read.currency;
  return isForeign ? `${field.name} "${cell}" names no currency` : null;
}
