import { setTimeout as delay } from 'node:timers/promises';
import { z } from '@hono/zod-openapi';
import { answerEventSchema } from '@plumbline/contracts/answers/answer';
import { answerIdOf, type ConversationView, sessionOfAnswer } from '@plumbline/contracts/answers/conversation';
import type { Context } from 'hono';
import { UnknownSessionError } from '../../errors/failures.ts';
import { type Api, type ApiContext, contextFor } from '../../service/api-context.ts';
import { messageToAsk, type MessageToAsk, withReport } from '../../service/message-to-ask.ts';
import { invalidRequest, problemOf, type RequestEnvironment, RequestProblem } from '../../service/problem.ts';
import {
  queryParametersSchema,
  queryRequestSchema,
  readEventId,
  type ResumePoint,
} from '../../service/query-request.ts';
import { type FinalEvent, followAnswer, isFinal, sendEvents, type SentAnswerEvent } from '../server/event-sending.ts';
import { tokenUserOf, userOf } from '../server/users.ts';
import { eventHeaders, eventResponses, foreignEventId, jsonBody, jsonResponses, routesOf } from './responses.ts';
import { answerSchema, feedbackRequestSchema } from './sessions.ts';

const events = z
  .union([z.object({ kind: z.literal('session'), sessionId: z.string(), messageId: z.string() }), answerEventSchema])
  .openapi('StreamEvent');

const STREAM = '/api/query/stream';
const shared = {
  description:
    'Server-sent events; the name of an event is its kind, its data is JSON. The first is session, the last end or failed; after reset, the text so far is void. Last-Event-ID goes on after that event: then nothing is asked again, and 204 says that nothing follows.',
  responses: eventResponses(events, 'nothing follows the event in Last-Event-ID'),
};

const define = routesOf('Answers');

const post = define('post', STREAM, {
  ...shared,
  summary: 'Answer a message, and tell what happens meanwhile',
  request: { headers: eventHeaders, body: jsonBody(queryRequestSchema) },
});

const get = define('get', STREAM, {
  ...shared,
  summary: 'The same for an EventSource, which cannot send history',
  request: { headers: eventHeaders, query: queryParametersSchema },
});

const feedback = define('post', '/api/feedback', {
  summary: 'Say whether an answer helped; the next answer of its session takes a bad rating into account, once',
  request: { body: jsonBody(feedbackRequestSchema) },
  responses: jsonResponses('noted', z.object({ answerId: z.string() })),
});

const query = define('post', '/api/query', {
  summary: 'Answer a message',
  description:
    'Waits for the answer. An answer with needsClarification asks back: show clarificationQuestions, and send what the person says as the next message. Closing the connection ends the waiting, not the answer.',
  request: { body: jsonBody(queryRequestSchema) },
  responses: jsonResponses('the answer', answerSchema),
});

/** What became of a message that was asked here. */
interface Asking {
  /** It is its turn. */
  readonly begun: Promise<void>;
  readonly settled: Promise<void>;
  end(): FinalEvent | null;
}

interface Streaming {
  readonly requestId: string;
  readonly signal: AbortSignal;
  /** False: the reader has the first event. */
  readonly isNew: boolean;
}

/** `/api/query`. */
export function addQueryRoute(api: Api, context: ApiContext): void {
  const { access, settings } = context;
  api.openapi(query, async (http) => {
    const request = http.req.valid('json');
    const viewer = tokenUserOf(http);
    const asked = await withReport(context, { ...request, userId: userOf(http, request) }, viewer);
    const { sessionId, scope, ask } = await messageToAsk(await contextFor(context, viewer), asked, false);
    const signal = AbortSignal.any([http.req.raw.signal, settings.closing]);
    try {
      const answer = await access.conversations.ask({ sessionId, scope, ask, signal });
      return http.json(answer, 200);
    } catch (error) {
      if (!signal.aborted) throw error;
      throw new RequestProblem(503, 'the server stops; the answer goes on without it', {
        remedy: `Send the message again with messageId ${ask.messageId} and sessionId ${sessionId}.`,
      });
    }
  });
}

