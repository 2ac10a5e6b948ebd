import { z } from 'zod';
import type { RawCell } from './catalogue-source.ts';
import { isObject, type StructuredData, type StructuredObject } from './structured-data.ts';

const cellSchema = z.union([z.string(), z.number(), z.boolean()]);

/** A value of a thing or of its parts. */
export interface StructuredValue {
  readonly value: unknown;
  /** The object that has the value. */
  readonly owner: StructuredObject;
}

/**
 * The values at the end of a path, which leads through parts of a thing and through the objects that it names by id.
 *
 * @param path see `structured` of a definition
 */
export function valuesAt(thing: StructuredObject, path: string, byId: StructuredData['byId']): StructuredValue[] {
  return path
    .split('.')
    .reduce<StructuredValue[]>(
      (found, step) =>
        found.flatMap(({ value: owner }) =>
          isObject(owner) ? entriesOf(owner, step).map((value) => ({ value: resolve(value, byId), owner })) : [],
        ),
      [{ value: thing, owner: thing }],
    );
}

/** Null where a value is a thing with parts, or nothing. */
export function scalarOf(value: unknown): RawCell | null {
  const cell = cellSchema.safeParse(isObject(value) ? value['@value'] : value);
  if (!cell.success) return null;
  const { data } = cell;
  return typeof data === 'string' ? data.trim() || null : data;
}

/** @param step name of a property; with `[]` all entries of a list, else the first */
function entriesOf(owner: StructuredObject, step: string): readonly unknown[] {
  const name = step.replace('[]', '');
  const given = owner[name];
  const entries: readonly unknown[] = Array.isArray(given) ? given : [given];
  return step === name ? entries.slice(0, 1) : entries;
}

function resolve(value: unknown, byId: StructuredData['byId']): unknown {
  if (!isObject(value)) return value;
  const id = value['@id'];
  return typeof id === 'string' && Object.keys(value).length === 1 ? byId.get(id) : value;
}
