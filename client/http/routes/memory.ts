import { randomUUID } from 'node:crypto';
import { createRoute, z } from '@hono/zod-openapi';
import { forgetMemory } from '../../memory/forgetting.ts';
import type { Api, ApiContext } from '../context/api-context.ts';
import { RequestProblem } from '../protocol/problem.ts';
import { memoryUserOf } from '../protocol/users.ts';
import {
  exportedMemorySchema,
  forgetAllQuerySchema,
  forgottenSchema,
  memoryEntry,
  memoryPathSchema,
  memoryQuerySchema,
  memoryTextRequestSchema,
  memoryUserQuerySchema,
  memoryVerdictSchema,
  reinforceRequestSchema,
  rememberedSchema,
  rememberRequestSchema,
} from '../schemas/memory.ts';
import { jsonBody, jsonResponses } from './responses.ts';

const tags = ['Memory'];
const path = '/api/memory';
const entryPath = '/api/memory/{entryId}';

const list = createRoute({
  method: 'get',
  path,
  tags,
  summary: 'What a user had remembered: for every answer, for relevant ones, the archive',
  request: { query: memoryUserQuerySchema },
  responses: jsonResponses('the entries', z.object({ entries: z.array(memoryEntry) })),
});

const add = createRoute({
  method: 'post',
  path,
  tags,
  summary: 'Remember a text; the same text is one entry',
  request: { body: jsonBody(rememberRequestSchema) },
  responses: jsonResponses('the entry', rememberedSchema),
});

const query = createRoute({
  method: 'post',
  path: '/api/memory/query',
  tags,
  summary: 'Find entries by similarity',
  request: { body: jsonBody(memoryTextRequestSchema) },
  responses: jsonResponses('the most similar first', memoryQuerySchema),
});

const verify = createRoute({
  method: 'post',
  path: '/api/memory/verify',
  tags,
  summary: 'Whether a statement is known, new, or conflicts with an entry',
  request: { body: jsonBody(memoryTextRequestSchema) },
  responses: jsonResponses('the verdict', memoryVerdictSchema),
});

const reinforce = createRoute({
  method: 'post',
  path: `${entryPath}/reinforce`,
  tags,
  summary: 'Confirm an entry: it gets stronger and leaves the archive',
  request: { params: memoryPathSchema, body: jsonBody(reinforceRequestSchema) },
  responses: jsonResponses('the entry', z.object({ entry: memoryEntry })),
});

const exportAll = createRoute({
  method: 'get',
  path: '/api/memory/export',
  tags,
  summary: 'All entries of a user with their history',
  request: { query: memoryUserQuerySchema },
  responses: jsonResponses('the memory', exportedMemorySchema),
});

const forget = createRoute({
  method: 'delete',
  path: entryPath,
  tags,
  summary: 'Erase an entry and all that was stored from its text',
  request: { params: memoryPathSchema, query: memoryUserQuerySchema },
  responses: jsonResponses('what was erased, and who still quotes it', forgottenSchema),
});

const forgetAll = createRoute({
  method: 'delete',
  path,
  tags,
  summary: 'Erase everything that a user had remembered',
  request: { query: forgetAllQuerySchema },
  responses: jsonResponses('what was erased, and who still quotes it', forgottenSchema),
});

/** `/api/memory`: a user sees and changes no memory of another one. */
export function addMemoryRoutes(api: Api, context: ApiContext): void {
  addReadingRoutes(api, context);
  addChangingRoutes(api, context);
}

function addReadingRoutes(api: Api, { tools }: ApiContext): void {
  api.openapi(list, async (http) => {
    const userId = memoryUserOf(http, http.req.valid('query'));
    return http.json({ entries: await (await tools.openMemory()).list(userId) }, 200);
  });
  api.openapi(query, async (http) => {
    const request = http.req.valid('json');
    const userId = memoryUserOf(http, request);
    return http.json(await (await tools.openMemory()).query(userId, request.text, http.req.raw.signal), 200);
  });
  api.openapi(verify, async (http) => {
    const request = http.req.valid('json');
    const userId = memoryUserOf(http, request);
    return http.json(await (await tools.openMemory()).verify(userId, request.text), 200);
  });
  api.openapi(exportAll, async (http) => {
    const userId = memoryUserOf(http, http.req.valid('query'));
    const entries = await (await tools.openMemory()).list(userId);
    return http.json({ userId, exportedAt: new Date().toISOString(), entries }, 200);
  });
}

function addChangingRoutes(api: Api, { tools }: ApiContext): void {
  api.openapi(add, async (http) => {
    const request = http.req.valid('json');
    const addition = { ...request, userId: memoryUserOf(http, request) };
    return http.json(await (await tools.openMemory()).add(addition, { by: 'user', where: 'http' }), 200);
  });
  api.openapi(reinforce, async (http) => {
    const { entryId } = http.req.valid('param');
    const request = http.req.valid('json');
    const userId = memoryUserOf(http, request);
    const { operationId = randomUUID(), evidence } = request;
    const entry = await (await tools.openMemory()).reinforce({ userId, evidence, entryId, operationId });
    if (entry === null) throw unknownEntry(entryId);
    return http.json({ entry }, 200);
  });
  api.openapi(forget, async (http) => {
    const { entryId } = http.req.valid('param');
    const erased = await forgetMemory(tools, memoryUserOf(http, http.req.valid('query')), [entryId]);
    if (erased.forgotten.length === 0) throw unknownEntry(entryId);
    return http.json(erased, 200);
  });
  api.openapi(forgetAll, async (http) =>
    http.json(await forgetMemory(tools, memoryUserOf(http, http.req.valid('query')), null), 200),
  );
}

/** Also where it is another user's, which nobody else is told. */
function unknownEntry(entryId: string): RequestProblem {
  return new RequestProblem(404, `the user has no entry "${entryId}"`, {
    remedy: 'GET /api/memory?userId=… lists the entries.',
  });
}
