import { Connection, isGrpcServiceError } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import proto, { type temporal } from '@temporalio/proto';
import { hasEnded, parseIdentity } from '../temporal/worker-identity.ts';

const { PENDING_ACTIVITY_STATE_STARTED } = proto.temporal.api.enums.v1.PendingActivityState;

/** `NOT_FOUND` of https://grpc.io/docs/guides/status-codes/. */
const NOT_FOUND = 5;
const PAGE_SIZE = 50;
/** Runs examined in parallel, with two requests each. */
const CONCURRENCY = 8;

const SUPERVISOR = 'plumbline supervisor';

/** Failure of the interrupted attempt. */
const WORKER_ENDED: temporal.api.failure.v1.IFailure = {
  message: 'the worker process has ended',
  source: SUPERVISOR,
  applicationFailureInfo: {
    type: 'WorkerEnded',
    // Constant instead of growing: the restart of the worker already has pauses.
    nextRetryDelay: msToTs(250),
  },
};

export interface WorkRelease {
  readonly address: string;
  readonly namespace: string;
  /** Queue of the workflows. */
  readonly taskQueue: string;
  readonly signal: AbortSignal;
}

type WorkflowService = Connection['workflowService'];
type Run = temporal.api.common.v1.IWorkflowExecution;
type PendingActivity = temporal.api.workflow.v1.IPendingActivityInfo;

/**
 * Releases the work of workers of this machine whose process has ended, so that runs need not wait for timeouts: every
 * running workflow of the queue leaves its worker's own queue, and each activity of an ended worker fails with the
 * retryable type `WorkerEnded`. A workflow task in progress waits for its timeout. A live worker keeps its work, even
 * when it is frozen.
 *
 * @throws {Error} when the server does not answer or refuses; unreleased work waits for its timeouts
 */
export async function releaseWorkOfEndedWorkers(release: WorkRelease): Promise<void> {
  const connection = Connection.lazy({ address: release.address });
  try {
    await connection.withAbortSignal(release.signal, () => releaseRuns(connection.workflowService, release));
  } finally {
    await connection.close();
  }
}

async function releaseRuns(service: WorkflowService, release: WorkRelease): Promise<void> {
  const problems: unknown[] = [];
  // Shared by several loops; each takes the next run.
  const runs = listRunning(service, release);
  const work = async () => {
    for await (const run of runs) {
      await releaseRun(service, release.namespace, run).catch((error: unknown) => problems.push(error));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  if (problems.length > 0) throw problems[0];
}

async function* listRunning(service: WorkflowService, { namespace, taskQueue }: WorkRelease): AsyncGenerator<Run> {
  const query = `ExecutionStatus = 'Running' AND TaskQueue = '${taskQueue}'`;
  let nextPageToken: Uint8Array = new Uint8Array();
  do {
    const page = await service.listWorkflowExecutions({ namespace, query, pageSize: PAGE_SIZE, nextPageToken });
    for (const { execution } of page.executions) if (execution) yield execution;
    nextPageToken = page.nextPageToken;
  } while (nextPageToken.length > 0);
}

async function releaseRun(service: WorkflowService, namespace: string, execution: Run): Promise<void> {
  const [description] = await Promise.all([
    unlessEnded(service.describeWorkflowExecution({ namespace, execution })),
    unlessEnded(service.resetStickyTaskQueue({ namespace, execution })),
  ]);
  for (const { activityId } of description?.pendingActivities.filter(isHeldByEndedWorker) ?? []) {
    const activity = {
      workflowId: execution.workflowId ?? '',
      runId: execution.runId ?? '',
      activityId: activityId ?? '',
    };
    await unlessEnded(
      service.respondActivityTaskFailedById({ namespace, ...activity, identity: SUPERVISOR, failure: WORKER_ENDED }),
    );
  }
}

/** Undefined when the run or the activity has ended in the meantime. */
async function unlessEnded<Response>(response: Promise<Response>): Promise<Response | undefined> {
  try {
    return await response;
  } catch (error) {
    if (isGrpcServiceError(error) && error.code === NOT_FOUND) return undefined;
    throw error;
  }
}

function isHeldByEndedWorker({ state, lastWorkerIdentity }: PendingActivity): boolean {
  return state === PENDING_ACTIVITY_STATE_STARTED && isOfEndedWorker(lastWorkerIdentity);
}

function isOfEndedWorker(identity: string | null | undefined): boolean {
  const worker = parseIdentity(identity ?? '');
  return worker !== undefined && hasEnded(worker);
}
