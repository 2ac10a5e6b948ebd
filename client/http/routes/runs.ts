import { z } from '@hono/zod-openapi';
import { researchPlanSchema } from '@plumbline/contracts/evidence/research-plan';
import { FORK_POINTS } from '@plumbline/contracts/research/fork';
import { memoryUserSchema } from '@plumbline/contracts/research/memory';
import { questionSchema, researchSettingsSchema } from '@plumbline/contracts/research/research-request';
import { PRESET_NAMES } from '@plumbline/contracts/settings/setting';
import { cancelledSchema, listedRunSchema, runSchema, startedRunSchema } from '@plumbline/page/answers/runs';
import { UNLABELLED } from '@plumbline/storage/labels';
import { mergeRuns } from '../../runs/merge-runs.ts';
import { visibleRuns } from '../../runs/run-owner.ts';
import { type Api, type ApiContext, contextFor } from '../../service/api-context.ts';
import { described, givenFields } from '../../service/described.ts';
import { findPublicRun } from '../../service/public-run.ts';
import { startServedFork, startServedRun } from '../../service/run-start.ts';
import { sourceChoiceShape } from '../../service/served-sources.ts';
import { tokenUserOf, userOf } from '../server/users.ts';
import { jsonBody, jsonResponses, routesOf, runPathSchema } from './responses.ts';

const { documents, include, exclude, web } = sourceChoiceShape;

const startRequestSchema = z
  .strictObject({
    question: described(questionSchema, { example: 'Which limits apply?' }),
    id: z.string().optional().openapi({ description: 'repeating an id with the same request returns the same run' }),
    userId: described(memoryUserSchema, { description: 'the run’s user, whose memory it reads' }).optional(),
    documents,
    include,
    exclude,
    web,
    preset: z.enum(PRESET_NAMES).default('standard'),
    settings: givenFields(researchSettingsSchema).default({}),
  })
  .openapi('StartRun');

const forkRequestSchema = z
  .strictObject({
    from: z.enum(FORK_POINTS).openapi({ description: 'what is before this is kept; the rest is done again' }),
    id: z
      .string()
      .optional()
      .openapi({ description: 'of the new run; repeating an id with the same request returns the same run' }),
    settings: givenFields(researchSettingsSchema)
      .default({})
      .openapi({ description: 'omitted values stay as they were' }),
    addDocuments: z
      .array(z.string().min(1).max(200))
      .max(16)
      .default([])
      .openapi({ description: 'names of further document folders', example: ['docs'] }),
    plan: researchPlanSchema.optional().openapi({ description: 'researched instead, from research' }),
  })
  .openapi('ForkRun', { example: { from: 'research', settings: { relevanceThreshold: 0.6 } } });

const define = routesOf('Research runs');

const list = define('get', '/api/runs', {
  summary: 'The runs, newest first',
  request: { query: z.strictObject({ awaiting: z.enum(['true', 'false']).default('false') }) },
  responses: jsonResponses('all, or those that wait for an answer', z.object({ runs: z.array(listedRunSchema) })),
});

const start = define('post', '/api/runs', {
  summary: 'Start a run, or attach to the one of the same id and request',
  request: { body: jsonBody(startRequestSchema) },
  responses: jsonResponses('the run is under way', startedRunSchema),
});

const fork = define('post', '/api/runs/{researchId}/fork', {
  summary: 'Start a run that keeps what another one has settled, and does the rest with changes',
  request: { params: runPathSchema, body: jsonBody(forkRequestSchema) },
  responses: jsonResponses('the new run is under way', startedRunSchema),
});

const status = define('get', '/api/runs/{researchId}', {
  summary: 'A run: stage, tasks, questions, waits',
  request: { params: runPathSchema },
  responses: jsonResponses('the run', runSchema),
});

const cancel = define('post', '/api/runs/{researchId}/cancel', {
  summary: 'End a run without a report; it ends when a worker picks that up',
  request: { params: runPathSchema },
  responses: jsonResponses('it will end', cancelledSchema),
});

/** `/api/runs`: runs belong to the server, where no token names users. */
export function addRunRoutes(api: Api, context: ApiContext): void {
  const { access, tools } = context;
  api.openapi(list, async (http) => {
    const awaitingOnly = http.req.valid('query').awaiting === 'true';
    const viewer = tokenUserOf(http);
    const [stored, listed, labels] = await Promise.all([
      tools.runs.list(),
      access.research.list({ awaitingOnly, viewer }),
      tools.labels.list(),
    ]);
    const runs = mergeRuns(visibleRuns(stored, viewer), listed, awaitingOnly);
    return http.json({ runs: runs.map((run) => ({ ...run, ...(labels.get(run.researchId) ?? UNLABELLED) })) }, 200);
  });
  api.openapi(start, async (http) => {
    const request = http.req.valid('json');
    const run = { ...request, userId: userOf(http, request) ?? undefined };
    const viewer = tokenUserOf(http);
    const started = await startServedRun(await contextFor(context, viewer), run, viewer);
    http.set('workflow', { id: started.researchId, begins: !started.attached });
    return http.json(started, 200);
  });
  api.openapi(fork, async (http) => {
    const { researchId } = http.req.valid('param');
    const viewer = tokenUserOf(http);
    const wanted = http.req.valid('json');
    const started = await startServedFork(await contextFor(context, viewer), researchId, wanted, viewer);
    http.set('workflow', { id: started.researchId, begins: !started.attached });
    return http.json(started, 200);
  });
  api.openapi(status, async (http) => http.json(await findPublicRun(context, http.req.valid('param').researchId), 200));
  api.openapi(cancel, async (http) => {
    const { researchId } = http.req.valid('param');
    await access.research.cancel(researchId);
    return http.json({ researchId }, 200);
  });
}
