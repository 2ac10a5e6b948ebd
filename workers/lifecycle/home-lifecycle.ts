import { existsSync } from 'node:fs';
import type { CallStore } from '../../activities/metering/call-store.ts';
import { stateFileOf } from '../../activities/state/state-database.ts';
import { createFileRunStore } from '../../activities/storage/file-run-store.ts';
import { openCallStore } from '../assembly/call-store.ts';
import { loadBuildId } from '../build/build-id.ts';
import { homeOf, loadWorkerConfig, type WorkerConfig } from '../config/worker-config.ts';
import { type BackupOptions, backUpHome } from './backup.ts';
import type { Backup } from './backup-format.ts';
import { withHomeLocked } from './home-lock.ts';
import { type Restored, type RestoreOptions, restoreHome } from './restore.ts';
import { type RunRemoval, type RunRemovalOptions, removeRun } from './run-removal.ts';
import { type SweepOptions, type SweepReport, sweepHome } from './sweep.ts';

/** Operations on a whole home, one at a time. @throws {HomeBusyError} while another one is running */
export interface HomeLifecycle {
  sweep(options: Pick<SweepOptions, 'minimumAgeMs' | 'withIndexes' | 'apply'>): Promise<SweepReport>;
  removeRun(options: Pick<RunRemovalOptions, 'researchId' | 'apply'>): Promise<RunRemoval>;
  backUp(options: Pick<BackupOptions, 'target' | 'signal' | 'onProgress'>): Promise<Backup>;
  restore(options: Pick<RestoreOptions, 'source' | 'force' | 'signal'>): Promise<Restored>;
}

export function createHomeLifecycle(environment: NodeJS.ProcessEnv): HomeLifecycle {
  const home = homeOf(environment);
  const locked = <Result>(work: () => Promise<Result>) => withHomeLocked(home, work);
  const withCalls = async <Result>(work: (calls: CallStore | null, config: WorkerConfig) => Promise<Result>) => {
    const config = loadWorkerConfig(environment);
    // A check must not create the database.
    const isThere = config.calls.databaseUrl !== null || existsSync(stateFileOf(home));
    const calls = isThere ? openCallStore(config) : null;
    try {
      return await work(calls, config);
    } finally {
      await calls?.close();
    }
  };
  const runs = createFileRunStore(home);
  return {
    sweep: (options) =>
      locked(() =>
        withCalls(async (calls, config) => {
          const answerTtlMs = Math.max(config.calls.answerTtlMs, config.web.pageTtlMs);
          const buildId = await loadBuildId();
          return sweepHome({ ...options, home, runs, calls, buildId, answerTtlMs, now: new Date() });
        }),
      ),
    removeRun: (options) =>
      locked(() => withCalls((calls) => removeRun({ ...options, home, runs, calls, now: new Date() }))),
    backUp: (options) => locked(() => backUpHome({ ...options, home, now: new Date() })),
    restore: (options) => locked(() => restoreHome({ ...options, home, now: new Date() })),
  };
}
