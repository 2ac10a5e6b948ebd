import { createRoute, z } from '@hono/zod-openapi';
import { sessionOfAnswer } from '../../../workflows/contracts/conversation.ts';
import type { Api, ApiContext } from '../context/api-context.ts';
import { RequestProblem } from '../protocol/problem.ts';
import { userOf } from '../protocol/users.ts';
import { feedbackRequestSchema } from '../schemas/sessions.ts';
import { jsonBody, jsonResponses } from './responses.ts';

const feedback = createRoute({
  method: 'post',
  path: '/api/feedback',
  tags: ['Answers'],
  summary: 'Say whether an answer helped; the next answer of its session is told once that it did not',
  request: { body: jsonBody(feedbackRequestSchema) },
  responses: jsonResponses('noted', z.object({ answerId: z.string() })),
});

/** `/api/feedback`. */
export function addFeedbackRoute(api: Api, { access: { conversations } }: ApiContext): void {
  api.openapi(feedback, async (http) => {
    const { userId: told, ...given } = http.req.valid('json');
    const { answerId } = given;
    const sessionId = sessionOfAnswer(answerId);
    if (sessionId === null) throw new RequestProblem(400, `"${answerId}" is not the id of an answer`);
    await conversations.view(sessionId, userOf(http, { userId: told }));
    await conversations.feedback(given);
    return http.json({ answerId }, 200);
  });
}
