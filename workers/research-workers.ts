import { type NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import type { Activities } from '../workflows/contracts/activities.ts';
import { taskQueueFor, type WorkKind } from '../workflows/contracts/task-queues.ts';
import { PAYLOAD_CONVERTER_PATH } from './bundle.ts';
import type { WorkerConfig } from './config.ts';

export interface ResearchWorkerParts {
  readonly connection: NativeConnection;
  readonly identity: string;
  readonly activities: Activities;
  readonly workflowBundle: { readonly code: string };
}

/** One worker for each queue that is to be served. */
export function createResearchWorkers(config: WorkerConfig, parts: ResearchWorkerParts): Promise<readonly Worker[]> {
  return Promise.all(
    config.queues.map((kind) =>
      Worker.create({
        ...sharedOptions(config, parts),
        ...optionsOf[kind](parts),
        taskQueue: taskQueueFor(config.taskQueue, kind),
      }),
    ),
  );
}

function sharedOptions(config: WorkerConfig, { connection, identity, activities }: ResearchWorkerParts) {
  return {
    connection,
    namespace: config.temporal.namespace,
    identity,
    activities,
    dataConverter: { payloadConverterPath: PAYLOAD_CONVERTER_PATH },
    shutdownGraceTime: '30 seconds',
    // Recorded progress of an activity is at most this old after a kill, however long its heartbeat timeout is.
    maxHeartbeatThrottleInterval: '1 second',
  } satisfies Partial<WorkerOptions>;
}

const optionsOf: Record<WorkKind, (parts: ResearchWorkerParts) => Partial<WorkerOptions>> = {
  main: ({ workflowBundle }) => ({
    workflowBundle,
    // After a kill each run waits this long for its old worker; lower, and tasks go astray under load.
    stickyQueueScheduleToStartTimeout: '2 seconds',
    maxCachedWorkflows: 200,
    maxConcurrentWorkflowTaskExecutions: 40,
    maxConcurrentActivityTaskExecutions: 16,
    workflowTaskPollerBehavior: { type: 'simple-maximum', maximum: 8 },
    activityTaskPollerBehavior: { type: 'simple-maximum', maximum: 4 },
  }),
  model: () => ({
    maxConcurrentActivityTaskExecutions: 8,
    activityTaskPollerBehavior: { type: 'simple-maximum', maximum: 4 },
  }),
};
