import { ANSWER_QUERY, CONVERSATION } from '@plumbline/contracts/answers/conversation';
import { awaitingInputAttribute, researchStageAttribute } from '@plumbline/contracts/common/search-attributes';
import { isUndecodable } from '@plumbline/contracts/common/undecodable';
import type { Drift } from '@plumbline/contracts/evidence/drift';
import type { PartialReport } from '@plumbline/contracts/report/partial-report';
import { isFinal, type ResearchProgress, type Stage, STAGES } from '@plumbline/contracts/report/progress';
import type { PendingActivity, Retry, RunView } from '@plumbline/contracts/report/run-view';
import type { Client, WorkflowExecutionDescription, QueryDefinition } from '@temporalio/client';
import type { Payload, ProtoFailure } from '@temporalio/common';
import {
  decodeArrayFromPayloads,
  decodeOptionalFailureToOptionalError,
} from '@temporalio/common/lib/internal-non-workflow/index.js';
import proto from '@temporalio/proto';
import { BRIEFING, SCHEDULED_BRIEFING } from '../../workflows/briefing/messages.ts';
import { driftQuery, partialReportQuery, progressQuery } from '../../workflows/deep-research/messages.ts';
import { commands, ConflictError, UnknownRunError } from '../errors/failures.ts';
import { innermostMessage, isNotFound } from '../errors/temporal-errors.ts';

/**
 * A query needs a worker; without one the server keeps it waiting for half a minute. With one it answers within
 * milliseconds, but two seconds late if a second query and another message come during a workflow task (seen with any
 * workflow).
 */
const QUERY_DEADLINE_MS = 3_000;

/** `WORKFLOW_TASK_FAILED_CAUSE_RESET_STICKY_TASK_QUEUE` of Temporal's API. */
const RELEASED = 13;

