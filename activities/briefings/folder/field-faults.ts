import { z } from 'zod';

type JsonSchema = z.core.JSONSchema.JSONSchema;
type Issue = z.core.$ZodIssue;

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

/** Says what to write, for each issue of a schema. */
export function createFaultDescriber(schema: z.ZodType): (issue: Issue, value: unknown) => string {
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
