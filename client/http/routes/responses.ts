import { createRoute, type RouteConfig, z } from '@hono/zod-openapi';
import { MAX_TEXT_WINDOW } from '@plumbline/contracts/report/report-reading';
import { problemSchema, RequestProblem } from '../../service/problem.ts';
import { BYTES, PDF } from '../../service/quoted-sources.ts';

/** Of routes about one run. */
export const runPathSchema = z.object({
  researchId: z.string().min(1).max(300).openapi({ example: 'research-limits-3f9a21' }),
});

/** Defines routes of one chapter of the OpenAPI document. */
export function routesOf(chapter: string) {
  return <
    const Method extends RouteConfig['method'],
    const Path extends string,
    Rest extends Omit<RouteConfig, 'method' | 'path' | 'tags'>,
  >(
    method: Method,
    path: Path,
    rest: Rest,
  ) => createRoute({ method, path, tags: [chapter], ...rest });
}

/** Every failure has this form. */
export const failed = {
  description: 'the request failed',
  content: { 'application/problem+json': { schema: problemSchema } },
} as const;

/** Responses of a route that answers with JSON. */
export function jsonResponses<Schema extends z.ZodType>(description: string, schema: Schema) {
  return { 200: { description, content: { 'application/json': { schema } } }, default: failed } as const;
}

/** Responses of a route that answers with text of another type, or with JSON. */
export function textResponses<Type extends string>(description: string, type: Type) {
  const text = {
    description,
    content: { [type]: { schema: z.string() }, 'application/json': { schema: z.looseObject({}) } },
  };
  return { 200: text, default: failed };
}

/** Responses of a route that answers with the bytes of a document. */
export const originalResponses = {
  200: { description: 'the bytes', content: { [PDF]: { schema: z.string() }, [BYTES]: { schema: z.string() } } },
  default: failed,
} as const;

/** Responses of a route that answers with plain text. */
export function plainTextResponses(description: string) {
  return { 200: { description, content: { 'text/plain': { schema: z.string() } } }, default: failed };
}

/** What requests for events may carry. */
export const eventHeaders = z.object({
  'last-event-id': z.string().optional().openapi({ description: 'id of the last event that arrived' }),
});

/** Responses of a route that answers with server-sent events. @param end when nothing follows */
export function eventResponses<Schema extends z.ZodType>(schema: Schema, end: string) {
  const events = { description: 'the events', content: { 'text/event-stream': { schema } } };
  return { 200: events, 204: { description: end }, default: failed } as const;
}

/** The error for a `Last-Event-ID` of other events. */
export function foreignEventId(whose: string): RequestProblem {
  const remedy = 'Send it as the event said it, or leave it out.';
  return new RequestProblem(400, `Last-Event-ID does not belong to this ${whose}`, { remedy });
}

const place = z.coerce.number().int().min(0);

/** The part of a text that is wanted. */
export const textWindow = {
  start: place.default(0),
  end: place.default(MAX_TEXT_WINDOW).openapi({ description: `at most ${MAX_TEXT_WINDOW} after the start` }),
};

/** The figure whose picture is wanted instead of its document. */
export const figurePlace = { figure: place.optional().openapi({ description: 'where a figure begins: its picture' }) };

/** A JSON body that has to be there. */
export function jsonBody<Schema extends z.ZodType>(schema: Schema) {
  return { content: { 'application/json': { schema } }, required: true } as const;
}
