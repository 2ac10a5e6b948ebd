import type { z } from '@hono/zod-openapi';

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
