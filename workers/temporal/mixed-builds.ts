import { taskQueueFor, type WorkKind } from '@plumbline/contracts/common/task-queues';
import { tsToMs } from '@temporalio/common/lib/time.js';
import proto from '@temporalio/proto';
import type { NativeConnection } from '@temporalio/worker';
import type { WorkerConfig } from '../config/worker-config.ts';
import { hasEnded, parseIdentity, type WorkerIdentity } from './worker-identity.ts';

const { TASK_QUEUE_TYPE_ACTIVITY, TASK_QUEUE_TYPE_WORKFLOW } = proto.temporal.api.enums.v1.TaskQueueType;

/** A long poll lasts a minute; the server lists dead pollers for some minutes more. */
const LIVING_POLLER_MS = 70_000;

/**
 * Workers of another build of this project that poll one of these queues. Two builds on one queue replay each other's
 * histories, so that workflow tasks fail forever.
 */
export async function findOtherBuilds(
  connection: Pick<NativeConnection, 'workflowService'>,
  config: WorkerConfig,
  own: WorkerIdentity,
): Promise<readonly WorkerIdentity[]> {
  return (await findWorkers(connection, config)).filter(({ buildId }) => buildId !== own.buildId);
}

/**
 * A versioned worker may join other builds: Temporal gives it the runs of its own build alone.
 *
 * @throws {Error} when workers of another build serve the queue
 */
export async function refuseMixedBuilds(
  { allowMixedBuilds, deployment, taskQueue }: Pick<WorkerConfig, 'allowMixedBuilds' | 'deployment' | 'taskQueue'>,
  findOthers: () => ReturnType<typeof findOtherBuilds>,
): Promise<void> {
  if (allowMixedBuilds || deployment !== undefined) return;
  const others = await findOthers();
  if (others.length === 0) return;
  const names = others.map(({ host, pid, buildId }) => `process ${pid} on ${host} (build ${buildId})`);
  throw new Error(
    `The task queue ${taskQueue} is served by another build of this project: ${names.join(', ')}. Stop that worker (it counts as alive for 70 s), set PLUMBLINE_TASK_QUEUE, or allow it with worker.allow-mixed-builds=1.`,
  );
}

/** Workers of this project that poll one of these queues. */
export async function findWorkers(
  connection: Pick<NativeConnection, 'workflowService'>,
  config: WorkerConfig,
): Promise<readonly WorkerIdentity[]> {
  const identities = await Promise.all(config.queues.map((kind) => livingPollers(connection, config, kind)));
  return [...new Set(identities.flat())]
    .map(parseIdentity)
    .filter((identity) => identity !== undefined)
    .filter((worker) => !hasEnded(worker));
}

/** Identities of the workers that currently poll the queue for one kind of work. */
async function livingPollers(
  { workflowService }: Pick<NativeConnection, 'workflowService'>,
  { temporal: { namespace }, taskQueue }: WorkerConfig,
  kind: WorkKind,
): Promise<readonly string[]> {
  const { pollers } = await workflowService.describeTaskQueue({
    namespace,
    taskQueue: { name: taskQueueFor(taskQueue, kind) },
    taskQueueType: kind === 'main' ? TASK_QUEUE_TYPE_WORKFLOW : TASK_QUEUE_TYPE_ACTIVITY,
  });
  return (pollers ?? [])
    .filter(({ lastAccessTime }) => Date.now() - tsToMs(lastAccessTime) < LIVING_POLLER_MS)
    .map(({ identity }) => identity ?? '');
}
