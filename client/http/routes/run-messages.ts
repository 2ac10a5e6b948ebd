import { createRoute, z } from '@hono/zod-openapi';
import { researchPlanSchema } from '@plumbline/contracts/evidence/research-plan';
import { MAX_ANSWER_LENGTH } from '@plumbline/contracts/research/clarification';
import { researchLimitsSchema } from '@plumbline/contracts/research/research-request';
import { steerSchema } from '@plumbline/contracts/research/steering';
import { deliverySchema } from '@plumbline/page/answers/runs';
import type { Delivery } from '../../runs/run-messages.ts';
import type { Api, ApiContext } from '../../service/api-context.ts';
import { givenFields } from '../../service/described.ts';
import { takenMessage } from '../../service/taken-message.ts';
import { jsonBody, jsonResponses, runPathSchema } from './responses.ts';

const tags = ['Research runs'];
const responses = jsonResponses('the run took the message', deliverySchema);
const params = runPathSchema;

/** A message without a body. */
const plain = <Path extends string>(path: Path, summary: string) =>
  createRoute({ method: 'post', path, tags, summary, request: { params }, responses });

/** A message with a body. */
const withBody = <Path extends string, Schema extends z.ZodType>(path: Path, summary: string, schema: Schema) =>
  createRoute({ method: 'post', path, tags, summary, request: { params, body: jsonBody(schema) }, responses });

const answerRequestSchema = z
  .strictObject({
    text: z.string().trim().min(1).max(MAX_ANSWER_LENGTH).openapi({ example: 'Only for HTTP/2.' }),
    questionId: z.string().max(100).optional().openapi({ description: 'default: the whole round' }),
  })
  .openapi('AnswerQuestions');

const approveRequestSchema = z
  .strictObject({ plan: researchPlanSchema.optional().openapi({ description: 'an edited plan' }) })
  .openapi('ApprovePlan');

const steerRequestSchema = z
  .strictObject({ changes: z.array(steerSchema).min(1).max(50) })
  .openapi('SteerRun', { example: { changes: [{ action: 'add-task', text: 'What changed in 2024?' }] } });

const extendRequestSchema = z
  .strictObject({ limits: givenFields(researchLimitsSchema) })
  .openapi('ExtendRun', { example: { limits: { modelCalls: 800 } } });

const answer = withBody('/api/runs/{researchId}/answer', 'Answer the questions of a run', answerRequestSchema);
const approve = withBody('/api/runs/{researchId}/approve', 'Approve the plan that waits', approveRequestSchema);
const steer = withBody('/api/runs/{researchId}/steer', 'Change what a run still has to do', steerRequestSchema);
const extend = withBody('/api/runs/{researchId}/extend', 'New totals of limits; others stay', extendRequestSchema);
const skip = plain('/api/runs/{researchId}/skip', 'Go on with the assumptions instead of an answer');
const retry = plain('/api/runs/{researchId}/retry', 'Retry now what the run waits for');
const finish = plain('/api/runs/{researchId}/finish', 'End research now and write the report');

/** `/api/runs/{researchId}/…`: messages to a run that is under way. */
export function addRunMessageRoutes(api: Api, { access: { research } }: ApiContext): void {
  api.openapi(answer, async (http) => {
    const { text, questionId } = http.req.valid('json');
    const given = { text, ...(questionId !== undefined && { questionId }) };
    return http.json(await send(http.req.valid('param'), (id) => research.answer(id, given)), 200);
  });
  api.openapi(approve, async (http) => {
    const { plan } = http.req.valid('json');
    return http.json(await send(http.req.valid('param'), (id) => research.approvePlan(id, plan)), 200);
  });
  api.openapi(steer, async (http) => {
    const { changes } = http.req.valid('json');
    return http.json(await send(http.req.valid('param'), (id) => research.steer(id, changes)), 200);
  });
  api.openapi(extend, async (http) => {
    const { limits } = http.req.valid('json');
    return http.json(await send(http.req.valid('param'), (id) => research.extend(id, limits)), 200);
  });
  api.openapi(skip, async (http) => http.json(await send(http.req.valid('param'), (id) => research.skip(id)), 200));
  api.openapi(retry, async (http) => http.json(await send(http.req.valid('param'), (id) => research.retry(id)), 200));
  api.openapi(finish, async (http) => http.json(await send(http.req.valid('param'), (id) => research.finish(id)), 200));
}

async function send(
  { researchId }: z.infer<typeof runPathSchema>,
  message: (researchId: string) => Promise<Delivery>,
): Promise<z.infer<typeof deliverySchema>> {
  return takenMessage(researchId, await message(researchId));
}
