import { readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { blobPathOf, sweptPathOf } from './file-blob-store.ts';

export interface BlobFile {
  readonly sha256: string;
  readonly bytes: number;
  /** Last use, in ms since 1970. */
  readonly usedAt: number;
}

const BLOB_NAME = /^([0-9a-f]{64})(\.swept)?$/;

/** All blobs of a home, in no particular order. */
export async function listBlobs(home: string): Promise<BlobFile[]> {
  const paths = await blobPaths(home);
  const files = await Promise.all(paths.map(toBlobFile));
  return files.filter((file) => file !== null);
}

/**
 * Deletes a blob that nothing refers to, unless it was used since `before` (ms since 1970).
 *
 * Sets the blob aside and checks again: a process that stores the same bytes meanwhile has either noted the use, and
 * the sweep puts the blob back, or finds nothing and writes it again. Readers also look in the set-aside place.
 *
 * @returns whether the blob was deleted
 */
export async function sweepBlob(home: string, sha256: string, before: number): Promise<boolean> {
  const path = blobPathOf(home, sha256);
  const aside = sweptPathOf(path);
  try {
    await rename(path, aside);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  return settle(path, aside, before);
}

/** Puts back what a killed sweep set aside. */
export async function restoreSweptBlobs(home: string): Promise<void> {
  const aside = (await blobPaths(home)).filter((path) => path !== plainPathOf(path));
  await Promise.all(aside.map((path) => settle(plainPathOf(path), path, 0)));
}

async function settle(path: string, aside: string, before: number): Promise<boolean> {
  const stats = await stat(aside).catch(() => undefined);
  if (stats === undefined) return false;
  const isBack = await stat(path).then(
    () => true,
    () => false,
  );
  if (isBack || stats.mtimeMs < before) {
    await rm(aside, { force: true });
    return !isBack;
  }
  await rename(aside, path);
  return false;
}

async function toBlobFile(path: string): Promise<BlobFile | null> {
  // Deleted meanwhile, so it is not listed.
  const stats = await stat(path).catch(() => null);
  if (stats === null) return null;
  return { sha256: basename(plainPathOf(path)), bytes: stats.size, usedAt: stats.mtimeMs };
}

function plainPathOf(path: string): string {
  return join(dirname(path), BLOB_NAME.exec(basename(path))?.[1] ?? '');
}

async function blobPaths(home: string): Promise<string[]> {
  const root = join(home, 'blobs');
  const names = await readdir(root, { recursive: true }).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  return names.filter((name) => BLOB_NAME.test(basename(name))).map((name) => join(root, name));
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
