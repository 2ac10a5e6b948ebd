import { randomUUID } from 'node:crypto';
import { z } from '@hono/zod-openapi';
import {
  MEMORY_VERDICTS,
  memoryAdditionSchema,
  memoryEntrySchema,
  memoryTextSchema,
  memoryUserSchema,
} from '@plumbline/contracts/research/memory';
import { forgetMemory } from '../../conversations/forgetting.ts';
import { ONESELF } from '../../conversations/session-id.ts';
import type { Api, ApiContext } from '../../service/api-context.ts';
import { described, named } from '../../service/described.ts';
import { RequestProblem } from '../../service/problem.ts';
import { memoryUserOf, tokenUserOf } from '../server/users.ts';
import { jsonBody, jsonResponses, routesOf } from './responses.ts';

const user = described(memoryUserSchema, {
  description: 'whose memory; default: the token’s user',
  example: 'anna',
}).optional();
const text = described(memoryTextSchema, { example: 'My budget is 200 euros' });

const memoryEntry = named(memoryEntrySchema, 'MemoryEntry');

const memoryUserQuerySchema = z.strictObject({ userId: user });

const forgetAllQuerySchema = memoryUserQuerySchema.extend({
  all: z.literal('true').openapi({ example: 'true', description: 'confirms that everything of the user is meant' }),
});

const memoryPathSchema = z.object({
  entryId: z.string().min(1).max(100).openapi({ example: 'm-3469373a5ba6ca60' }),
});

const rememberRequestSchema = memoryAdditionSchema
  .extend({ userId: user, text })
  .openapi('Remember', { example: { userId: 'anna', text: 'My budget is 200 euros', core: true } });

const memoryTextRequestSchema = z.strictObject({ userId: user, text }).openapi('MemoryText');

const reinforceRequestSchema = z
  .strictObject({
    userId: user,
    evidence: z.string().trim().max(2_000).default('').openapi({ description: 'the same evidence counts once' }),
    operationId: z.string().min(1).max(100).optional().openapi({
      description: 'choose a UUID to be able to send a confirmation without evidence again after a lost connection',
    }),
  })
  .openapi('Reinforce');

const concernedSchema = z.array(z.object({ entry: memoryEntry, difference: z.string() })).readonly();

const memoryQuerySchema = z
  .object({
    found: z.array(z.object({ entry: memoryEntry, score: z.number() })).readonly(),
    notes: z.array(z.string()).readonly(),
  })
  .openapi('MemoryQuery');

const memoryVerdictSchema = z
  .object({
    verdict: z.enum(MEMORY_VERDICTS).openapi({ description: 'not-judged: no model compared what both mean' }),
    concerned: concernedSchema,
    notes: z.array(z.string()).readonly(),
  })
  .openapi('MemoryVerdict');

/** A correction archives what it conflicts with. */
const rememberedSchema = memoryVerdictSchema.extend({ entry: memoryEntry, isNew: z.boolean() }).openapi('Remembered');

const forgottenSchema = z
  .object({
    forgotten: z.array(z.string()),
    heldBy: z
      .array(z.string())
      .readonly()
      .openapi({ description: 'sessions and runs that quote it; it stays there until they are deleted' }),
  })
  .openapi('Forgotten');

const exportedMemorySchema = z
  .object({ userId: z.string(), exportedAt: z.string(), entries: z.array(memoryEntry) })
  .openapi('ExportedMemory');

const path = '/api/memory';
const entryPath = '/api/memory/{entryId}';

const define = routesOf('Memory');

const list = define('get', path, {
  summary: 'What a user had remembered: for every answer, for relevant ones, the archive',
  request: { query: memoryUserQuerySchema },
  responses: jsonResponses('the entries', z.object({ entries: z.array(memoryEntry) })),
});

const add = define('post', path, {
  summary: 'Remember a text; the same text is one entry',
  request: { body: jsonBody(rememberRequestSchema) },
  responses: jsonResponses('the entry', rememberedSchema),
});

const query = define('post', '/api/memory/query', {
  summary: 'Find entries by similarity',
  request: { body: jsonBody(memoryTextRequestSchema) },
  responses: jsonResponses('the most similar first', memoryQuerySchema),
});

const verify = define('post', '/api/memory/verify', {
  summary: 'Whether a statement is known, new, or conflicts with an entry, by a model',
  request: { body: jsonBody(memoryTextRequestSchema) },
  responses: jsonResponses('the verdict', memoryVerdictSchema),
});

const reinforce = define('post', `${entryPath}/reinforce`, {
  summary: 'Confirm an entry: it gets stronger and leaves the archive',
  request: { params: memoryPathSchema, body: jsonBody(reinforceRequestSchema) },
  responses: jsonResponses('the entry', z.object({ entry: memoryEntry })),
});

const exportAll = define('get', '/api/memory/export', {
  summary: 'All entries of a user with their history',
  request: { query: memoryUserQuerySchema },
  responses: jsonResponses('the memory', exportedMemorySchema),
});

const forget = define('delete', entryPath, {
  summary: 'Erase an entry and everything stored from its text',
  request: { params: memoryPathSchema, query: memoryUserQuerySchema },
  responses: jsonResponses('what was erased, and who still quotes it', forgottenSchema),
});

const forgetAll = define('delete', path, {
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

/** Also for an entry of another user, whose existence is not disclosed. */
function unknownEntry(entryId: string): RequestProblem {
  return new RequestProblem(404, `the user has no entry "${entryId}"`, 'GET /api/memory?userId=… lists the entries.');
}

const amounts = (schema: z.ZodType<number | null>) => z.object({ runs: schema, tokens: schema, money: schema });

const userSchema = z
  .object({
    userId: z.string().nullable().openapi({ description: 'the token’s user; null: requests name their user' }),
    quotas: z
      .array(
        z.object({
          of: z.enum(['user', 'tenant']),
          used: amounts(z.number()),
          left: amounts(z.number().nullable()).openapi({ description: 'null: no limit' }),
          renewsAt: z.string().openapi({ description: 'ISO 8601' }),
        }),
      )
      .openapi({ description: 'what was used today (UTC): runs, tokens of models, US dollars; empty: no quota' }),
    oneself: z
      .string()
      .nullable()
      .openapi({ description: 'whom questions of the page carry where the token names no user; null: it does' }),
  })
  .openapi('User');

const route = define('get', '/api/user', {
  summary: 'The user of the requests, and what is left of the quotas',
  responses: jsonResponses('the user', userSchema),
});

/** `/api/user`. */
export function addUserRoute(api: Api, { tools: { spending } }: ApiContext): void {
  api.openapi(route, async (http) => {
    const userId = tokenUserOf(http);
    const quotas = (await spending.usedBy(userId)).map(({ kind, quota, used, renewsAt }) => {
      const left = (name: keyof typeof quota) => {
        const most = quota[name];
        return most === null ? null : Math.max(0, most - used[name]);
      };
      const remaining = { runs: left('runs'), tokens: left('tokens'), money: left('money') };
      return { of: kind, used, left: remaining, renewsAt };
    });
    return http.json({ userId, oneself: userId === null ? ONESELF : null, quotas }, 200);
  });
}
