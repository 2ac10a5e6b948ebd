import type { Client } from '@temporalio/client';
import type { Drift } from '../../workflows/contracts/drift.ts';
import type { ForkPoint } from '../../workflows/contracts/fork.ts';
import type { PartialReport } from '../../workflows/contracts/partial-report.ts';
import type { ResearchResult, Stage } from '../../workflows/contracts/progress.ts';
import type { ResearchPlan } from '../../workflows/contracts/research-plan.ts';
import type { ResearchRequest } from '../../workflows/contracts/research-request.ts';
import { awaitingInputAttribute } from '../../workflows/contracts/search-attributes.ts';
import type { ForkableRun } from '../../workflows/contracts/settled-stages.ts';
import type { Steer } from '../../workflows/contracts/steering.ts';
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
import { createForkRequest, FIELD_WORDING, type ForkChanges, type ForkWording } from './fork-request.ts';
import { locateRun, type RunLocation } from './other-store.ts';
import { type StartedRun, type StartOptions, startRun } from './research-start.ts';
import { type Delivery, deliver, requireOpen } from './run-messages.ts';
import {
  describeRun,
  memoText,
  observeRun,
  queryDrift,
  queryPartialReport,
  type RunObservation,
  stageAttributeOf,
  stageOf,
  statusOf,
} from './run-observation.ts';
import { readForkable, resumeRun, type SettledStore } from './settled-run.ts';

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

export interface ListedRun {
  readonly researchId: string;
  readonly question: string;
  readonly stage: Stage | null;
  readonly awaitingInput: boolean;
  readonly startedAt: string;
  /** Null while it runs. */
  readonly endedAt: string | null;
  /** Null: nobody's. */
  readonly userId: string | null;
}

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
  /** Where a run is whose report is not in this store. @throws {UsageError} when the server has no such run */
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
  /** The user that a run belongs to; null: nobody. */
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
  /** The client's own store; left out: that of the worker. */
  readonly home?: string;
  /** The store that the workers of these runs record in. */
  readonly store: () => Promise<SettledStore>;
}

export function createResearchClient(given: ResearchClientOptions): ResearchClient {
  const { client, listing, home, store, ...options } = given;
  return {
    start: (request, id) => startRun({ client, ...options }, request, id),
    async forkRequest(researchId, changes, wording = FIELD_WORDING) {
      return createForkRequest(researchId, await readForkable(await store(), researchId), changes, wording);
    },
    forkable: async (researchId) => readForkable(await store(), researchId),
    resume: async (researchId) => resumeRun({ client, ...options }, await store(), researchId),
    observe: (researchId) => observeRun(client, researchId),
    locate: (researchId) => locateRun(client, researchId, home),
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
    list: (filter) => listRuns(listing, options.taskQueue, filter),
    ownerOf: async (researchId) => memoText(await describeRun(client, researchId), 'userId') || null,
  };
}

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