export const RUN_STATUSES = ['running', 'completed', 'failed', 'cancelled', 'terminated', 'timed-out'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** What the server knows of a run, and its own progress when a worker answers; null when none did. */
export interface RunObservation extends Omit<RunView, 'advice' | 'webUi' | 'hasReport' | 'reportPath' | 'recordPath'> {
  readonly runId: string;
  readonly status: RunStatus;
}

/**
 * Reads the state of a run without changing it. Works without a worker, on running and on closed runs.
 *
 * @throws {UsageError} when the server has no such run
 */
export async function observeRun(client: Client, researchId: string): Promise<RunObservation> {
  const [described, told] = await Promise.all([describeRun(client, researchId), queryProgress(client, researchId)]);
  // A run may have ended since it told: a server that restarts answers the one at once and the other seconds later.
  const isOutdated = statusOf(described) !== 'running' && told !== null && !isFinal(told.stage);
  const progress = isOutdated ? await queryProgress(client, researchId) : told;
  // An activity may have begun while the query went unanswered: the worker's state must be current.
  const description = progress === null ? await describeRun(client, researchId) : described;
  const status = statusOf(description);
  const isOpen = status === 'running';
  const activities = isOpen ? await activitiesOf(client, description) : [];
  return {
    runId: description.runId,
    status,
    researchId,
    question: progress?.question ?? memoText(description, 'question'),
    stage: stageOf(status, progress?.stage ?? stageAttributeOf(description)),
    startedAt: description.startTime.toISOString(),
    endedAt: description.closeTime?.toISOString() ?? null,
    awaitingInput: isOpen && (description.typedSearchAttributes.get(awaitingInputAttribute) ?? false),
    from: progress === null ? 'server' : 'worker',
    progress,
    workerLastSeenAt: progress === null && isOpen ? await lastSignOf(client, description.taskQueue, activities) : null,
    workerIsBusy: progress === null && haveHeartbeats(activities, Date.now()),
    activities,
    retries: await retriesOf(client, description),
    failingTask: isOpen ? await failingTaskOf(client, description) : null,
    failure: isOpen || status === 'completed' ? null : await failureOf(client, researchId, status),
  };
}

/** @throws {UsageError} when the server has no such run */
export async function describeRun(client: Client, researchId: string): Promise<WorkflowExecutionDescription> {
  let description: WorkflowExecutionDescription;
  try {
    description = await client.workflow.getHandle(researchId).describe();
  } catch (error) {
    if (!isNotFound(error)) throw error;
    throw new UnknownRunError(researchId, { cause: error });
  }
  // Sessions belong to users; knowing an id must not be enough to look into one, or cancel it, as if it were a run.
  // Briefings are excluded too: they show other progress.
  if (NO_RUNS.has(description.type)) throw new UnknownRunError(researchId);
  return description;
}

const NO_RUNS: ReadonlySet<string> = new Set([CONVERSATION, ANSWER_QUERY, BRIEFING, SCHEDULED_BRIEFING]);

/** Progress from the workflow; null when no worker answers in time. */
export async function queryProgress(client: Client, researchId: string): Promise<ResearchProgress | null> {
  try {
    const progress = await client.connection.withDeadline(Date.now() + QUERY_DEADLINE_MS, () =>
      client.workflow.getHandle(researchId).query(progressQuery),
    );
    // A foreign workflow under this id may answer anything.
    return isUndecodable(progress) || !STAGES.includes(progress?.stage) ? null : progress;
  } catch {
    // No worker, a failing workflow task or a foreign workflow: the description tells which.
    return null;
  }
}

/** A worker may have to replay a long run first. */
const PARTIAL_REPORT_DEADLINE_MS = 20_000;

/** @throws {UsageError} when there is no such run, it has a whole report, or no worker answers for it */
export async function queryPartialReport(client: Client, researchId: string): Promise<PartialReport> {
  if (statusOf(await describeRun(client, researchId)) === 'completed') {
    throw new ConflictError(
      'the run is over: there is no partial report of it',
      `Read the whole: ${commands.report(researchId)}`,
    );
  }
  return ask(client, researchId, partialReportQuery);
}

/** All findings that validation dropped; null before validation. @throws {UsageError} when no worker answers */
export function queryDrift(client: Client, researchId: string): Promise<Drift | null> {
  return ask(client, researchId, driftQuery);
}

async function ask<Answer>(client: Client, researchId: string, query: QueryDefinition<Answer>): Promise<Answer> {
  await describeRun(client, researchId);
  try {
    return await client.connection.withDeadline(Date.now() + PARTIAL_REPORT_DEADLINE_MS, () =>
      client.workflow.getHandle(researchId).query(query),
    );
  } catch (error) {
    const hint = `It has no worker. Resume it first: ${commands.resume(researchId)}`;
    throw new ConflictError(`the run "${researchId}" does not answer`, hint, { cause: error });
  }
}

const STATUS_OF: Partial<Record<WorkflowExecutionDescription['status']['name'], RunStatus>> = {
  COMPLETED: 'completed',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
  TERMINATED: 'terminated',
  TIMED_OUT: 'timed-out',
};

export function statusOf({ status }: Pick<WorkflowExecutionDescription, 'status'>): RunStatus {
  return STATUS_OF[status.name] ?? 'running';
}

/**
 * Stage of a run whose last report may be outdated, for example because it was terminated.
 *
 * @param reported stage that the run reported last
 */
export function stageOf(status: RunStatus, reported: Stage | null): Stage | null {
  if (status === 'running' || (reported !== null && isFinal(reported))) return reported;
  if (status === 'completed') return 'published';
  return status === 'cancelled' ? 'cancelled' : 'failed';
}

/** The stage in the run's search attributes; null when it is unknown. */
export function stageAttributeOf({
  typedSearchAttributes,
}: Pick<WorkflowExecutionDescription, 'typedSearchAttributes'>): Stage | null {
  const text = typedSearchAttributes.get(researchStageAttribute);
  return STAGES.find((stage) => stage === text) ?? null;
}

/** A text of the run's memo; empty when it has none. */
export function memoText({ memo }: { readonly memo?: Record<string, unknown> }, field: string): string {
  const value = memo?.[field];
  return typeof value === 'string' ? value : '';
}

async function failingTaskOf(
  client: Client,
  { raw, workflowId, runId }: WorkflowExecutionDescription,
): Promise<RunObservation['failingTask']> {
  const attempt = raw.pendingWorkflowTask?.attempt ?? 1;
  if (attempt < 2) return null;
  const { history } = await client.workflowService.getWorkflowExecutionHistoryReverse({
    namespace: client.options.namespace,
    execution: { workflowId, runId },
    maximumPageSize: 20,
  });
  // The history contains only the first failure of a series, and no lost worker.
  const latest = history?.events?.find(
    (event) => event.workflowTaskFailedEventAttributes ?? event.workflowTaskCompletedEventAttributes,
  );
  const failed = latest?.workflowTaskFailedEventAttributes;
  // So the supervisor releases the task of a lost worker, which is no fault of the run.
  if (failed?.cause === RELEASED) return null;
  const cause = await failureMessageOf(client, failed?.failure);
  return cause === undefined ? null : { attempt, cause };
}

/** A fully loaded worker stops polling but keeps sending heartbeats. */
async function lastSignOf(
  client: Client,
  taskQueue: string,
  activities: readonly PendingActivity[],
): Promise<string | null> {
  const beats = activities.flatMap(({ lastHeartbeatAt }) => lastHeartbeatAt ?? []);
  const poll = await lastPollOf(client, taskQueue);
  return [...beats, ...(poll === null ? [] : [poll])].sort().at(-1) ?? null;
}

async function lastPollOf(client: Client, taskQueue: string): Promise<string | null> {
  const { pollers } = await client.workflowService.describeTaskQueue({
    namespace: client.options.namespace,
    taskQueue: { name: taskQueue },
    taskQueueType: 1,
  });
  const polls = (pollers ?? []).map(({ lastAccessTime }) => toIso(lastAccessTime)).filter((time) => time !== null);
  return polls.sort().at(-1) ?? null;
}

async function failureOf(client: Client, researchId: string, status: RunStatus): Promise<string> {
  if (status === 'terminated') return 'the run was terminated';
  if (status === 'timed-out') return 'the run reached its time limit on the server';
  if (status === 'cancelled') return 'the run was cancelled';
  try {
    await client.workflow.getHandle(researchId).result();
    return 'the run failed';
  } catch (error) {
    return innermostMessage(error);
  }
}

const { PENDING_ACTIVITY_STATE_STARTED } = proto.temporal.api.enums.v1.PendingActivityState;

/** Oldest first. */
export async function activitiesOf(client: Client, { raw }: WorkflowExecutionDescription): Promise<PendingActivity[]> {
  const started = (raw.pendingActivities ?? []).filter(({ state }) => state === PENDING_ACTIVITY_STATE_STARTED);
  const activities = await Promise.all(
    started.map(async ({ activityType, lastStartedTime, lastHeartbeatTime, heartbeatDetails }) => ({
      activity: activityType?.name ?? 'unknown',
      startedAt: toIso(lastStartedTime),
      lastHeartbeatAt: toIso(lastHeartbeatTime),
      doing: await textOf(client, heartbeatDetails?.payloads),
    })),
  );
  return activities.sort((a, b) => (a.startedAt ?? '').localeCompare(b.startedAt ?? ''));
}

/** Workers send heartbeats every 2 s; after 5 s without one the server hands the work to another worker. */
const LIVING_ACTIVITY_MS = 10_000;

/** Whether a worker began an activity or sent a heartbeat recently. @param now milliseconds since the epoch */
export function haveHeartbeats(activities: readonly PendingActivity[], now: number): boolean {
  return activities.some(({ startedAt, lastHeartbeatAt }) => {
    const sign = lastHeartbeatAt ?? startedAt;
    return sign !== null && now - Date.parse(sign) < LIVING_ACTIVITY_MS;
  });
}

/** Heartbeats of another version may contain anything, and those encrypted with another key cannot be read. */
async function textOf({ options }: Client, payloads: Payload[] | null | undefined): Promise<string | null> {
  try {
    const [details] = await decodeArrayFromPayloads(options.loadedDataConverter, payloads);
    return typeof details === 'string' ? details : null;
  } catch {
    return null;
  }
}

async function retriesOf(client: Client, { raw }: WorkflowExecutionDescription): Promise<Retry[]> {
  const retried = (raw.pendingActivities ?? []).filter((activity) => (activity.attempt ?? 1) >= 2);
  return Promise.all(
    retried.map(async (activity) => ({
      activity: activity.activityType?.name ?? 'unknown',
      attempt: activity.attempt ?? 1,
      cause: (await failureMessageOf(client, activity.lastFailure)) ?? 'the worker was lost',
      nextAttemptAt: toIso(activity.nextAttemptScheduleTime),
    })),
  );
}

/** With encryption the message is in the failure's payload. */
async function failureMessageOf(
  { options }: Client,
  failure: ProtoFailure | null | undefined,
): Promise<string | undefined> {
  return (await decodeOptionalFailureToOptionalError(options.loadedDataConverter, failure))?.message;
}

/** ISO 8601 of a protobuf timestamp, whose seconds are an object of the package `long`. */
function toIso(timestamp: { readonly seconds?: { toNumber(): number } | null } | null | undefined): string | null {
  const seconds = timestamp?.seconds?.toNumber() ?? 0;
  return seconds > 0 ? new Date(seconds * 1_000).toISOString() : null;
}