/** `/api/feedback`. */
export function addFeedbackRoute(api: Api, { access: { conversations } }: ApiContext): void {
  api.openapi(feedback, async (http) => {
    const { userId: told, ...given } = http.req.valid('json');
    const sessionId = sessionOfAnswer(given.answerId);
    if (sessionId === null) throw new RequestProblem(400, `"${given.answerId}" is not the id of an answer`);
    await conversations.view(sessionId, userOf(http, { userId: told }));
    await conversations.feedback(given);
    return http.json({ answerId: given.answerId }, 200);
  });
}

/** `/api/query/stream`. */
export function addQueryStreamRoutes(api: Api, context: ApiContext): void {
  api.openapi(post, (http) => stream(context, http, http.req.valid('json')));
  api.openapi(get, (http) => stream(context, http, http.req.valid('query')));
}

/** @param request not yet checked as a whole: what resumes an answer needs no message */
async function stream(
  context: ApiContext,
  http: Context<RequestEnvironment>,
  request: { readonly userId?: string | null | undefined },
): Promise<Response> {
  const userId = userOf(http, request);
  const resumed = resumePointOf(http);
  if (resumed !== null && 'answerId' in resumed) {
    const { isOver, follow } = await resumeAnswer(context, { ...resumed, userId });
    return isOver ? http.body(null, 204) : sendEvents(context, http, follow);
  }
  const parsed = queryRequestSchema.safeParse({ ...request, ...resumed, userId });
  if (!parsed.success) throw invalidRequest(parsed.error, 'message');
  const viewer = tokenUserOf(http);
  const asked = await withReport(context, parsed.data, viewer);
  const message = await messageToAsk(await contextFor(context, viewer), asked, true);
  const isNew = resumed === null;
  return sendEvents(context, http, (signal) =>
    streamMessage(context, message, { requestId: http.get('requestId'), signal, isNew }),
  );
}

function resumePointOf(http: Context): ResumePoint | null {
  const given = http.req.header('last-event-id');
  if (given === undefined || given === '') return null;
  const point = readEventId(given);
  if (point !== null) return point;
  throw foreignEventId('answer');
}

interface AnswerToResume {
  readonly answerId: string;
  readonly after: number;
  readonly userId: string | null;
}

/** An answer whose stream goes on after a reader lost it. */
interface ResumedAnswer {
  /** Nothing follows what the reader has. */
  readonly isOver: boolean;
  readonly follow: (signal: AbortSignal) => AsyncGenerator<SentAnswerEvent, void>;
}

/**
 * Finds an answer again, also after the process that asked was killed. Nothing is asked.
 *
 * @throws {UsageError} for an unknown session, or another user's
 * @throws {RequestProblem} for an answer that the session has not begun
 */
async function resumeAnswer(context: ApiContext, resumed: AnswerToResume): Promise<ResumedAnswer> {
  const { answerId, after, userId } = resumed;
  const { access, tools, settings } = context;
  const sessionId = sessionOfAnswer(answerId);
  if (sessionId === null) throw new UnknownSessionError(answerId);
  const { pollMs, lookMs } = settings.streaming;
  const lookNow = async () => endIn(await access.conversations.view(sessionId, userId), answerId);
  let end = await lookNow();
  const isOver = after > 0 && (await wasLast(context, resumed, end !== null));
  let lookedAt = performance.now();
  const look = async () => {
    if (end !== null || performance.now() - lookedAt < lookMs) return end;
    // While a worker restarts, the store has the events.
    end = await lookNow().catch(() => null);
    lookedAt = performance.now();
    return end;
  };
  const follow = (signal: AbortSignal) =>
    followAnswer({ answerId, after, read: tools.readAnswerEvents, look, pollMs, signal });
  return { isOver, follow };
}

/**
 * Whether the event that the reader has is the last one. The store knows it before the session does. A number beyond
 * the store belongs to an end that the store lacks.
 */
