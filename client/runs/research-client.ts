import { awaitingInputAttribute } from '@plumbline/contracts/common/search-attributes';
import type { Drift } from '@plumbline/contracts/evidence/drift';
import type { ResearchPlan } from '@plumbline/contracts/evidence/research-plan';
import type { PartialReport } from '@plumbline/contracts/report/partial-report';
import type { ResearchProgress, ResearchResult } from '@plumbline/contracts/report/progress';
import type { ListedRun } from '@plumbline/contracts/report/run-view';
import { type ForkableRun, type Resumption, stageNames } from '@plumbline/contracts/report/settled-stages';
import type { ForkPoint } from '@plumbline/contracts/research/fork';
import type { ResearchRequest } from '@plumbline/contracts/research/research-request';
import type { Steer } from '@plumbline/contracts/research/steering';
import type { Client } from '@temporalio/client';
import type { Stores } from '../../workers/assembly/stores.ts';
import {
  type AnswerClarification,
  answerClarificationSignal,
  answerClarificationUpdate,
  approvePlanSignal,
  approvePlanUpdate,
  DEEP_RESEARCH,
  type ExtendBudget,
  extendBudgetSignal,
  extendBudgetUpdate,
  finishEarlySignal,
  finishEarlyUpdate,
  retryNowSignal,
  retryNowUpdate,
  skipClarificationSignal,
  skipClarificationUpdate,
  steerSignal,
  steerUpdate,
} from '../../workflows/deep-research/messages.ts';
import { reachedPoints, withSteeredPlan } from '../../workflows/domain/settled-stages.ts';
import { commands, ConflictError, UnknownRunError } from '../errors/failures.ts';
import { isNotFound } from '../errors/temporal-errors.ts';
import { createForkRequest, FIELD_WORDING, type ForkChanges, type ForkWording } from './fork-request.ts';
import { locateRun, type RunLocation } from './other-store.ts';
import { hashContent } from './research-id.ts';
import { type StartedRun, type StartOptions, startRun, startWorkflow } from './research-start.ts';
import { deliver, type Delivery, requireOpen } from './run-messages.ts';
import {
  describeRun,
  memoText,
  observeRun,
  queryDrift,
  queryPartialReport,
  type RunObservation,
  type RunStatus,
  stageAttributeOf,
  stageOf,
  statusOf,
} from './run-observation.ts';

/** How a run ended that can be resumed; null: Temporal no longer has it. */
const RESUMABLE: ReadonlySet<RunStatus | null> = new Set(['failed', 'terminated', 'timed-out', null]);

const ANSWER = { update: answerClarificationUpdate, signal: answerClarificationSignal };
const SKIP = { update: skipClarificationUpdate, signal: skipClarificationSignal };
const APPROVE = { update: approvePlanUpdate, signal: approvePlanSignal };
const EXTEND = { update: extendBudgetUpdate, signal: extendBudgetSignal };
const RETRY = { update: retryNowUpdate, signal: retryNowSignal };
const FINISH = { update: finishEarlyUpdate, signal: finishEarlySignal };
const STEER = { update: steerUpdate, signal: steerSignal };

/** The workflow by its type. */
type DeepResearch = (request: ResearchRequest) => Promise<ResearchResult>;

/** Newest first; more are not listed. */
const MAX_LISTED_RUNS = 200;

