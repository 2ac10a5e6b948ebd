import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { answerEventSchema } from '../../../workflows/contracts/answer.ts';
import type { Api, ApiContext } from '../context/api-context.ts';
import { type ResumePoint, readEventId } from '../protocol/event-id.ts';
import { invalidRequest, type RequestEnvironment, RequestProblem } from '../protocol/problem.ts';
import { userOf } from '../protocol/users.ts';
import { queryParametersSchema, queryRequestSchema } from '../schemas/query-request.ts';
import { streamMessage } from '../streaming/asked-message.ts';
import { sendEvents } from '../streaming/event-sending.ts';
import { messageToAsk } from '../streaming/message-to-ask.ts';
import { resumeAnswer } from '../streaming/resumed-answer.ts';
import { failed, jsonBody } from './responses.ts';

const events = z
  .union([z.object({ kind: z.literal('session'), sessionId: z.string(), messageId: z.string() }), answerEventSchema])
  .openapi('StreamEvent');

const shared = {
  path: '/api/query/stream' as const,
  tags: ['Answers'],
  description:
    'Server-sent events; the name of an event is its kind, its data is JSON. The first is session, the last end or failed; after reset, the text so far is void. Last-Event-ID goes on after that event: then nothing is asked again, and 204 says that nothing follows.',
  responses: {
    200: { description: 'the events', content: { 'text/event-stream': { schema: events } } },
    204: { description: 'nothing follows the event in Last-Event-ID' },
    default: failed,
  },
};

const headers = z.object({
  'last-event-id': z.string().optional().openapi({ description: 'id of the last event that arrived' }),
});

const post = createRoute({
  ...shared,
  method: 'post',
  summary: 'Answer a message, and tell what happens meanwhile',
  request: { headers, body: jsonBody(queryRequestSchema) },
});

const get = createRoute({
  ...shared,
  method: 'get',
  summary: 'The same for an EventSource; history cannot be sent this way',
  request: { headers, query: queryParametersSchema },
});

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
  const message = await messageToAsk(context, parsed.data, true);
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
  throw new RequestProblem(400, 'Last-Event-ID is none of this API', {
    remedy: 'Send it as the event said it, or leave it out.',
  });
}
