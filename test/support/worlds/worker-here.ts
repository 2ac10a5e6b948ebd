import { fileURLToPath, pathToFileURL } from 'node:url';
import { NativeConnection } from '@temporalio/worker';
import { ActivityThreads } from '../../../workers/activity-threads/activity-threads.ts';
import { loadWorkerConfig } from '../../../workers/config/worker-config.ts';
import { findCompiled } from '../../../workers/install/compiled-program.js';
import { loadBuiltWorkflows } from './built-workflows.ts';
import { createTestWorkers, installQuietRuntime } from './workflow-world.ts';

const THREAD = 'workers/activity-threads/activity-thread.ts';

/** A worker of a home, in this process. */
export interface WorkerHere {
  stop(): Promise<void>;
}

/** As in the worker process, the bodies of activities have a thread of their own; workflows share theirs with other workers. */
export async function startWorkerHere(environment: NodeJS.ProcessEnv): Promise<WorkerHere> {
  installQuietRuntime();
  const config = loadWorkerConfig(environment);
  const { address } = config.temporal;
  const { runtime: _, ...data } = config;
  const threads = new ActivityThreads({
    entry: pathToFileURL(findCompiled(THREAD) ?? fileURLToPath(new URL(`../../../${THREAD}`, import.meta.url))),
    data,
    answers: { temporalAddress: async () => address },
  });
  const [connection, release] = await Promise.all([NativeConnection.connect({ address }), loadBuiltWorkflows()]);
  const { taskQueue } = config;
  const workers = await createTestWorkers({ connection, taskQueue, activities: threads.activities, release });
  await threads.ready;
  const running = Promise.all(workers.map((worker) => worker.run()));
  return {
    async stop() {
      for (const worker of workers) worker.shutdown();
      await running;
      await threads.close();
      await connection.close();
    },
  };
}