async function wasLast(
  { tools }: ApiContext,
  { answerId, after }: AnswerToResume,
  hasEnded: boolean,
): Promise<boolean> {
  const [last] = await tools.readAnswerEvents(answerId, after - 1);
  return last === undefined ? hasEnded : isFinal(last.event);
}

/** Null: the answer is under way. */
function endIn(view: ConversationView, answerId: string): FinalEvent | null {
  if (view.pending.some((entry) => entry.answerId === answerId)) return null;
  const answer = view.answers.find((entry) => entry.answerId === answerId);
  if (answer !== undefined) return { kind: 'end', answer };
  const number = Number(answerId.slice(answerId.lastIndexOf(':') + 1));
  if (number < 1 || number > view.turns || answerId !== answerIdOf(view.sessionId, number)) {
    throw new RequestProblem(404, `the session has no answer ${answerId}`);
  }
  const failure = view.thread.find(({ turn }) => turn === number)?.failure;
  return { kind: 'failed', reason: failure ?? 'the session no longer keeps this answer' };
}

/** Asks a message and follows its answer. Aborting ends the following, not the answer. */
async function* streamMessage(
  context: ApiContext,
  message: MessageToAsk,
  { requestId, signal, isNew }: Streaming,
): AsyncGenerator<SentAnswerEvent, void> {
  const { sessionId, ask } = message;
  const { messageId } = ask;
  const asking = beginAsking(context, message, requestId, signal);
  if (isNew) yield { id: messageId, event: { kind: 'session', sessionId, messageId } };
  const answerId = await findAnswerId(context, message, asking, signal);
  if (answerId === null) {
    const failed = asking.end();
    if (failed !== null) yield { id: null, event: failed };
    return;
  }
  yield* followAnswer({
    answerId,
    after: 0,
    read: context.tools.readAnswerEvents,
    look: async () => asking.end(),
    pollMs: context.settings.streaming.pollMs,
    signal,
  });
}

function beginAsking(
  context: ApiContext,
  { sessionId, scope, ask }: MessageToAsk,
  requestId: string,
  signal: AbortSignal,
): Asking {
  let end: FinalEvent | null = null;
  const { promise: begun, resolve: onSession } = Promise.withResolvers<void>();
  const settled = context.access.conversations
    .ask({ sessionId, scope, ask, signal, onSession: () => onSession() })
    .then(
      (answer) => {
        end = { kind: 'end', answer };
      },
      (error: unknown) => {
        if (!signal.aborted) end = { kind: 'failed', reason: reasonOf(context, error, requestId) };
      },
    );
  return { begun, settled, end: () => end };
}

function reasonOf({ report }: ApiContext, error: unknown, requestId: string): string {
  const problem = problemOf(error);
  if (problem === null) report(error, requestId);
  return problem?.message ?? `something went wrong; see the server's log under ${requestId}`;
}

/** Null: the message failed before it had an answer. */
async function findAnswerId(
  { access, settings }: ApiContext,
  { sessionId, userId, ask }: MessageToAsk,
  asking: Asking,
  signal: AbortSignal,
): Promise<string | null> {
  await Promise.race([asking.begun, asking.settled]);
  for (;;) {
    // A session that is only beginning, or is busy, does not answer yet.
    const view = access.conversations.view(sessionId, userId).catch(() => null);
    const found = await Promise.race([view, asking.settled.then(() => null)]);
    const answerId = found === null ? null : answerIdIn(found, ask.messageId);
    if (answerId !== null) return answerId;
    const end = asking.end();
    if (end !== null) return end.kind === 'end' ? end.answer.answerId : null;
    await delay(settings.streaming.pollMs, undefined, { signal });
  }
}

function answerIdIn({ sessionId, pending, thread }: ConversationView, messageId: string): string | null {
  const waiting = pending.find((entry) => entry.messageId === messageId);
  if (waiting !== undefined) return waiting.answerId;
  const turn = thread.find((entry) => entry.messageId === messageId);
  return turn === undefined ? null : answerIdOf(sessionId, turn.turn);
}
