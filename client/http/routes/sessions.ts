import { z } from '@hono/zod-openapi';
import { answerResultSchema } from '@plumbline/contracts/answers/answer';
import { filtersSchema } from '@plumbline/contracts/answers/catalogue';
import { feedbackSchema, turnSchema } from '@plumbline/contracts/answers/conversation';
import { leftOutSchema } from '@plumbline/contracts/evidence/corpus';
import type { Quote } from '@plumbline/contracts/evidence/finding';
import { sourceTextSchema } from '@plumbline/contracts/report/report-reading';
import { usageSchema } from '@plumbline/contracts/research/accounting';
import { sessionLimitsSchema } from '@plumbline/contracts/settings/conversation-settings';
import { labelSchema } from '@plumbline/page/answers/runs';
import { UNLABELLED } from '@plumbline/storage/labels';
import { isOpenTo } from '../../conversations/session-id.ts';
import { RUN_STATUSES } from '../../runs/run-observation.ts';
import type { Api, ApiContext } from '../../service/api-context.ts';
import { givenFields, named } from '../../service/described.ts';
import { sessionIdSchema, userIdSchema, userParameterSchema } from '../../service/query-request.ts';
import { originalOf, readQuotedText, sendOriginal } from '../../service/quoted-sources.ts';
import { readWholeSession } from '../../service/whole-session.ts';
import { userOf } from '../server/users.ts';
import { figurePlace, jsonBody, jsonResponses, originalResponses, routesOf, textWindow } from './responses.ts';

export const answerSchema = named(answerResultSchema, 'Answer');

const listedSessionSchema = z
  .object({
    sessionId: z.string(),
    title: z.string().openapi({ description: 'its first message' }),
    userId: z.string().nullable(),
    /** A session that completed goes on with its next message. */
    status: z.enum(RUN_STATUSES),
    startedAt: z.string(),
    ...labelSchema.shape,
  })
  .openapi('ListedSession');

const sessionSchema = z
  .object({
    sessionId: z.string(),
    userId: z.string().nullable(),
    turns: z.int(),
    thread: z.array(turnSchema).readonly(),
    answers: z.array(answerSchema).readonly(),
    leftOut: z
      .array(leftOutSchema)
      .readonly()
      .openapi({ description: 'what include and exclude of the session leave out of its folders' }),
    filters: z.record(z.string(), filtersSchema),
    pending: z
      .array(z.object({ answerId: z.string(), messageId: z.string(), message: z.string() }))
      .readonly()
      .openapi({ description: 'being answered, then waiting' }),
    answering: z.string().nullable().openapi({ description: 'id of the answer under way' }),
    usage: usageSchema,
    limits: sessionLimitsSchema,
  })
  .openapi('Session');

export const sessionPathSchema = z.object({ sessionId: sessionIdSchema.openapi({ example: 'chat-6d0c8a1f2b3e4d5c' }) });

export const userQuerySchema = z.strictObject({ userId: userParameterSchema });

export const feedbackRequestSchema = feedbackSchema
  .extend({ userId: userIdSchema })
  .openapi('Feedback', { example: { answerId: 'chat-6d0c8a1f2b3e4d5c:1', verdict: 'helpful' } });

const define = routesOf('Sessions');

const list = define('get', '/api/sessions', {
  summary: 'The sessions of a user, or those without a user and of the page, newest first',
  request: { query: userQuerySchema },
  responses: jsonResponses('the sessions', z.object({ sessions: z.array(listedSessionSchema) })),
});

const view = define('get', '/api/sessions/{sessionId}', {
  summary: 'A session: its thread, its answers, and what is pending',
  request: {
    params: sessionPathSchema,
    query: userQuerySchema.extend({
      after: z.coerce.number().int().nonnegative().default(0).openapi({ description: 'only turns after this one' }),
    }),
  },
  responses: jsonResponses('the session', sessionSchema),
});

const extendRequestSchema = z
  .strictObject({ limits: givenFields(sessionLimitsSchema) })
  .openapi('ExtendSession', { example: { limits: { modelCalls: 4_000 } } });

const extend = define('post', '/api/sessions/{sessionId}/extend', {
  summary: 'New totals of limits; omitted ones stay',
  request: { params: sessionPathSchema, query: userQuerySchema, body: jsonBody(extendRequestSchema) },
  responses: jsonResponses('the session', sessionSchema),
});

