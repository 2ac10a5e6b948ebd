import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobSweep } from '@plumbline/storage/blobs';
import { tryLock } from '@plumbline/storage/locks';
import { openBlobSweep } from '../assembly/blob-stores.ts';
import { openStateStoresIfThere, type StateStores } from '../assembly/state-stores.ts';
import { loadBuildId } from '../build/build-id.ts';
import { loadWorkerConfig, type WorkerConfig } from '../config/worker-config.ts';
import { homeOf } from '../home/home-folder.ts';
import {
  type Backup,
  BACKUP_FILE,
  type BackupFile,
  backUpHome,
  type BackupOptions,
  backupSchema,
  copyHashed,
} from './backup.ts';
import { BackupRefusedError, HomeBusyError } from './lifecycle-errors.ts';
import { eraseMemory, type ForgottenMemory, type MemoryErasure } from './memory-erasure.ts';
import { type Removal, removeRun, removeSession } from './removal.ts';
import { type Repair, repairHome } from './repair.ts';
import { sweepHome, type SweepOptions, type SweepReport } from './sweep.ts';

const ANOTHER = 'Use another backup; nothing was changed.';

/** Inside the home, so that a mount point can be restored into. */
const STAGING = 'restoring';
const OWN_NAMES: ReadonlySet<string> = new Set([STAGING, 'lifecycle.lock', 'lifecycle.lock-journal']);

/** Operations on a whole home, one at a time. @throws {HomeBusyError} while another one is running */
export interface HomeLifecycle {
  sweep(options: Pick<SweepOptions, 'minimumAgeMs' | 'withIndexes' | 'apply'>): Promise<SweepReport>;
  /** @param apply false: only counts */
  removeRun(researchId: string, apply: boolean): Promise<Removal>;
  removeSession(sessionId: string, apply: boolean): Promise<Removal>;
  eraseMemory(forgotten: ForgottenMemory, apply: boolean): Promise<MemoryErasure>;
  backUp(options: Pick<BackupOptions, 'target' | 'signal' | 'onProgress'>): Promise<Backup>;
  restore(options: Pick<RestoreOptions, 'source' | 'force' | 'signal'>): Promise<Restored>;
  /** What was damaged, and what became of it. */
  repair(): Promise<Repair[]>;
}

export function createHomeLifecycle(environment: NodeJS.ProcessEnv): HomeLifecycle {
  const home = homeOf(environment);
  const locked = <Result>(work: () => Promise<Result>) => withHomeLocked(home, work);
  const withState = async <Result>(
    work: (state: StateStores, config: WorkerConfig, blobs: BlobSweep) => Promise<Result>,
  ) => {
    const config = loadWorkerConfig(environment);
    // A check must not create the database.
    const blobs = openBlobSweep(config);
    const state = openStateStoresIfThere(config, blobs, 'none');
    try {
      return await work(state, config, blobs);
    } finally {
      await state.close();
    }
  };
  const removal = (remove: typeof removeRun) => (id: string, apply: boolean) =>
    locked(() => withState((state, _, blobs) => remove({ home, blobs, state, now: new Date(), apply }, id)));
  return {
    sweep: (options) =>
      locked(() =>
        withState(async (state, config, blobs) => {
          const answerTtlMs = Math.max(config.calls.answerTtlMs, config.web.pageTtlMs);
          const buildId = await loadBuildId();
          return sweepHome({ ...options, home, blobs, state, buildId, answerTtlMs, now: new Date() });
        }),
      ),
    removeRun: removal(removeRun),
    removeSession: removal(removeSession),
    eraseMemory: (forgotten, apply) =>
      locked(() =>
        withState((state, _, blobs) => eraseMemory({ home, blobs, state, now: new Date(), apply }, forgotten)),
      ),
    backUp: (options) => locked(() => backUpHome({ ...options, home, now: new Date() })),
    restore: (options) => locked(() => restoreHome({ ...options, home, now: new Date() })),
    repair: () => locked(async () => whileStopped(home, () => repairHome(home, new Date()))),
  };
}