/** The runs on one task queue. Unknown runs are a `UsageError`; a message that a run refuses is a {@link Delivery}. */
export interface ResearchClient {
  /** See `startRun`: the same id with the same request attaches to the run. */
  start(request: ResearchRequest, id?: string): Promise<StartedRun>;
  /**
   * The request of a fork: `start` it like any other.
   *
   * @param wording what errors call the changes; left out: by their fields
   * @throws {UsageError} when the changes do not fit, or the run has not come to the point
   */
  forkRequest(researchId: string, changes: ForkChanges, wording?: ForkWording): Promise<ResearchRequest>;
  /** From where a run can be forked, and what would be kept. @throws {UsageError} when nothing of it is on record */
  forkable(researchId: string): Promise<ForkableRun>;
  /** See `resumeRun`: continues a run that failed; null: there is nothing to do, or nothing to go on from. */
  resume(researchId: string): Promise<ForkPoint | null>;
  observe(researchId: string): Promise<RunObservation>;
  /** The location of a run without a report in this store. @throws {UsageError} when the server has no such run */
  locate(researchId: string): Promise<RunLocation>;
  answer(researchId: string, answer: AnswerClarification): Promise<Delivery>;
  skip(researchId: string): Promise<Delivery>;
  approvePlan(researchId: string, plan?: ResearchPlan): Promise<Delivery>;
  extend(researchId: string, limits: ExtendBudget): Promise<Delivery>;
  /** Retries now what the run waits for. */
  retry(researchId: string): Promise<Delivery>;
  /** One message per change. */
  steer(researchId: string, changes: readonly Steer[]): Promise<Delivery>;
  /** Waits for the end of a run. @throws {WorkflowFailedError} when it ends without a report */
  result(researchId: string): Promise<ResearchResult>;
  /** @throws {UsageError} when no worker answers */
  partialReport(researchId: string): Promise<PartialReport>;
  /** All findings that validation dropped; null before validation. @throws {UsageError} when no worker answers */
  drift(researchId: string): Promise<Drift | null>;
  /** Ends research; the report is written from what was found so far. */
  finish(researchId: string): Promise<Delivery>;
  /** Ends the run without a report. */
  cancel(researchId: string): Promise<void>;
  list(filter: RunFilter): Promise<ListedRun[]>;
  /** The user that a run belongs to, or null. */
  ownerOf(researchId: string): Promise<string | null>;
}

export interface RunFilter {
  readonly awaitingOnly: boolean;
  /** Left out: runs of everybody. */
  readonly viewer?: string | null;
}

export interface ResearchClientOptions extends StartOptions {
  /** For lists, where a run that cannot be decrypted must not hide the others. */
  readonly listing: Client;
  /** Settings of the client, which tell its store; without them it is the workers'. */
  readonly environment?: NodeJS.ProcessEnv;
  /** The store that the workers of these runs record in. */
  readonly store: () => Promise<SettledStore>;
}

export function createResearchClient(given: ResearchClientOptions): ResearchClient {
  const { client, listing, environment, store, ...options } = given;
  return {
    start: (request, id) => startRun({ client, ...options }, request, id),
    async forkRequest(researchId, changes, wording = FIELD_WORDING) {
      return createForkRequest(researchId, await readForkable(await store(), researchId), changes, wording);
    },
    forkable: async (researchId) => readForkable(await store(), researchId),
    resume: async (researchId) => resumeRun({ client, ...options }, await store(), researchId),
    observe: (researchId) => observeRun(client, researchId),
    locate: (researchId) => locateRun(client, researchId, environment),
    answer: (researchId, answer) => deliver(client, researchId, ANSWER, [answer]),
    skip: (researchId) => deliver(client, researchId, SKIP, []),
    approvePlan: (researchId, plan) => deliver(client, researchId, APPROVE, plan === undefined ? [] : [{ plan }]),
    extend: (researchId, limits) => deliver(client, researchId, EXTEND, [limits]),
    retry: (researchId) => deliver(client, researchId, RETRY, []),
    async steer(researchId, changes) {
      const delivery = await deliver(client, researchId, STEER, ...changes.map((change): [Steer] => [change]));
      // The run records its progress with its stages; until then a fork would not know of the change.
      if (delivery.progress !== null) await (await store()).saveProgress(delivery.progress);
      return delivery;
    },
    finish: (researchId) => deliver(client, researchId, FINISH, []),
    drift: (researchId) => queryDrift(client, researchId),
    partialReport: (researchId) => queryPartialReport(client, researchId),
    async result(researchId) {
      await describeRun(client, researchId);
      return client.workflow.getHandle<DeepResearch>(researchId).result();
    },
    async cancel(researchId) {
      await requireOpen(client, researchId);
      await client.workflow.getHandle(researchId).cancel();
    },
    list: (filter) =>
      listing.connection.withDeadline(Date.now() + LISTING_MS, () => listRuns(listing, options.taskQueue, filter)),
    ownerOf: async (researchId) => memoText(await describeRun(client, researchId), 'userId') || null,
  };
}

