import type { Client } from '@temporalio/client';
import type { PartialReport } from '../../workflows/contracts/partial-report.ts';
import type { Rejection, ResearchProgress, Stage } from '../../workflows/contracts/progress.ts';
import type { ResearchPlan } from '../../workflows/contracts/research-plan.ts';
import type { ResearchRequest } from '../../workflows/contracts/research-request.ts';
import { awaitingInputAttribute } from '../../workflows/contracts/search-attributes.ts';
import type { Steer } from '../../workflows/contracts/steering.ts';
import {
  type AnswerClarification,
  answerClarificationSignal,
  approvePlanSignal,
  DEEP_RESEARCH,
  type ExtendBudget,
  extendBudgetSignal,
  finishEarlySignal,
  retryNowSignal,
  skipClarificationSignal,
  steerSignal,
} from '../../workflows/deep-research/messages.ts';
import { UsageError } from '../errors/failures.ts';
import { isNotFound } from '../errors/temporal-errors.ts';
import { commands } from '../wording/cli-commands.ts';
import { type StartedRun, type StartOptions, startRun } from './research-start.ts';
import {
  describeRun,
  memoText,
  observeRun,
  queryPartialReport,
  queryProgress,
  type RunObservation,
  stageAttributeOf,
  stageOf,
  statusOf,
} from './run-observation.ts';

/** Newest first; more are not listed. */
const MAX_LISTED_RUNS = 200;

/** What became of a message. */
export interface Delivery {
  /** Null: it is stored with the run, but no worker was there to take it. */
  readonly accepted: boolean | null;
  readonly rejections: readonly Rejection[];
  readonly progress: ResearchProgress | null;
}

export interface ListedRun {
  readonly researchId: string;
  readonly question: string;
  readonly stage: Stage | null;
  readonly awaitingInput: boolean;
  readonly startedAt: string;
}

/** Everything that can be asked of the runs on one task queue. Unknown runs are a {@link UsageError}. */
export interface ResearchClient {
  /** See `startRun`. */
  start(request: ResearchRequest, id?: string): Promise<StartedRun>;
  observe(researchId: string): Promise<RunObservation>;
  answer(researchId: string, answer: AnswerClarification): Promise<Delivery>;
  skip(researchId: string): Promise<Delivery>;
  approvePlan(researchId: string, plan?: ResearchPlan): Promise<Delivery>;
  extend(researchId: string, limits: ExtendBudget): Promise<Delivery>;
  /** Asks servers that the run waits for at once. */
  retry(researchId: string): Promise<Delivery>;
  /** One message for each change. */
  steer(researchId: string, changes: readonly Steer[]): Promise<Delivery>;
  /** @throws {UsageError} when no worker answers */
  partialReport(researchId: string): Promise<PartialReport>;
  /** Ends research; the report is written from what is there. */
  finish(researchId: string): Promise<Delivery>;
  /** Ends the run without a report. */
  cancel(researchId: string): Promise<void>;
  list(filter: { readonly awaitingOnly: boolean }): Promise<ListedRun[]>;
}

export interface ResearchClientOptions extends StartOptions {
  /** Reads lists: there, a run that cannot be read does not hide the others. */
  readonly listing: Client;
}

export function createResearchClient({ client, listing, ...options }: ResearchClientOptions): ResearchClient {
  return {
    start: (request, id) => startRun({ client, ...options }, request, id),
    observe: (researchId) => observeRun(client, researchId),
    answer: (researchId, answer) => deliver(client, researchId, (run) => run.signal(answerClarificationSignal, answer)),
    skip: (researchId) => deliver(client, researchId, (run) => run.signal(skipClarificationSignal)),
    approvePlan: (researchId, plan) =>
      deliver(client, researchId, (run) => run.signal(approvePlanSignal, plan === undefined ? {} : { plan })),
    extend: (researchId, limits) => deliver(client, researchId, (run) => run.signal(extendBudgetSignal, limits)),
    retry: (researchId) => deliver(client, researchId, (run) => run.signal(retryNowSignal)),
    steer: (researchId, changes) =>
      deliver(client, researchId, async (run) => {
        for (const change of changes) await run.signal(steerSignal, change);
      }),
    partialReport: (researchId) => queryPartialReport(client, researchId),
    finish: (researchId) => deliver(client, researchId, (run) => run.signal(finishEarlySignal)),
    async cancel(researchId) {
      await requireOpen(client, researchId);
      await client.workflow.getHandle(researchId).cancel();
    },
    list: ({ awaitingOnly }) => listRuns(listing, options.taskQueue, awaitingOnly),
  };
}

type RunHandle = ReturnType<Client['workflow']['getHandle']>;

/**
 * Sends a signal and looks what the run made of it: a query that follows a signal sees its effect, and a refusal is
 * recorded in the progress.
 */
async function deliver(client: Client, researchId: string, send: (run: RunHandle) => Promise<void>): Promise<Delivery> {
  await requireOpen(client, researchId);
  const before = await queryProgress(client, researchId);
  try {
    await send(client.workflow.getHandle(researchId));
  } catch (error) {
    if (isNotFound(error)) throw new UsageError(`the run "${researchId}" has just ended`, '', { cause: error });
    throw error;
  }
  const progress = await queryProgress(client, researchId);
  if (before === null || progress === null) return { accepted: null, rejections: [], progress };
  const refused = progress.rejectionCount - before.rejectionCount;
  return { accepted: refused === 0, rejections: refused === 0 ? [] : progress.rejections.slice(-refused), progress };
}

async function requireOpen(client: Client, researchId: string): Promise<void> {
  const status = statusOf(await describeRun(client, researchId));
  if (status === 'running') return;
  throw new UsageError(`the run "${researchId}" is over (${status})`, `Its report: ${commands.report(researchId)}`);
}

async function listRuns(client: Client, taskQueue: string, awaitingOnly: boolean): Promise<ListedRun[]> {
  const conditions = [`WorkflowType = '${DEEP_RESEARCH}'`, `TaskQueue = '${taskQueue}'`];
  if (awaitingOnly) conditions.push('AwaitingInput = true', "ExecutionStatus = 'Running'");
  const runs: ListedRun[] = [];
  for await (const run of client.workflow.list({ query: conditions.join(' AND ') })) {
    const status = statusOf(run);
    runs.push({
      researchId: run.workflowId,
      question: memoText(run, 'question'),
      stage: stageOf(status, stageAttributeOf(run)),
      awaitingInput: status === 'running' && (run.typedSearchAttributes.get(awaitingInputAttribute) ?? false),
      startedAt: run.startTime.toISOString(),
    });
    if (runs.length === MAX_LISTED_RUNS) break;
  }
  return runs.sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1));
}