/**
 * Runs one operation on the whole home: nothing may be deleted during a backup, for example.
 *
 * @throws {HomeBusyError}
 */
export async function withHomeLocked<Result>(home: string, work: () => Promise<Result>): Promise<Result> {
  const lock = tryLock(join(home, 'lifecycle.lock'));
  if (lock === undefined) throw new HomeBusyError(`another gc, delete, backup or restore is running on ${home}`);
  try {
    return await work();
  } finally {
    lock.release();
  }
}

interface RestoreOptions {
  readonly home: string;
  /** Folder of a backup. */
  readonly source: string;
  /** Moves existing content of the home aside. */
  readonly force: boolean;
  readonly now: Date;
  readonly signal: AbortSignal;
}

interface Restored {
  readonly backup: Backup;
  /** New place of the previous content; null when there was none. */
  readonly movedTo: string | null;
}

/**
 * Restores a home from a backup: copies and checks everything first, then renames it into place. If the backup is damaged
 * or the process is killed before that, the home is unchanged.
 *
 * @throws {BackupRefusedError} when the backup is damaged or of another version, or the home is not empty
 * @throws {HomeBusyError} when its server is running
 */
export async function restoreHome(options: RestoreOptions): Promise<Restored> {
  const { home, source, force, now } = options;
  const backup = await readBackup(source);
  const present = (await readdir(home).catch(() => [])).filter((name) => !OWN_NAMES.has(name));
  if (present.length > 0 && !force)
    throw new BackupRefusedError(`${home} is not empty`, 'Set PLUMBLINE_HOME to a new folder, or use --force.');
  const release = present.length > 0 ? holdServer(home) : () => undefined;
  try {
    await stage(backup.files, options);
    const aside = join(home, `replaced-${now.toISOString().replaceAll(/[:.]/g, '-')}`);
    if (present.length > 0) await moveAll(home, present, aside);
    await moveAll(join(home, STAGING), await readdir(join(home, STAGING)), home);
    await rm(join(home, STAGING), { recursive: true });
    return { backup, movedTo: present.length > 0 ? aside : null };
  } finally {
    release();
  }
}

async function readBackup(source: string): Promise<Backup> {
  const path = join(source, BACKUP_FILE);
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null)
    throw new BackupRefusedError(`${source} is not a complete backup: it has no ${BACKUP_FILE}`, ANOTHER);
  try {
    return backupSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new BackupRefusedError(`${path} is damaged, or of another version of the project`, ANOTHER, { cause: error });
  }
}

/** Prevents a start of the server meanwhile. */
function holdServer(home: string): () => void {
  const lock = tryLock(join(home, 'temporal', 'supervisor.lock'));
  if (lock === undefined)
    throw new HomeBusyError(`the Temporal server of ${home} is running; stop it: npx plumbline down`);
  return () => lock.release();
}

async function whileStopped<Result>(home: string, work: () => Promise<Result>): Promise<Result> {
  const release = holdServer(home);
  return work().finally(release);
}

/** Copies everything into the home, next to its present content. */
async function stage(files: readonly BackupFile[], { home, source, signal }: RestoreOptions): Promise<void> {
  const staging = join(home, STAGING);
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { recursive: true });
  try {
    for (const file of files) await copyChecked(file, source, staging, signal);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    throw error;
  }
}

async function copyChecked(file: BackupFile, source: string, staging: string, signal: AbortSignal): Promise<void> {
  const { path, bytes, sha256 } = file;
  if ((await stat(join(source, path)).catch(() => null)) === null)
    throw new BackupRefusedError(`the backup is incomplete: ${path} is missing`, ANOTHER);
  const copied = await copyHashed(join(source, path), join(staging, path), signal);
  if (copied.bytes !== bytes || copied.sha256 !== sha256)
    throw new BackupRefusedError(`the backup is damaged: ${path} has changed`, ANOTHER);
}

async function moveAll(from: string, names: readonly string[], to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of names) await rename(join(from, name), join(to, name));
}
