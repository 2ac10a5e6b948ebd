import { existsSync } from 'node:fs';
import { createFileConversationStore } from '../../activities/conversations/file-conversation-store.ts';
import { stateFileOf } from '../../activities/state/state-database.ts';
import { createFileRunStore } from '../../activities/storage/file-run-store.ts';
import { openStateStores, type StateStores } from '../assembly/state-stores.ts';
import { loadBuildId } from '../build/build-id.ts';
import { loadWorkerConfig, type WorkerConfig } from '../config/worker-config.ts';
import { homeOf } from '../home/home-folder.ts';
import type { Backup } from './backup-format.ts';
import { type BackupOptions, backUpHome } from './backup.ts';
import { withHomeLocked } from './home-lock.ts';
import { eraseMemory, type ForgottenMemory, type MemoryErasure } from './memory-erasure.ts';
import { type Removal, removeRun, removeSession } from './removal.ts';
import { type Restored, type RestoreOptions, restoreHome } from './restore.ts';
import { type SweepOptions, type SweepReport, sweepHome } from './sweep.ts';

/** Operations on a whole home, one at a time. @throws {HomeBusyError} while another one is running */
export interface HomeLifecycle {
  sweep(options: Pick<SweepOptions, 'minimumAgeMs' | 'withIndexes' | 'apply'>): Promise<SweepReport>;
  /** @param apply false: only counts */
  removeRun(researchId: string, apply: boolean): Promise<Removal>;
  removeSession(sessionId: string, apply: boolean): Promise<Removal>;
  eraseMemory(forgotten: ForgottenMemory, apply: boolean): Promise<MemoryErasure>;
  backUp(options: Pick<BackupOptions, 'target' | 'signal' | 'onProgress'>): Promise<Backup>;
  restore(options: Pick<RestoreOptions, 'source' | 'force' | 'signal'>): Promise<Restored>;
}

export function createHomeLifecycle(environment: NodeJS.ProcessEnv): HomeLifecycle {
  const home = homeOf(environment);
  const locked = <Result>(work: () => Promise<Result>) => withHomeLocked(home, work);
  const stored = { home, runs: createFileRunStore(home), conversations: createFileConversationStore(home) };
  const withState = async <Result>(work: (state: StateStores | null, config: WorkerConfig) => Promise<Result>) => {
    const config = loadWorkerConfig(environment);
    // A check must not create the database.
    const isThere = config.calls.databaseUrl !== null || existsSync(stateFileOf(home));
    const state = isThere ? openStateStores(config) : null;
    try {
      return await work(state, config);
    } finally {
      await state?.close();
    }
  };
  const removal = (remove: typeof removeRun) => (id: string, apply: boolean) =>
    locked(() => withState((state) => remove({ ...stored, state, now: new Date(), apply }, id)));
  return {
    sweep: (options) =>
      locked(() =>
        withState(async (state, config) => {
          const answerTtlMs = Math.max(config.calls.answerTtlMs, config.web.pageTtlMs);
          const buildId = await loadBuildId();
          return sweepHome({ ...options, ...stored, state, buildId, answerTtlMs, now: new Date() });
        }),
      ),
    removeRun: removal(removeRun),
    removeSession: removal(removeSession),
    eraseMemory: (forgotten, apply) =>
      locked(() => withState((state) => eraseMemory({ ...stored, state, now: new Date(), apply }, forgotten))),
    backUp: (options) => locked(() => backUpHome({ ...options, home, now: new Date() })),
    restore: (options) => locked(() => restoreHome({ ...options, home, now: new Date() })),
  };
}
