import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, realpath } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { STORE_ID_FILE } from '@plumbline/contracts/common/embedded-state';
import { lockPathOf } from '@plumbline/search/folders';
import { INDEX_LAYOUT } from '@plumbline/search/removal';
import { BUSY_TIMEOUT_MS } from '@plumbline/storage/database';
import { isMissing, replaceFile, toJson } from '@plumbline/storage/files';
import { waitForLock } from '@plumbline/storage/locks';
import { z } from 'zod';
import project from '../../package.json' with { type: 'json' };
import { CONFIG_FILE } from '../config/config-file.ts';
import { BackupRefusedError } from './lifecycle-errors.ts';

/** Lists the files of a backup. Written last, so a backup without it is incomplete. */
export const BACKUP_FILE = 'backup.json';

/** Raised when older versions can no longer read newer backups. */
const BACKUP_FORMAT = 1;

export const backupSchema = z.object({
  format: z.literal(BACKUP_FORMAT),
  /** Start of the backup, ISO 8601; its content is not older. */
  createdAt: z.string(),
  /** Versions that made the backup. */
  versions: z.object({ project: z.string(), node: z.string(), sqlite: z.string(), indexLayout: z.int() }),
  /** Path of the original home. */
  home: z.string(),
  files: z.array(
    z.object({
      /** Relative to the home and to the backup's folder, with forward slashes; it cannot leave either. */
      path: z.string().regex(/^(?!\.\.?(?:\/|$))[^/\\]+(?:\/(?!\.\.?(?:\/|$))[^/\\]+)*$/),
      bytes: z.int().nonnegative(),
      sha256: z.string(),
    }),
  ),
});

export interface BackupOptions {
  readonly home: string;
  /** A folder that does not exist yet, or is empty. */
  readonly target: string;
  readonly now: Date;
  readonly signal: AbortSignal;
  readonly onProgress: (line: string) => void;
}

/**
 * Copies a home consistently while runs continue.
 *
 * Referring parts are copied before the parts they refer to, and nothing is deleted meanwhile: first the history, then what
 * it refers to, and the blobs last. The later parts may include work that is newer than the copied history; a run resumed
 * in the restored home finds those answers and pays for nothing twice.
 *
 * @throws {BackupRefusedError} when the target is not a folder to write to
 */
export async function backUpHome(options: BackupOptions): Promise<Backup> {
  const { home, target, signal, onProgress } = options;
  await prepareTarget(home, target);
  const files: BackupFile[] = [];
  const part = async (name: string, copy: () => Promise<BackupFile[]>): Promise<void> => {
    signal.throwIfAborted();
    onProgress(`Copying ${name}`);
    files.push(...(await copy()));
  };
  await part('the history', () => copyDatabase('temporal/temporal.db', options));
  await part('the stored answers', () => copyDatabase('plumbline.sqlite', options));
  await part('the records of pages', () => copyDatabase('pages.sqlite', options));
  await part('the search index', () => copyIndexes(options));
  await part('the files of reports', () => copyFolder('runs', options));
  // Of an earlier version.
  for (const folder of ['conversations', 'review', 'briefings']) await part(folder, () => copyFolder(folder, options));
  await part('the uploads', () => copyFolder('uploads', options));
  await part('the settings', () => copyFile(CONFIG_FILE, options));
  await part('the descriptions of pictures', () => copyFolder('descriptions', options));
  await part('the texts', () => copyFolder('blobs', options));
  await part('the id of the store', () => copyFile(STORE_ID_FILE, options));
  const createdAt = options.now.toISOString();
  const made: Backup = { format: BACKUP_FORMAT, createdAt, versions: ownVersions(), home, files };
  await replaceFile(join(target, BACKUP_FILE), toJson(made));
  return made;
}

async function prepareTarget(home: string, target: string): Promise<void> {
  if (!existsSync(home))
    throw new BackupRefusedError(`there is no store at ${home}`, 'Set PLUMBLINE_HOME to the store to back up.');
  refuseInside(home, resolve(target));
  await mkdir(target, { recursive: true });
  refuseInside(home, await realpath(target));
  if ((await readdir(target)).length > 0)
    throw new BackupRefusedError(`${target} is not empty`, 'Give a folder that does not exist yet.');
}

