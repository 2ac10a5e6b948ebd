import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBucketAddress } from '@plumbline/contracts/common/file-selection';
import { hashesInDatabase } from '@plumbline/storage/blobs';
import { tryLock } from '@plumbline/storage/locks';
import { discardIndex, lockPathOf, manifestPathOf } from './index-folder.ts';
import { INDEX_LAYOUT, layoutOf } from './manifest.ts';

/** An index on disk, written by any version. */
export interface IndexOnDisk {
  readonly corpusId: string;
  /** Contains the whole index. */
  readonly path: string;
  /** Null for a usable index. */
  readonly uselessness: 'its folder is missing' | 'made by another version' | null;
  /** Last update, in ms since 1970. */
  readonly updatedAt: number;
}

export async function listIndexes(home: string): Promise<IndexOnDisk[]> {
  const root = join(home, 'index');
  const entries = await readdir(root, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(
    names.map(async (corpusId) => {
      const manifest = manifestPathOf(home, corpusId);
      const stats = await stat(manifest).catch(() => ({ mtimeMs: Date.now() }));
      const path = join(root, corpusId);
      return { corpusId, path, uselessness: uselessnessOf(manifest), updatedAt: stats.mtimeMs };
    }),
  );
}

/** Hashes of the blobs that an index refers to. @throws {Error} when its manifest cannot be read */
export function hashesInIndex(home: string, corpusId: string): ReadonlySet<string> {
  const manifest = manifestPathOf(home, corpusId);
  return existsSync(manifest) ? hashesInDatabase(manifest) : new Set();
}

/** @returns false while another process updates the index */
export async function removeIndex(home: string, corpusId: string): Promise<boolean> {
  const lock = tryLock(lockPathOf(home, corpusId));
  if (lock === undefined) return false;
  try {
    await discardIndex(home, corpusId);
    return true;
  } finally {
    lock.release();
  }
}

function uselessnessOf(manifest: string): IndexOnDisk['uselessness'] {
  if (layoutOf(manifest) !== INDEX_LAYOUT) return 'made by another version';
  const folder = folderOf(manifest);
  // An index without a recorded folder gets one with its next update.
  if (folder === null || isBucketAddress(folder)) return null;
  return existsSync(folder) ? null : 'its folder is missing';
}

function folderOf(manifest: string): string | null {
  const database = new DatabaseSync(manifest, { readOnly: true, timeout: 5_000 });
  try {
    const hasName = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'folder'").get() !== undefined;
    const path = hasName ? database.prepare('SELECT path FROM folder').get()?.['path'] : undefined;
    return typeof path === 'string' ? path : null;
  } finally {
    database.close();
  }
}
