import { setTimeout as delay } from 'node:timers/promises';
import { z } from '@hono/zod-openapi';
import { labelSchema } from '@plumbline/page/answers/runs';
import type { Removal } from '../../../workers/lifecycle/removal.ts';
import { ConflictError } from '../../errors/failures.ts';
import { findReport } from '../../runs/find-report.ts';
import type { Api, ApiContext } from '../../service/api-context.ts';
import { RequestProblem } from '../../service/problem.ts';
import { findPublicRun } from '../../service/public-run.ts';
import { reportContext } from '../../service/stored-report.ts';
import { readWholeSession } from '../../service/whole-session.ts';
import { userOf } from '../server/users.ts';
import { jsonBody, jsonResponses, routesOf, runPathSchema } from './responses.ts';
import { sessionPathSchema, userQuerySchema } from './sessions.ts';

const labelRequestSchema = z
  .strictObject({
    name: z
      .string()
      .trim()
      .max(200)
      .nullable()
      .transform((name) => name || null)
      .optional()
      .openapi({ description: 'null or empty: its question again' }),
    isPinned: z.boolean().optional(),
  })
  .openapi('ChangeLabel', { example: { name: 'Limits of the client', isPinned: true } });

const deletedSchema = z
  .object({
    parts: z.array(z.object({ kind: z.string(), count: z.int(), bytes: z.int() })).readonly(),
    textsKept: z.int().openapi({ description: 'texts that others may be using; gc deletes them later' }),
  })
  .openapi('Deleted');

const defineForRun = routesOf('Research runs');
const defineForSession = routesOf('Sessions');

const labelRun = defineForRun('patch', '/api/runs/{researchId}', {
  summary: 'Name or pin a run; what is left out stays',
  request: { params: runPathSchema, body: jsonBody(labelRequestSchema) },
  responses: jsonResponses('what it is called now', labelSchema),
});

const labelSession = defineForSession('patch', '/api/sessions/{sessionId}', {
  summary: 'Name or pin a session; what is left out stays',
  request: { params: sessionPathSchema, query: userQuerySchema, body: jsonBody(labelRequestSchema) },
  responses: jsonResponses('what it is called now', labelSchema),
});

const deleteRun = defineForRun('delete', '/api/runs/{researchId}', {
  summary: 'Delete a run that is over, with its report and its history',
  request: { params: runPathSchema },
  responses: jsonResponses('it is deleted', deletedSchema),
});

const deleteSession = defineForSession('delete', '/api/sessions/{sessionId}', {
  summary: 'End a session, and delete it with its answers and its history',
  request: { params: sessionPathSchema, query: userQuerySchema },
  responses: jsonResponses('it is deleted', deletedSchema),
});

const shareSchema = z
  .object({
    shareId: z.string().openapi({ example: '3f9a21c0' }),
    researchId: z.string(),
    createdAt: z.string(),
    expiresAt: z.string(),
  })
  .openapi('Share');

const madeShareSchema = shareSchema
  .extend({
    token: z.string().openapi({ description: 'told this once: only its hash is kept' }),
    path: z.string().openapi({ description: 'of the page that shows the report' }),
  })
  .openapi('MadeShare');

const shareRequestSchema = z
  .strictObject({ days: z.int().min(1).max(365).default(7) })
  .openapi('ShareRun', { example: { days: 7 } });

const path = '/api/runs/{researchId}/shares';

const define = routesOf('Reports');

const make = define('post', path, {
  summary: 'A link that opens this report with its sources to everybody who has it, and nothing else',
  request: { params: runPathSchema, body: jsonBody(shareRequestSchema) },
  responses: jsonResponses('the link', madeShareSchema),
});

const list = define('get', path, {
  summary: 'The links to a report that still work',
  request: { params: runPathSchema },
  responses: jsonResponses('oldest first', z.object({ shares: z.array(shareSchema) })),
});

