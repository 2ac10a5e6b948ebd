import { z } from '@hono/zod-openapi';
import { researchPlanSchema } from '@plumbline/contracts/evidence/research-plan';
import type { PartialReport } from '@plumbline/contracts/report/partial-report';
import { STAGES } from '@plumbline/contracts/report/progress';
import { MAX_ANSWER_LENGTH } from '@plumbline/contracts/research/clarification';
import { FORK_POINTS } from '@plumbline/contracts/research/fork';
import { memoryUserSchema } from '@plumbline/contracts/research/memory';
import {
  questionSchema,
  researchLimitsSchema,
  researchSettingsSchema,
} from '@plumbline/contracts/research/research-request';
import { steerSchema } from '@plumbline/contracts/research/steering';
import { PRESET_NAMES } from '@plumbline/contracts/settings/setting';
import {
  cancelledSchema,
  deliverySchema,
  listedRunSchema,
  runSchema,
  startedRunSchema,
} from '@plumbline/page/answers/runs';
import { UNLABELLED } from '@plumbline/storage/labels';
import { mergeRuns } from '../../runs/merge-runs.ts';
import type { Delivery } from '../../runs/run-messages.ts';
import { visibleRuns } from '../../runs/run-owner.ts';
import { type Api, type ApiContext, contextFor } from '../../service/api-context.ts';
import { described, givenFields } from '../../service/described.ts';
import { findPublicRun } from '../../service/public-run.ts';
import { startServedFork, startServedRun, takenMessage } from '../../service/run-start.ts';
import { sourceChoiceShape } from '../../service/served-sources.ts';
import { sendEvents } from '../server/event-sending.ts';
import {
  followRun,
  NOTHING_SEEN,
  readSeenEvents,
  RunWatches,
  type SeenEvents,
  type Watcher,
} from '../server/run-following.ts';
import { tokenUserOf, userOf } from '../server/users.ts';
import {
  eventHeaders,
  eventResponses,
  foreignEventId,
  jsonBody,
  jsonResponses,
  routesOf,
  runPathSchema,
} from './responses.ts';

const partialReportSchema = z.custom<PartialReport>().openapi({
  type: 'object',
  description: 'what was found so far: the report of …/partial-report as JSON',
});

const runEventSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('run'), run: runSchema }),
    z.object({
      kind: z.literal('report'),
      report: partialReportSchema,
      quotesChecked: z.int(),
      quotesRejected: z.int(),
    }),
    z.object({ kind: z.literal('end'), stage: z.enum(STAGES).nullable(), hasReport: z.boolean() }),
  ])
  .openapi('RunEvent');

const define = routesOf('Research runs');

const events = define('get', '/api/runs/{researchId}/events', {
  summary: 'A run as it changes, until it is over',
  description:
    'Server-sent events; the name of an event is its kind, its data is JSON. The first is run, the last end. Last-Event-ID goes on with what has changed since; 204 says that nothing follows.',
  request: { params: runPathSchema, headers: eventHeaders },
  responses: eventResponses(runEventSchema, 'the run is over, and nothing follows the event in Last-Event-ID'),
});

const responses = jsonResponses('the run took the message', deliverySchema);
const params = runPathSchema;

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
    return http.json(started, 200);
  });
  api.openapi(fork, async (http) => {
    const { researchId } = http.req.valid('param');
    const viewer = tokenUserOf(http);
    const wanted = http.req.valid('json');
    const started = await startServedFork(await contextFor(context, viewer), researchId, wanted, viewer);
    return http.json(started, 200);
  });
  api.openapi(status, async (http) => http.json(await findPublicRun(context, http.req.valid('param').researchId), 200));
  api.openapi(cancel, async (http) => {
    const { researchId } = http.req.valid('param');
    await access.research.cancel(researchId);
    return http.json({ researchId }, 200);
  });
}

/** A message without a body. */
const plain = <Path extends string>(path: Path, summary: string) =>
  define('post', path, { summary, request: { params }, responses });

/** A message with a body. */
const withBody = <Path extends string, Schema extends z.ZodType>(path: Path, summary: string, schema: Schema) =>
  define('post', path, { summary, request: { params, body: jsonBody(schema) }, responses });

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

/** `/api/runs/{researchId}/events`. */
export function addRunEventRoute(api: Api, context: ApiContext): void {
  const watches = new RunWatches(context);
  api.openapi(events, async (http) => {
    const seen = seenEventsOf(http.req.header('last-event-id') ?? '');
    const signal = AbortSignal.any([http.req.raw.signal, context.settings.closing]);
    const watcher = watches.join(http.req.valid('param').researchId);
    let hasMore = false;
    try {
      hasMore = !(await hasSeenAll(watcher, seen, signal));
    } finally {
      if (!hasMore) watcher.leave();
    }
    if (!hasMore) return http.body(null, 204);
    return sendEvents(context, http, (following) => followRun(watcher, { ...seen, end: false }, following));
  });
}

/** @throws {RequestProblem} for an id of another route */
function seenEventsOf(id: string): SeenEvents {
  const seen = id === '' ? NOTHING_SEEN : readSeenEvents(id);
  if (seen !== null) return seen;
  throw foreignEventId('run');
}

/** Waits for the first look, so that what is wrong with the request gets an answer of its own. */
async function hasSeenAll({ watch }: Watcher, seen: SeenEvents, signal: AbortSignal): Promise<boolean> {
  let known = watch.latest;
  while (known.run === null && known.failure === null && !signal.aborted) {
    await watch.changeSince(known, signal);
    known = watch.latest;
  }
  if (known.failure !== null) throw known.failure.error;
  return seen.end && known.run?.key === seen.run && known.run.run.endedAt !== null;
}
