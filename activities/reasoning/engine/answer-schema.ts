import { z } from 'zod';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Keywords that are useless to a model, or contradict "every property is required". */
const NOISE = ['$schema', 'readOnly', 'default'] as const;

/** Keywords that endpoints refuse or mistranslate; zod checks them anyway. */
const DROPPED = {
  /** Without a bound a small model fills a text without end; some endpoints refuse it. */
  bounded: [...NOISE, 'pattern', 'format', 'minLength'],
  grammar: [...NOISE, 'pattern', 'format', 'minLength', 'maxLength'],
  prompt: NOISE,
} as const;

/** `bounded` and `grammar` omit what endpoints cannot enforce, `grammar` also the lengths of texts. */
export type SchemaAudience = keyof typeof DROPPED;

/**
 * JSON Schema that a model's answer must satisfy for `output`.
 *
 * Follows the subset that OpenAI documents for strict structured output: closed objects, every property required,
 * `anyOf` instead of `oneOf`. An absent value is therefore written as `.nullable()`.
 *
 * @throws {TypeError} when `output` is not an object
 */
export function renderAnswerSchema(output: z.ZodType, audience: SchemaAudience): JsonSchema {
  const schema: Record<string, unknown> = z.toJSONSchema(output, {
    target: 'draft-7',
    // A model writes the schema's input, not the output of its transformations.
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => restrict(jsonSchema, DROPPED[audience]),
  });
  delete schema['$schema'];
  if (schema['type'] !== 'object') throw new TypeError('the output of a reasoning step must be an object');
  return schema;
}

function restrict(schema: Record<string, unknown>, dropped: readonly string[]): void {
  for (const keyword of dropped) delete schema[keyword];
  // zod bounds every integer by the safe integers; some endpoints expand the bounds into huge grammars.
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
  if ('oneOf' in schema) {
    schema['anyOf'] = schema['oneOf'];
    delete schema['oneOf'];
  }
  if (typeof schema['properties'] === 'object' && schema['properties'] !== null) {
    schema['required'] = Object.keys(schema['properties']);
    schema['additionalProperties'] = false;
  }
}
