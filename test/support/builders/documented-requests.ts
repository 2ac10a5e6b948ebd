import { z } from 'zod';
import type { ApiWorld } from './api-world.ts';

const operationSchema = z.object({
  parameters: z
    .array(
      z.object({
        name: z.string(),
        in: z.string(),
        required: z.boolean().default(false),
        schema: z.object({ example: z.unknown().optional() }).loose(),
      }),
    )
    .default([]),
  requestBody: z
    .object({ content: z.record(z.string(), z.object({ schema: z.record(z.string(), z.unknown()) })) })
    .optional(),
  responses: z.record(z.string(), z.unknown()),
});
type Operation = z.infer<typeof operationSchema>;

const documentSchema = z.object({
  openapi: z.string(),
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.object({ schemas: z.record(z.string(), z.record(z.string(), z.unknown())) }),
});
type Document = z.infer<typeof documentSchema>;

export async function readDocument({ api }: ApiWorld): Promise<Document> {
  return documentSchema.parse(await (await api.request('/openapi.json')).json());
}

export function operationsOf({ paths }: Document) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
}

/** The example of a schema: its own, or that of its fields. */
function exampleOf({ components }: Document, schema: Record<string, unknown>): unknown {
  const name = typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1) : undefined;
  const found = name === undefined ? schema : (components.schemas[name] ?? {});
  if (found['example'] !== undefined) return found['example'];
  const fields = z
    .record(z.string(), z.object({ example: z.unknown().optional() }).loose())
    .parse(found['properties'] ?? {});
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, { example }]) => (example === undefined ? [] : [[field, example]])),
  );
}

export function requestOf(
  document: Document,
  path: string,
  { parameters, requestBody }: Operation,
): [string, RequestInit] {
  const place = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((text, { name, schema }) => text.replace(`{${name}}`, z.string().parse(schema.example)), path);
  const given = parameters.filter(
    ({ name, required, in: place }) => place === 'query' && (required || name === 'message' || name === 'userId'),
  );
  const query = new URLSearchParams(
    given.map(({ name, schema }): [string, string] => [name, z.string().parse(schema.example)]),
  );
  const body = requestBody?.content['application/json']?.schema;
  // A file has no example.
  if (requestBody !== undefined && body === undefined) return [`${place}?${query.toString()}`, { body: 'nine' }];
  const sent = body === undefined ? {} : { body: JSON.stringify(exampleOf(document, body)) };
  const headers = { 'content-type': 'application/json', cookie: 'plumbline-login-Zq3v=a.b; plumbline-renewal=c' };
  return [`${place}?${query.toString()}`, { headers, ...sent }];
}

/** A place of a request that takes what a client sends. */
export interface Field {
  readonly path: string;
  readonly method: string;
  readonly name: string;
  readonly isList: boolean;
  readonly request: (value: unknown) => [string, RequestInit];
}

const headers = { 'content-type': 'application/json', cookie: 'plumbline-login-Zq3v=a.b; plumbline-renewal=c' };

/** Every field of every request; all others have their examples. */
export function fieldsOf(document: Document): Field[] {
  return operationsOf(document).flatMap(({ path, method, operation }) => {
    const place = path.replaceAll(/\{\w+\}/g, 'x');
    const schema = operation.requestBody?.content['application/json']?.schema;
    const inBody = schema === undefined ? [] : bodyFields(document, schema);
    const example = schema === undefined ? {} : z.looseObject({}).parse(exampleOf(document, schema));
    return [
      ...inBody.map(({ name, isList }) => ({
        path,
        method,
        name,
        isList,
        request: (value: unknown): [string, RequestInit] => [
          place,
          { method, headers, body: JSON.stringify({ ...example, [name]: value }) },
        ],
      })),
      ...inAddress(operation).map((name) => ({
        path,
        method,
        name,
        isList: false,
        request: (value: unknown): [string, RequestInit] => {
          // As much as a server takes for an address.
          const text = String(value).slice(0, 15_000);
          const address = path.includes(`{${name}}`)
            ? path.replace(`{${name}}`, encodeURIComponent(text)).replaceAll(/\{\w+\}/g, 'x')
            : `${place}?${new URLSearchParams([[name, text]]).toString()}`;
          return [address, { method, headers, ...(method !== 'GET' && { body: '{}' }) }];
        },
      })),
    ];
  });
}

function bodyFields({ components }: Document, schema: Record<string, unknown>) {
  const named = typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1) : undefined;
  const found = named === undefined ? schema : (components.schemas[named] ?? {});
  return Object.entries(z.looseObject({}).parse(found['properties'] ?? {})).map(([name, field]) => {
    return { name, isList: JSON.stringify(field).includes('"array"') };
  });
}

function inAddress({ parameters }: Operation): string[] {
  return parameters.filter(({ in: place }) => place !== 'header').map(({ name }) => name);
}
