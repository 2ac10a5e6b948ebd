import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultTaskQueue } from '@plumbline/contracts/common/embedded-state';
import { inject } from 'vitest';
import { releaseWorkOfEndedWorkers } from '../../../workers/supervisor/work-release.ts';
import { type RunningCommand, workerEntry } from '../processes/cli.ts';
import { type CommandWorld, createCommandWorld } from './command-world.ts';

/** As a supervisor does: on a busy machine, the SDK gives up at times when it loads the code. */
const STARTS = 5;

/** Commands on the Temporal server of the ring, and a worker that is a process of its own, which can be killed. */
export interface KillableWorld extends CommandWorld {
  /** Kills the worker. As under a supervisor, another one takes its place, and its work at once. */
  killWorker(): Promise<void>;
}

export async function createKillableWorld(
  documents: Readonly<Record<string, string>>,
  settings: NodeJS.ProcessEnv = {},
): Promise<KillableWorld> {
  const address = inject('temporalAddress');
  const world = await createCommandWorld(documents, { TEMPORAL_ADDRESS: address, ...settings });
  const startWorker = async (attempts = STARTS): Promise<RunningCommand> => {
    const started = world.asProcesses({}, [], workerEntry()).start();
    try {
      await started.prints('worker ready');
      return started;
    } catch (error) {
      if (attempts === 1) throw error;
      return startWorker(attempts - 1);
    }
  };
  let worker = await startWorker();
  const taskQueue = defaultTaskQueue((await readFile(join(world.home, 'store-id'), 'utf8')).trim());
  return {
    ...world,
    async killWorker() {
      worker.process.kill('SIGKILL');
      await worker.ended;
      worker = await startWorker();
      const { signal } = new AbortController();
      await releaseWorkOfEndedWorkers({ address, namespace: 'default', taskQueue, signal });
    },
  };
}
