import type { Activities } from '@plumbline/contracts/activities';
import { taskQueueFor } from '@plumbline/contracts/common/task-queues';
import type { DataConverter } from '@temporalio/common';
import { createDataConverter } from '../payloads/data-converter.ts';
import { createDependencies } from './assembly/dependencies.ts';
import { providerQueues } from './assembly/research-workers.ts';
import { loadWorkerConfig } from './config/worker-config.ts';

/** What a worker of a team's own needs, beside the workflows of `plumbline/workflows`. */
export interface OpenedActivities {
  /** All of them: each of the queues may be given all. */
  readonly activities: Activities;
  /** For clients and workers. */
  readonly dataConverter: DataConverter;
  /** The first one is that of the workflows, the others need activities only. */
  readonly taskQueues: readonly string[];
  /** Once no worker runs any more. */
  readonly close: () => Promise<void>;
}

/**
 * The activities, for a worker of a team's own: `import { openActivities } from 'plumbline/activities'`. Configured by the same
 * environment variables as `npx plumbline worker`.
 *
 * @param temporalAddress host and port of the server that the worker serves
 * @throws {Error} when a variable is not usable
 */
export function openActivities(temporalAddress: string): OpenedActivities {
  const config = loadWorkerConfig();
  const opened = createDependencies(config, async () => temporalAddress);
  const queues = ['main', 'model', 'web', ...providerQueues().map(({ queue }) => queue)] as const;
  return {
    activities: opened.activities,
    dataConverter: createDataConverter(config.encryptionKeys),
    taskQueues: queues.map((queue) => taskQueueFor(config.taskQueue, queue)),
    close: () => opened.close(),
  };
}
