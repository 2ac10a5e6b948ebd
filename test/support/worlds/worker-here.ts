import { NativeConnection } from '@temporalio/worker';
import { createDependencies } from '../../../workers/assembly/dependencies.ts';
import { createResearchWorkers } from '../../../workers/assembly/research-workers.ts';
import { loadWorkerConfig } from '../../../workers/config/worker-config.ts';
import { loadStoreId } from '../../../workers/home/store-id.ts';
import { loadBuiltWorkflows } from './built-workflows.ts';
import { installQuietRuntime } from './workflow-world.ts';

/** A worker of a home, in this process. */
export interface WorkerHere {
  stop(): Promise<void>;
}

/** What the worker process puts together, but for its threads: the bodies of activities run here. */
export async function startWorkerHere(environment: NodeJS.ProcessEnv): Promise<WorkerHere> {
  installQuietRuntime();
  const config = loadWorkerConfig(environment);
  const { address, namespace } = config.temporal;
  loadStoreId(config.home);
  const connection = await NativeConnection.connect({ address });
  const { activities, close } = createDependencies(config, async () => address);
  const workers = await createResearchWorkers(config, {
    connecting: Promise.resolve(connection),
    namespace,
    identity: 'test',
    buildId: 'test',
    activities: { ...activities },
    workflowBundle: await loadBuiltWorkflows({ encrypts: config.encryptionKeys.length > 0 }),
  });
  const running = Promise.all(workers.map((worker) => worker.run()));
  return {
    async stop() {
      for (const worker of workers) worker.shutdown();
      await running;
      await connection.close();
      await close();
    },
  };
}