/** A server that hangs is one that is away. */
const LISTING_MS = 10_000;

async function listRuns(
  client: Client,
  taskQueue: string,
  { awaitingOnly, viewer = null }: RunFilter,
): Promise<ListedRun[]> {
  const conditions = [`WorkflowType = '${DEEP_RESEARCH}'`, `TaskQueue = '${taskQueue}'`];
  if (awaitingOnly) conditions.push('AwaitingInput = true', "ExecutionStatus = 'Running'");
  const runs: ListedRun[] = [];
  for await (const run of client.workflow.list({ query: conditions.join(' AND ') })) {
    const userId = memoText(run, 'userId') || null;
    if (viewer !== null && userId !== viewer) continue;
    const status = statusOf(run);
    runs.push({
      researchId: run.workflowId,
      question: memoText(run, 'question'),
      stage: stageOf(status, stageAttributeOf(run)),
      awaitingInput: status === 'running' && (run.typedSearchAttributes.get(awaitingInputAttribute) ?? false),
      startedAt: run.startTime.toISOString(),
      endedAt: run.closeTime?.toISOString() ?? null,
      userId,
    });
    if (runs.length === MAX_LISTED_RUNS) break;
  }
  return runs.sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1));
}

/** The store that workers record in. */
type SettledStore = Pick<Stores['runs'], 'read' | 'readSettled' | 'saveProgress'>;

/**
 * From where a run, under way or over, can be forked, and what a fork would keep.
 *
 * @throws {UsageError} when there is no such run, or nothing of it is on record
 */
export async function readForkable(store: SettledStore, researchId: string): Promise<ForkableRun> {
  const settled = await store.readSettled(researchId);
  const run = await store.read(researchId);
  if (settled === null) {
    if (run === null) throw new UnknownRunError(researchId);
    const hint = `It has completed no stage yet. See: ${commands.status(researchId)}`;
    throw new ConflictError(`there is no record of completed stages of the run "${researchId}"`, hint);
  }
  const stages = withSteeredPlan(settled.stages, run?.progress?.steering ?? []);
  return { request: settled.request, stages, points: reachedPoints(stageNames(stages)) };
}

/**
 * Continues a run that ended without a report under its own id, from the last point before which everything is on
 * record.
 *
 * @returns that point; null if there is nothing to do or nothing to continue from: the run's end says why
 */
async function resumeRun(
  { client, taskQueue, tenant }: Pick<StartOptions, 'client' | 'taskQueue' | 'tenant'>,
  store: SettledStore,
  researchId: string,
): Promise<ForkPoint | null> {
  const stored = await store.read(researchId);
  if (!RESUMABLE.has(await statusIn(client, researchId, stored !== null))) return null;
  const settled = await store.readSettled(researchId);
  const from = settled === null ? undefined : reachedPoints(stageNames(settled.stages)).at(-1);
  const wasCancelled = stored?.progress?.stage === 'cancelled';
  if (settled === null || from === undefined || stored === null || stored.hasReport || wasCancelled) return null;
  const { request } = settled;
  const requestHash = stored.requestHash ?? hashContent(request);
  const resumption = { from, ...sentTo(stored.progress, request) };
  await startWorkflow(client, { taskQueue, tenant, researchId, requestHash, request, resumption });
  return from;
}

/** What people had sent to the run, as far as it has recorded it. */
function sentTo(progress: ResearchProgress | null, { settings }: ResearchRequest): Omit<Resumption, 'from'> {
  const { steering = [], rejections = [], rejectionCount = 0, limits = settings.limits } = progress ?? {};
  return { steering: [...steering], rejections: [...rejections], rejectionCount, limits };
}

/** @throws {UsageError} when neither Temporal nor the store has the run */
async function statusIn(client: Client, researchId: string, isStored: boolean): Promise<RunStatus | null> {
  try {
    return statusOf(await describeRun(client, researchId));
  } catch (error) {
    const isGone = error instanceof UnknownRunError && isNotFound(error.cause);
    if (isGone && isStored) return null;
    throw error;
  }
}
