import { createRoute } from '@hono/zod-openapi';
import type { Api, ApiContext } from '../context/api-context.ts';
import { RequestProblem } from '../protocol/problem.ts';
import { userOf } from '../protocol/users.ts';
import { queryRequestSchema } from '../schemas/query-request.ts';
import { answerSchema } from '../schemas/sessions.ts';
import { messageToAsk } from '../streaming/message-to-ask.ts';
import { jsonBody, jsonResponses } from './responses.ts';

const query = createRoute({
  method: 'post',
  path: '/api/query',
  tags: ['Answers'],
  summary: 'Answer a message',
  description:
    'Waits for the answer. An answer with needsClarification asks back: show clarificationQuestions, and send what the person says as the next message. Closing the connection ends the waiting, not the answer.',
  request: { body: jsonBody(queryRequestSchema) },
  responses: jsonResponses('the answer', answerSchema),
});

/** `/api/query`. */
export function addQueryRoute(api: Api, context: ApiContext): void {
  const { access, settings } = context;
  api.openapi(query, async (http) => {
    const request = http.req.valid('json');
    const asked = { ...request, userId: userOf(http, request) };
    const { sessionId, scope, ask } = await messageToAsk(context, asked, false);
    const signal = AbortSignal.any([http.req.raw.signal, settings.closing]);
    try {
      return http.json(await access.conversations.ask({ sessionId, scope, ask, signal }), 200);
    } catch (error) {
      if (!signal.aborted) throw error;
      throw new RequestProblem(503, 'the server stops; the answer goes on without it', {
        remedy: `Send the message again with messageId ${ask.messageId} and sessionId ${sessionId}.`,
      });
    }
  });
}