const act = (name: string, summary: string) =>
  define('post', `/api/sessions/{sessionId}/${name}`, {
    summary,
    request: { params: sessionPathSchema, query: userQuerySchema },
    responses: jsonResponses('the session', sessionSchema),
  });
const retry = act('retry', 'Ask a server that the answer under way waits for again, now');
const stop = act('stop', 'Stop the answer under way; the session goes on');

const citationPathSchema = sessionPathSchema.extend({
  turn: z.coerce.number().int().min(1).openapi({ example: '1' }),
  number: z.coerce.number().int().min(1).openapi({ example: '1', description: 'of the citation' }),
});

const citedText = define('get', '/api/sessions/{sessionId}/answers/{turn}/citations/{number}/text', {
  summary: 'A part of the stored text that an answer cites',
  request: { params: citationPathSchema, query: userQuerySchema.extend(textWindow) },
  responses: jsonResponses('the text', named(sourceTextSchema, 'SourceText')),
});

const citedOriginal = define('get', '/api/sessions/{sessionId}/answers/{turn}/citations/{number}/original', {
  summary: 'The bytes of a document that an answer cites, if they are still those that were read',
  request: { params: citationPathSchema, query: userQuerySchema.extend(figurePlace) },
  responses: originalResponses,
});

/** Only what the answer cites. */
function addCitationRoutes(api: Api, { access, tools }: ApiContext): void {
  const quoteOf = async (
    { sessionId, turn, number }: z.infer<typeof citationPathSchema>,
    userId: string | null,
  ): Promise<Quote | undefined> => {
    // Before anything is read: it may be another user's.
    await access.conversations.view(sessionId, userId);
    const answer = await tools.conversations.readAnswer(`${sessionId}:${turn}`);
    return answer?.result.citations.find((citation) => citation.number === number)?.quote;
  };
  api.openapi(citedText, async (http) => {
    const { start, end, ...told } = http.req.valid('query');
    const quote = await quoteOf(http.req.valid('param'), userOf(http, told));
    return http.json(await readQuotedText(tools, quote, { start, end }), 200);
  });
  api.openapi(citedOriginal, async (http) => {
    const { figure, ...told } = http.req.valid('query');
    const quote = await quoteOf(http.req.valid('param'), userOf(http, told));
    const { sessionId } = http.req.valid('param');
    const corpus = await tools.conversations.readScope(sessionId);
    return http.body(...sendOriginal(await originalOf(tools, { corpus, readBy: sessionId }, quote, figure)));
  });
}

/** `/api/sessions`: a user sees no session of another one. */
export function addSessionRoutes(api: Api, context: ApiContext): void {
  const { conversations } = context.access;
  addCitationRoutes(api, context);
  api.openapi(list, async (http) =>
    http.json({ sessions: await listSessions(context, userOf(http, http.req.valid('query'))) }, 200),
  );
  api.openapi(view, async (http) => {
    const { after, ...query } = http.req.valid('query');
    const { sessionId } = http.req.valid('param');
    return http.json(await readWholeSession(context, { sessionId, userId: userOf(http, query), after }), 200);
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
  for (const [route, change] of [
    [stop, (sessionId: string) => conversations.stop(sessionId)],
    [retry, (sessionId: string) => conversations.retry(sessionId)],
  ] as const) {
    api.openapi(route, async (http) => {
      const { sessionId } = http.req.valid('param');
      const userId = userOf(http, http.req.valid('query'));
      return http.json(await afterChange(sessionId, userId, () => change(sessionId)), 200);
    });
  }
}

/** Of Temporal, and those that only the store still has; newest first. */
async function listSessions({ access, tools }: ApiContext, userId: string | null) {
  const [told, stored, labels] = await Promise.all([
    access.conversations.list(userId),
    tools.conversations.list(),
    tools.labels.list(),
  ]);
  const known = new Set(told.map(({ sessionId }) => sessionId));
  const status = 'completed' as const;
  const others = stored
    .filter((session) => isOpenTo(userId, session.userId) && !known.has(session.sessionId))
    .map(({ sessionId, title, userId: owner, startedAt }) => ({ sessionId, title, userId: owner, startedAt, status }));
  return [...told, ...others]
    .map((session) => ({ ...session, ...(labels.get(session.sessionId) ?? UNLABELLED) }))
    .sort((a, b) => b.startedAt.localeCompare(a.startedAt));
}
