import { createRoute, z } from '@hono/zod-openapi';
import { sessionLimitsSchema } from '../../../workflows/contracts/conversation-settings.ts';
import type { Api, ApiContext } from '../context/api-context.ts';
import { userOf } from '../protocol/users.ts';
import { givenFields } from '../schemas/given-fields.ts';
import { listedSessionSchema, sessionPathSchema, sessionSchema, userQuerySchema } from '../schemas/sessions.ts';
import { jsonBody, jsonResponses } from './responses.ts';

const tags = ['Sessions'];

const list = createRoute({
  method: 'get',
  path: '/api/sessions',
  tags,
  summary: 'The sessions of a user, or those without a user, newest first',
  request: { query: userQuerySchema },
  responses: jsonResponses('at most 200', z.object({ sessions: z.array(listedSessionSchema) })),
});

const view = createRoute({
  method: 'get',
  path: '/api/sessions/{sessionId}',
  tags,
  summary: 'A session: its thread, last answers, and what is pending',
  request: { params: sessionPathSchema, query: userQuerySchema },
  responses: jsonResponses('the session', sessionSchema),
});

const extendRequestSchema = z
  .strictObject({ limits: givenFields(sessionLimitsSchema) })
  .openapi('ExtendSession', { example: { limits: { modelCalls: 4_000 } } });

const extend = createRoute({
  method: 'post',
  path: '/api/sessions/{sessionId}/extend',
  tags,
  summary: 'New totals of limits; those left out stay',
  request: { params: sessionPathSchema, query: userQuerySchema, body: jsonBody(extendRequestSchema) },
  responses: jsonResponses('the session', sessionSchema),
});

const retry = createRoute({
  method: 'post',
  path: '/api/sessions/{sessionId}/retry',
  tags,
  summary: 'Ask a server that the answer under way waits for again, now',
  request: { params: sessionPathSchema, query: userQuerySchema },
  responses: jsonResponses('the session', sessionSchema),
});

/** `/api/sessions`: a user sees no session of another one. */
export function addSessionRoutes(api: Api, { access: { conversations } }: ApiContext): void {
  api.openapi(list, async (http) => {
    const userId = userOf(http, http.req.valid('query'));
    return http.json({ sessions: await conversations.list(userId) }, 200);
  });
  api.openapi(view, async (http) => {
    const userId = userOf(http, http.req.valid('query'));
    return http.json(await conversations.view(http.req.valid('param').sessionId, userId), 200);
  });
  const afterChange = async (sessionId: string, userId: string | null, change: () => Promise<void>) => {
    // Before anything changes: it may be another user's.
    await conversations.view(sessionId, userId);
    await change();
    return conversations.view(sessionId, userId);
  };
  api.openapi(extend, async (http) => {
    const { sessionId } = http.req.valid('param');
    const userId = userOf(http, http.req.valid('query'));
    const { limits } = http.req.valid('json');
    return http.json(await afterChange(sessionId, userId, () => conversations.extend(sessionId, limits)), 200);
  });
  api.openapi(retry, async (http) => {
    const { sessionId } = http.req.valid('param');
    const userId = userOf(http, http.req.valid('query'));
    return http.json(await afterChange(sessionId, userId, () => conversations.retry(sessionId)), 200);
  });
}
