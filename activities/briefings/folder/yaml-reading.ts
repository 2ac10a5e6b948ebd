import { join } from 'node:path';
import { type Document, parseDocument } from 'yaml';
import type { z } from 'zod';
import { BriefingFileError } from './briefing-file-error.ts';
import { createFaultDescriber } from './field-faults.ts';
import { type ReadText, readText } from './text-reading.ts';
import { createLineFinder, syntaxFaults, YAML_READING } from './yaml-document.ts';
import { snakeCaseOf } from './yaml-rewriting.ts';

/** Keys as they are written. */
type FieldPath = readonly PropertyKey[];

interface Fault {
  readonly path: FieldPath;
  readonly message: string;
}

/**
 * Reads a YAML file of a briefing; its `snake_case` keys become the `camelCase` ones of the schema. Null: the file is missing.
 *
 * @param file relative to the folder, as faults name it
 * @throws {BriefingFileError} with all faults
 */
export async function readYaml<Value>(
  folder: string,
  file: string,
  schema: z.ZodType<Value>,
  read: ReadText = readText,
): Promise<Value | null> {
  const text = await read(join(folder, file));
  return text === null ? null : parseYaml(text, file, schema);
}

/** @param name of the file, for people @throws {BriefingFileError} with all faults */
export function parseYaml<Value>(text: string, name: string, schema: z.ZodType<Value>): Value {
  const document = parseDocument(text, YAML_READING);
  if (document.errors.length > 0) throw new BriefingFileError(syntaxFaults(name, text, document.errors));

  const written = valueOf(document, name);
  const parsed = schema.safeParse(camelCased(written));
  const faults = [
    ...keyFaults(written, []),
    ...repeatedIds(written, []),
    ...(parsed.error === undefined ? [] : schemaFaults(schema, parsed.error, written)),
  ];
  if (parsed.data !== undefined && faults.length === 0) return parsed.data;

  const lineOf = createLineFinder(document, text);
  const placed = faults.map(({ path, message }) => ({ line: lineOf(path), place: placeOf(path), message }));
  placed.sort((a, b) => a.line - b.line);
  throw new BriefingFileError(placed.map(({ line, place, message }) => `${name}:${line}: ${place}: ${message}`));
}

function valueOf(document: Document, name: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    // Aliases that refer to nothing, or that multiply without end.
    if (error instanceof ReferenceError) throw new BriefingFileError([`${name}:1: ${error.message}`]);
    throw error;
  }
}

function schemaFaults(schema: z.ZodType, error: z.ZodError, written: unknown): Fault[] {
  const describe = createFaultDescriber(schema);
  return error.issues.flatMap((issue) => {
    const path = issue.path.map((key) => (typeof key === 'string' ? snakeCaseOf(key) : key));
    if (issue.code !== 'unrecognized_keys') return [{ path, message: describe(issue, valueAt(written, path)) }];
    return issue.keys.map((key) => ({ path: [...path, snakeCaseOf(key)], message: 'unknown field' }));
  });
}

/** Keys of the schemas in code are no names of fields. */
function keyFaults(value: unknown, path: FieldPath): Fault[] {
  return entriesOf(value).flatMap(([key, inner]) => {
    const place = [...path, key];
    if (!isForeign(key)) return keyFaults(inner, place);
    return [{ path: place, message: 'unknown field; names are written in small letters, like promote_at' }];
  });
}

/** Within one list, an id stands for one entry. */
function repeatedIds(value: unknown, path: FieldPath): Fault[] {
  const inside = entriesOf(value).flatMap(([key, inner]) => repeatedIds(inner, [...path, key]));
  if (!Array.isArray(value)) return inside;
  const ids = value.map((entry) => valueAt(entry, ['id']));
  const repeated = ids.flatMap((id, index) => {
    const first = ids.indexOf(id);
    if (typeof id !== 'string' || first === index) return [];
    return [{ path: [...path, index, 'id'], message: `${id} is the id of ${placeOf([...path, first])}, too` }];
  });
  return [...repeated, ...inside];
}

function camelCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCased);
  if (typeof value !== 'object' || value === null) return value;
  const known = Object.entries(value).filter(([key]) => !isForeign(key));
  return Object.fromEntries(
    known.map(([key, inner]) => [
      key.replace(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase()),
      camelCased(inner),
    ]),
  );
}

function isForeign(key: PropertyKey): boolean {
  return typeof key === 'string' && /[A-Z]/u.test(key);
}

function entriesOf(value: unknown): (readonly [PropertyKey, unknown])[] {
  if (Array.isArray(value)) return [...value.entries()];
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function valueAt(value: unknown, path: FieldPath): unknown {
  return path.reduce((outer: unknown, key) => entriesOf(outer).find(([name]) => name === key)?.[1], value);
}

/** `themes[1].promote_at`. */
function placeOf(path: FieldPath): string {
  const place = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return place.replace(/^\./u, '') || 'the file';
}