const revoke = define('delete', `${path}/{shareId}`, {
  summary: 'Revoke a link, at once',
  request: { params: runPathSchema.extend({ shareId: z.string().min(1).max(20).openapi({ example: '3f9a21c0' }) }) },
  responses: jsonResponses('it does not work any more', z.object({ shareId: z.string() })),
});

const itself = define('get', '/api/shared', {
  summary: 'Which report the token of a link is for',
  responses: jsonResponses('null: it is no token of a link', z.object({ share: shareSchema.nullable() })),
});

/** A session ends within milliseconds of being told to, if there is a worker. */
const END_PATIENCE_MS = 10_000;

/** Names, pins, and the end of runs and sessions. Runs of other users are hidden before. */
export function addLabelRoutes(api: Api, context: ApiContext): void {
  const { tools } = context;
  const requireSession = async (sessionId: string, userId: string | null) =>
    void (await readWholeSession(context, { sessionId, userId }));
  api.openapi(labelRun, async (http) => {
    const { researchId } = http.req.valid('param');
    await findPublicRun(context, researchId);
    return http.json(await tools.labels.change(researchId, http.req.valid('json')), 200);
  });
  api.openapi(labelSession, async (http) => {
    const { sessionId } = http.req.valid('param');
    await requireSession(sessionId, userOf(http, http.req.valid('query')));
    return http.json(await tools.labels.change(sessionId, http.req.valid('json')), 200);
  });
  api.openapi(deleteRun, async (http) => {
    const { researchId } = http.req.valid('param');
    await findPublicRun(context, researchId);
    return http.json(await deleteRecord(context, researchId, 'run'), 200);
  });
  api.openapi(deleteSession, async (http) => {
    const { sessionId } = http.req.valid('param');
    await requireSession(sessionId, userOf(http, http.req.valid('query')));
    return http.json(await deleteRecord(context, sessionId, 'session'), 200);
  });
}

/** `/api/runs/{researchId}/shares`, and what a shared link asks. */
export function addShareRoutes(api: Api, { access, tools }: ApiContext): void {
  const context = reportContext(tools, async () => access);
  api.openapi(make, async (http) => {
    const { researchId } = http.req.valid('param');
    // There has to be something to read.
    await findReport(context, researchId);
    const share = await tools.shares.create(researchId, http.req.valid('json').days);
    return http.json({ ...share, path: `/shared/${share.token}` }, 200);
  });
  api.openapi(list, async (http) =>
    http.json({ shares: [...(await tools.shares.list(http.req.valid('param').researchId))] }, 200),
  );
  api.openapi(revoke, async (http) => {
    const { researchId, shareId } = http.req.valid('param');
    if (!(await tools.shares.revoke(researchId, shareId))) throw new RequestProblem(404, 'there is no such link');
    return http.json({ shareId }, 200);
  });
  api.openapi(itself, (http) => http.json({ share: http.get('share') ?? null }, 200));
}

/**
 * Deletes what Temporal and the store have of a run or session. An open session is ended first: it only waits for its
 * next message.
 *
 * @throws {ConflictError} while a run is under way
 */
async function deleteRecord(
  { access, tools, openHistories, settings }: ApiContext,
  id: string,
  kind: 'run' | 'session',
): Promise<Removal> {
  const histories = await openHistories();
  try {
    const isRunning = async () => (await histories.stateOf(id))?.isRunning === true;
    if (await isRunning()) {
      if (kind === 'run') throw new ConflictError('the run is under way', 'Cancel it first.');
      await access.conversations.cancel(id);
      const deadline = performance.now() + END_PATIENCE_MS;
      while (await isRunning()) {
        if (performance.now() > deadline) throw new ConflictError('the session does not end', 'Try again in a moment.');
        await delay(100, undefined, { signal: settings.closing });
      }
    }
    const lifecycle = await tools.openLifecycle();
    await histories.delete(id, settings.closing);
    return kind === 'run' ? await lifecycle.removeRun(id, true) : await lifecycle.removeSession(id, true);
  } finally {
    await histories.close();
  }
}
