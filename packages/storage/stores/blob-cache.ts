import { readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readIfPresent, sha256Of } from './file-blob-store.ts';
import { replaceByDraft } from './json-files.ts';

/** The folder is measured again after this share of its limit was written. */
const MEASURED_AFTER = 0.05;
/** It is emptied to this share, so that not every blob empties it again. */
const EMPTIED_TO = 0.9;

/** Copies on disk of blobs that are kept elsewhere. It may lose any of them at any time. */
export interface BlobCache {
  /** Undefined: it has none, or had a damaged one. */
  read(sha256: string): Promise<{ readonly bytes: Buffer; readonly notedAt: number } | undefined>;
  /** @param notedAt when the place where it is kept last learned of its use, in ms since 1970 */
  write(sha256: string, bytes: Uint8Array, notedAt: number): Promise<void>;
  remove(sha256: string): Promise<void>;
}

/**
 * Copies as files `<folder>/<first two hex digits>/<sha256>`. The time of modification is `notedAt`, the time of access the
 * last reading: of too many, the one that was read longest ago goes first. Processes share the folder; each bounds what it
 * writes.
 *
 * @param limit in bytes; 0: nothing is kept
 */
export function createBlobCache(folder: string, limit: number): BlobCache {
  const pathOf = (sha256: string): string => join(folder, sha256.slice(0, 2), sha256);
  let written = Number.POSITIVE_INFINITY;
  const makeRoom = async (bytes: number): Promise<void> => {
    written += bytes;
    if (written < limit * MEASURED_AFTER) return;
    written = 0;
    await trim(folder, limit);
  };
  return {
    async read(sha256) {
      const path = pathOf(sha256);
      const bytes = await readIfPresent(path);
      if (bytes === undefined) return undefined;
      if (sha256Of(bytes) !== sha256) {
        await rm(path, { force: true });
        return undefined;
      }
      const { mtime } = await stat(path).catch(() => ({ mtime: new Date(0) }));
      // Another process may have removed it just now.
      await utimes(path, new Date(), mtime).catch(() => undefined);
      return { bytes, notedAt: mtime.getTime() };
    },
    async write(sha256, bytes, notedAt) {
      // A large one would push out all others.
      if (bytes.length >= limit * (1 - EMPTIED_TO)) return;
      await replaceByDraft(pathOf(sha256), async (draft) => {
        // Not synced to the disk: a copy that a power cut damages is fetched again.
        await writeFile(draft, bytes);
        await utimes(draft, new Date(), new Date(notedAt));
      });
      await makeRoom(bytes.length);
    },
    remove: (sha256) => rm(pathOf(sha256), { force: true }),
  };
}

async function trim(folder: string, limit: number): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const files = (await Promise.all(paths.map(measure))).filter((file) => file !== undefined);
  let total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total <= limit * (1 - MEASURED_AFTER)) return;
  for (const { path, bytes } of files.sort((a, b) => a.readAt - b.readAt)) {
    if (total <= limit * EMPTIED_TO) return;
    await rm(path, { force: true });
    total -= bytes;
  }
}

async function measure(path: string) {
  const stats = await stat(path).catch(() => undefined);
  return stats && { path, bytes: stats.size, readAt: stats.atimeMs };
}
