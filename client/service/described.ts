import { z } from '@hono/zod-openapi';

// Schemas that were made before the library was loaded lack its method; their copies have it.

/** A schema of a contract, with what the OpenAPI document says of it. */
export function described<Schema extends z.ZodType>(
  schema: Schema,
  about: { readonly description?: string; readonly example?: string },
): Schema {
  return schema.clone().openapi({ ...about });
}

/** A schema of a contract under its name in the OpenAPI document. */
export function named<Schema extends z.ZodType>(schema: Schema, name: string): Schema {
  return schema.clone().openapi(name);
}

/**
 * The fields of an object as they are given, each checked, without the defaults of those that are left out: for changes,
 * and for settings that go on top of a preset.
 */
export function givenFields(schema: z.ZodObject | z.ZodPrefault<z.ZodObject>) {
  return z
    .record(z.string(), z.unknown())
    .superRefine((given, check) => {
      for (const issue of schema.safeParse(given).error?.issues ?? []) {
        check.addIssue({ code: 'custom', path: issue.path, message: describeIssue(issue) });
      }
    })
    .openapi({ type: 'object', properties: fieldsOf(schema), additionalProperties: false });
}

/** What is wrong with a value, and where a list is wanted, how it is written. */
export function describeIssue(issue: z.core.$ZodIssue): string {
  const branches = issue.code === 'invalid_union' ? issue.errors.flat() : [issue];
  const isList = branches.some((each) => each.code === 'invalid_type' && each.expected === 'array');
  return isList ? `${issue.message}; give a list: ["one", "two"]` : issue.message;
}

/** The fields of an object as JSON Schema has them. */
export function fieldsOf(schema: z.ZodObject | z.ZodPrefault<z.ZodObject>) {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return JSON.parse(JSON.stringify(properties));
}
