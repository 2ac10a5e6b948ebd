import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { counted } from '@plumbline/contracts/common/counted';
import { openSqliteState, stateFileOf } from '@plumbline/storage/database';
import { isDamaged } from '@plumbline/storage/files';
import { tryLock } from '@plumbline/storage/locks';
import { openBlobSweep } from '../assembly/blob-stores.ts';
import { openStateStores } from '../assembly/state-stores.ts';
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
import type { HomeWork } from './blob-references.ts';
import { BackupRefusedError, HomeBusyError } from './lifecycle-errors.ts';
import { eraseMemory, type ForgottenMemory, type MemoryErasure } from './memory-erasure.ts';
import { type Removal, removeRun, removeSession } from './removal.ts';
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
  const working = <Result>(apply: boolean, work: (on: HomeWork, config: WorkerConfig) => Promise<Result>) =>
    locked(async () => {
      const config = loadWorkerConfig(environment);
      // A check must not create the database.
      const blobs = openBlobSweep(config);
      const state = openStateStores(config, blobs, 'none');
      try {
        return await work({ home, blobs, state, now: new Date(), apply }, config);
      } finally {
        await state.close();
      }
    });
  return {
    sweep: (options) =>
      working(options.apply, async (work, config) => {
        const answerTtlMs = Math.max(config.calls.answerTtlMs, config.web.pageTtlMs);
        return sweepHome({ ...options, ...work, buildId: await loadBuildId(), answerTtlMs });
      }),
    removeRun: (id, apply) => working(apply, (work) => removeRun(work, id)),
    removeSession: (id, apply) => working(apply, (work) => removeSession(work, id)),
    eraseMemory: (forgotten, apply) => working(apply, (work) => eraseMemory(work, forgotten)),
    backUp: (options) => locked(() => backUpHome({ ...options, home, now: new Date() })),
    restore: (options) => locked(() => restoreHome({ ...options, home, now: new Date() })),
    repair: () =>
      locked(async () => {
        const release = holdServer(home);
        return repairHome(home, new Date()).finally(release);
      }),
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

/** A damaged file, and what became of it. */
interface Repair {
  readonly file: string;
  readonly outcome: string;
}

/** What is lost with a file that is set aside. */
const SET_ASIDE: Readonly<Record<string, string>> = {
  'pages.sqlite': 'set aside; pages of the web are read again, and a run under way may miss some',
  'temporal/temporal.db': 'set aside with the histories of runs; finished reports are whole, runs under way are lost',
};

/**
 * Puts damaged databases aside, and saves what can be read. Indexes and texts need no repair: they are built anew and read again when
 * they are used. Nothing else may use the home meanwhile.
 */
async function repairHome(home: string, now: Date): Promise<Repair[]> {
  const aside = join(home, `damaged-${now.toISOString().replaceAll(/[:.]/g, '-')}`);
  const repairs: Repair[] = [];
  const state = stateFileOf(home);
  if (!isSound(state)) repairs.push({ file: basename(state), outcome: await saveState(home, aside) });
  for (const [file, outcome] of Object.entries(SET_ASIDE)) {
    if (isSound(join(home, file))) continue;
    await setAside(join(home, file), aside);
    repairs.push({ file, outcome });
  }
  return repairs;
}

/** Also what is not there. */
function isSound(path: string): boolean {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { readOnly: true });
    return database.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'] === 'ok';
  } catch (error) {
    return !isDamaged(error);
  } finally {
    database?.close();
  }
}

async function setAside(path: string, aside: string): Promise<void> {
  await mkdir(aside, { recursive: true });
  for (const file of [path, `${path}-wal`, `${path}-shm`])
    await rename(file, join(aside, basename(file))).catch(() => undefined);
}

/** A new database with all rows that can be read takes the place of the old one. */
async function saveState(home: string, aside: string): Promise<string> {
  const draft = await mkdtemp(join(home, 'repairing-'));
  try {
    const fresh = openSqliteState(draft);
    await fresh.read();
    await fresh.close();
    const rows = copyReadable(stateFileOf(home), stateFileOf(draft));
    await setAside(stateFileOf(home), aside);
    await rename(stateFileOf(draft), stateFileOf(home));
    return `${counted(rows, 'row')} saved; the old file is in ${basename(aside)}`;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

function copyReadable(from: string, to: string): number {
  const target = new DatabaseSync(to);
  let rows = 0;
  try {
    const source = new DatabaseSync(from);
    try {
      const tables = target
        .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'kysely%'")
        .all();
      for (const { name } of tables) rows += copyTable(source, target, String(name));
    } finally {
      source.close();
    }
  } finally {
    target.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    target.close();
  }
  return rows;
}

/** From both ends up to what cannot be read. */
function copyTable(source: DatabaseSync, target: DatabaseSync, table: string): number {
  const columns = target
    .prepare(`PRAGMA table_info(${table})`)
    .all()
    .map(({ name }) => String(name));
  const marks = columns.map(() => '?').join(', ');
  const insert = target.prepare(`INSERT OR REPLACE INTO ${table} (${columns.join(', ')}) VALUES (${marks})`);
  // It has one row, of which a new database has made another.
  if (table === 'identity') target.exec('DELETE FROM identity');
  target.exec('BEGIN');
  for (const order of ['ASC', 'DESC']) {
    try {
      const rows = source.prepare(`SELECT ${columns.join(', ')} FROM ${table} ORDER BY rowid ${order}`).iterate();
      for (const row of rows) insert.run(...columns.map((column) => row[column] ?? null));
      break;
    } catch {
      // What is behind the damage is read from the other end.
    }
  }
  target.exec('COMMIT');
  return Number(target.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.['rows']);
}
