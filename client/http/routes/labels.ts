import { z } from '@hono/zod-openapi';
import { labelSchema } from '@plumbline/page/answers/runs';
import type { Api, ApiContext } from '../../service/api-context.ts';
import { findPublicRun } from '../../service/public-run.ts';
import { deleteRecord } from '../../service/record-deletion.ts';
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
