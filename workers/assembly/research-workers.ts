import { type QueueName, taskQueueFor, type WorkKind } from '@plumbline/contracts/common/task-queues';
import { providerDefinitions } from '@plumbline/web/provider-definitions';
import type { ProviderTraits } from '@plumbline/web/search';
import { type NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import { createDataConverter } from '../../payloads/data-converter.ts';
import type { WorkerCapacity } from '../config/fleet.ts';
import type { WorkerConfig } from '../config/worker-config.ts';

export interface ResearchWorkerParts {
  /** Workers are put together meanwhile. */
  readonly connecting: Promise<NativeConnection>;
  readonly namespace: string;
  readonly identity: string;
  readonly buildId: string;
  /** By name; `default` covers all others. */
  readonly activities: NonNullable<WorkerOptions['activities']>;
  readonly workflowBundle: { readonly code: string };
  readonly interceptors?: WorkerOptions['interceptors'];
}

/** A queue and how a worker serves it. */
interface ServedQueue {
  readonly queue: QueueName;
  readonly options: Partial<WorkerOptions>;
}

/** One worker per served queue. */
export function createResearchWorkers(config: WorkerConfig, parts: ResearchWorkerParts): Promise<readonly Worker[]> {
  return Promise.all(
    config.queues
      .flatMap((kind) => queuesOf[kind](parts, config.capacity))
      .map(({ queue, options }) =>
        createWorker(parts.connecting, {
          ...sharedOptions(config, parts),
          ...options,
          taskQueue: taskQueueFor(config.taskQueue, queue),
        }),
      ),
  );
}

function sharedOptions(config: WorkerConfig, parts: ResearchWorkerParts) {
  const { namespace, identity, buildId, activities, interceptors } = parts;
  return {
    ...(interceptors && { interceptors }),
    namespace,
    identity,
    activities,
    dataConverter: createDataConverter(config.encryptionKeys),
    ...versioningOf(config, buildId),
    shutdownGraceTime: '30 seconds',
    // After a kill, the recorded progress of an activity is at most this old, regardless of its heartbeat timeout.
    maxHeartbeatThrottleInterval: '1 second',
  } satisfies Partial<WorkerOptions>;
}

/** Without a deployment any worker continues a run. */
function versioningOf({ deployment }: WorkerConfig, buildId: string): Partial<WorkerOptions> {
  if (deployment === undefined) return {};
  return {
    workerDeploymentOptions: {
      version: { deploymentName: deployment, buildId },
      useWorkerVersioning: true,
      defaultVersioningBehavior: 'PINNED',
    },
  };
}

type Polling = WorkerCapacity['polling'];
type QueuesOf = (parts: ResearchWorkerParts, capacity: WorkerCapacity) => readonly ServedQueue[];

const queuesOf: Record<WorkKind, QueuesOf> = {
  main: ({ workflowBundle }, { workflowTasks, cachedRuns, activities, polling }) => [
    {
      queue: 'main',
      options: {
        workflowBundle,
        // After a kill each run waits this long for its old worker; with less, tasks miss a loaded worker.
        stickyQueueScheduleToStartTimeout: '2 seconds',
        maxCachedWorkflows: cachedRuns,
        maxConcurrentWorkflowTaskExecutions: workflowTasks,
        maxConcurrentActivityTaskExecutions: activities,
        workflowTaskPollerBehavior: pollers(8, polling),
        activityTaskPollerBehavior: pollers(4, polling),
      },
    },
  ],
  model: (_, { modelRequests, polling }) => [{ queue: 'model', options: activitiesOnly(modelRequests, polling) }],
  web: (_, { webRequests, polling }) => [
    { queue: 'web', options: activitiesOnly(webRequests, polling) },
    ...providerQueues(),
  ],
};

/** Providers that are not set up have a queue as well, so that asking one fails with what is missing. */
export function providerQueues(): ServedQueue[] {
  return providerDefinitions().map(queueOfProvider);
}

function queueOfProvider({ name: provider, requestsPerSecond, maxConcurrent }: ProviderTraits): ServedQueue {
  return {
    queue: `web-${provider}`,
    // The server enforces the rate for all workers together.
    options: {
      ...activitiesOnly(maxConcurrent, 'fixed', 1),
      maxTaskQueueActivitiesPerSecond: requestsPerSecond,
    },
  };
}

function activitiesOnly(maxConcurrent: number, polling: Polling, usual = 4): Partial<WorkerOptions> {
  return { maxConcurrentActivityTaskExecutions: maxConcurrent, activityTaskPollerBehavior: pollers(usual, polling) };
}

/** @param usual concurrent polls at the server, or those that a worker begins with */
function pollers(usual: number, polling: Polling): NonNullable<WorkerOptions['activityTaskPollerBehavior']> {
  return polling === 'fixed' ? { type: 'simple-maximum', maximum: usual } : { type: 'autoscaling', initial: usual };
}

/** Creates a worker while its connection is made: the thread of its workflows, if it has one, starts at once. */
async function createWorker(
  connecting: Promise<NativeConnection>,
  options: Omit<WorkerOptions, 'connection'>,
): Promise<Worker> {
  if (options.workflowBundle === undefined) return Worker.create({ ...options, connection: await connecting });
  // The SDK reads the connection from its caller's options, after it has made what runs workflows.
  const completed: WorkerOptions = { ...options };
  class EarlyWorker extends Worker {
    protected static override async createWorkflowCreator(
      ...[bundle, usual, logger]: Parameters<typeof Worker.createWorkflowCreator>
    ) {
      // On a busy machine, loading the code alone takes longer than the SDK's 5 s.
      const creating = super.createWorkflowCreator(bundle, { ...usual, isolateExecutionTimeoutMs: 30_000 }, logger);
      const [creator, connection] = await Promise.all([creating, connecting]);
      completed.connection = connection;
      return creator;
    }
  }
  return EarlyWorker.create(completed);
}
