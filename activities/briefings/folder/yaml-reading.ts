import { join } from 'node:path';
import { type Document, parseDocument } from 'yaml';
import { z } from 'zod';
import { BriefingFileError, type ReadText, readText } from './text-reading.ts';
import { createLineFinder, snakeCaseOf, syntaxFaults, YAML_READING } from './yaml-document.ts';

const WANTED_TYPES: Readonly<Record<string, string>> = {
  string: 'use text, in quotation marks if it looks like a number',
  number: 'use a number',
  int: 'use a whole number',
  boolean: 'use true or false',
  array: 'use a list',
  object: 'use fields',
};

const WANTED_FORMATS: Readonly<Record<string, string>> = {
  date: 'use a date like 2026-03-06',
  datetime: 'use a time with its zone, like 2026-03-06T07:00:00Z',
  url: 'use an address like https://example.org',
};

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

/** Within one list, an id must be unique. */
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

type JsonSchema = z.core.JSONSchema.JSONSchema;
type Issue = z.core.$ZodIssue;

/** Says what to write, for each issue of a schema. */
function createFaultDescriber(schema: z.ZodType): (issue: Issue, value: unknown) => string {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return (issue, value) => {
    if (value === undefined && issue.code !== 'custom') return 'is missing';
    if (issue.code === 'too_small' || issue.code === 'too_big') return rangeOf(schemaAt(described, issue.path), issue);
    const wanted = wantedBy(issue);
    return value === null ? `is empty: ${wanted}` : wanted;
  };
}

function wantedBy(issue: Issue): string {
  if (issue.code === 'invalid_type') return WANTED_TYPES[issue.expected] ?? issue.message;
  if (issue.code === 'invalid_format') return WANTED_FORMATS[issue.format] ?? issue.message;
  if (issue.code === 'invalid_value') return `use ${listed(issue.values.map(String))}`;
  if (issue.code !== 'invalid_union' || !('options' in issue) || !Array.isArray(issue.options)) return issue.message;
  return `use ${listed(issue.options.map(String))}`;
}

/** An issue names the bound that was passed; people want to know both. */
function rangeOf(field: JsonSchema | undefined, { message }: Issue): string {
  if (field === undefined) return message;
  if (field.type === 'string') return `use ${range(field.minLength, field.maxLength)} characters`;
  if (field.type === 'array') return `use ${range(field.minItems, field.maxItems)} entries`;
  return `use ${range(field.minimum, field.maximum)}`;
}

function range(least: number | undefined, most: number | undefined): string {
  if (most === undefined || most === Number.MAX_SAFE_INTEGER) return `at least ${least ?? 0}`;
  return least === undefined || least === Number.MIN_SAFE_INTEGER ? `at most ${most}` : `${least} to ${most}`;
}

function schemaAt(schema: JsonSchema, path: readonly PropertyKey[]): JsonSchema | undefined {
  const [key, ...rest] = path;
  for (const one of schema.anyOf ?? schema.oneOf ?? []) {
    const found = typeof one === 'object' ? schemaAt(one, path) : undefined;
    if (found !== undefined && (path.length > 0 || found.type !== 'null')) return found;
  }
  if (key === undefined) return schema;
  const inner = innerSchema(schema, key);
  return inner === undefined ? undefined : schemaAt(inner, rest);
}

function innerSchema(
  { items, properties, additionalProperties }: JsonSchema,
  key: PropertyKey,
): JsonSchema | undefined {
  const inner = typeof key === 'number' ? items : (properties?.[String(key)] ?? additionalProperties);
  return typeof inner === 'object' && !Array.isArray(inner) ? inner : undefined;
}

function listed(values: readonly string[]): string {
  const last = values.at(-1) ?? '';
  return values.length < 2 ? last : `${values.slice(0, -1).join(', ')} or ${last}`;
}