function refuseInside(home: string, target: string): void {
  if (`${target}${sep}`.startsWith(`${home}${sep}`))
    throw new BackupRefusedError(`${target} is inside the store that it should copy`, 'Give another folder.');
}

/** A consistent snapshot, even while other processes write. */
async function copyDatabase(path: string, { home, target, signal }: BackupOptions): Promise<BackupFile[]> {
  const [from, to] = [join(home, path), join(target, path)];
  if (!existsSync(from)) return [];
  await mkdir(dirname(to), { recursive: true });
  const database = new DatabaseSync(from, { timeout: BUSY_TIMEOUT_MS });
  try {
    // All pages in one step: with several, every write of another process would restart the copy.
    await backup(database, to, { rate: 0x7fffffff });
  } finally {
    database.close();
  }
  return [{ path, ...(await hashOf(to, signal)) }];
}

/** Each index under its lock, so that updates wait. */
async function copyIndexes(options: BackupOptions): Promise<BackupFile[]> {
  const entries = await readdir(join(options.home, 'index'), { withFileTypes: true }).catch(() => []);
  const files: BackupFile[] = [];
  for (const { name } of entries.filter((entry) => entry.isDirectory())) {
    let isReported = false;
    const lock = await waitForLock(lockPathOf(options.home, name), options.signal, () => {
      if (!isReported) options.onProgress('Waiting for an index that is being updated');
      isReported = true;
    });
    try {
      files.push(...(await copyFolder(`index/${name}`, options)));
    } finally {
      lock.release();
    }
  }
  return files;
}

/** Files being written; a copied database already includes its log. */
const TRANSIENT = /\.(?:partial|tmp)$|\.sqlite-(?:wal|shm|journal)$/;

async function copyFolder(folder: string, options: BackupOptions): Promise<BackupFile[]> {
  const names = await readdir(join(options.home, folder), { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = names
    .filter((entry) => entry.isFile() && !TRANSIENT.test(entry.name))
    .map(({ parentPath, name }) => relative(options.home, join(parentPath, name)).replaceAll(sep, '/'))
    // `report.json` before `report.md`, which is written first: a new record then always has its new text.
    .sort();
  const files: BackupFile[] = [];
  for (const path of paths) {
    const isDatabase = path.endsWith('.sqlite');
    files.push(...(await (isDatabase ? copyDatabase(path, options) : copyFile(path, options))));
  }
  return files;
}

async function copyFile(path: string, { home, target, signal }: BackupOptions): Promise<BackupFile[]> {
  try {
    return [{ path, ...(await copyHashed(join(home, path), join(target, path), signal)) }];
  } catch (error) {
    // Only drafts are deleted during a backup, so a missing file is not needed.
    if (isMissing(error)) return [];
    throw error;
  }
}

function ownVersions(): Backup['versions'] {
  const { node, sqlite = '' } = process.versions;
  return { project: project.version, node, sqlite, indexLayout: INDEX_LAYOUT };
}

export type Backup = z.infer<typeof backupSchema>;
export type BackupFile = Backup['files'][number];

/** Copies a file, creating its folder, and returns size and hash. @throws {Error} when the target exists */
export async function copyHashed(from: string, to: string, signal: AbortSignal): Promise<Omit<BackupFile, 'path'>> {
  await mkdir(dirname(to), { recursive: true });
  const hash = createHash('sha256');
  let bytes = 0;
  const watch = new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      hash.update(chunk);
      bytes += chunk.length;
      pass(null, chunk);
    },
  });
  await pipeline(createReadStream(from), watch, createWriteStream(to, { flags: 'wx' }), { signal });
  return { bytes, sha256: hash.digest('hex') };
}

/** Size and hash of a file. */
async function hashOf(path: string, signal: AbortSignal): Promise<Omit<BackupFile, 'path'>> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path, { signal })) {
    hash.update(chunk as Buffer);
    bytes += (chunk as Buffer).length;
  }
  return { bytes, sha256: hash.digest('hex') };
}
