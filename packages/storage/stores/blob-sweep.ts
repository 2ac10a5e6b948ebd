import { readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { BlobSweep, StoredBlob } from './blob-store.ts';
import { blobPathOf, sweptPathOf } from './file-blob-store.ts';
import { isMissing } from './json-files.ts';

const SHA256 = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g;

const BLOB_NAME = /^([0-9a-f]{64})(\.swept)?$/;

/** The sweep of a home's folder. */
export function createFileBlobSweep(home: string): BlobSweep {
  return {
    list: () => listBlobs(home),
    sweep: (sha256, before) => sweepBlob(home, sha256, before),
    restore: () => restoreSweptBlobs(home),
    otherHomes: async () => [],
  };
}

/** All blobs of a home, in no particular order. */
export async function listBlobs(home: string): Promise<StoredBlob[]> {
  const paths = await blobPaths(home);
  const files = await Promise.all(paths.map(toBlobFile));
  return files.filter((file) => file !== null);
}

/**
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

async function toBlobFile(path: string): Promise<StoredBlob | null> {
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

/**
 * Every SHA-256 (hex) in a text. Each may name a blob: an extra reference keeps a blob needlessly, a missing one would
 * lose it.
 */
export function hashesIn(text: string): string[] {
  return text.match(SHA256) ?? [];
}

/** References in a file, or in all files below a folder; none when it does not exist. */
export async function hashesInFiles(path: string): Promise<Set<string>> {
  const hashes = new Set<string>();
  for (const file of await filesAt(path)) {
    // One after another: a record may have many megabytes.
    const text = await readFile(file, 'utf8').catch(ifGone);
    for (const hash of hashesIn(text)) hashes.add(hash);
  }
  return hashes;
}

async function filesAt(path: string): Promise<string[]> {
  const stats = await stat(path).catch(() => null);
  if (stats === null || stats.isFile()) return stats === null ? [] : [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

/** References in all rows of all tables of a SQLite file. @throws {Error} that names the file */
export function hashesInDatabase(path: string): Set<string> {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 10_000 });
  const hashes = new Set<string>();
  try {
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    for (const { name } of tables) {
      for (const row of database.prepare(`SELECT * FROM "${String(name)}"`).iterate()) {
        const texts = Object.values(row).filter((value) => typeof value === 'string');
        for (const hash of texts.flatMap(hashesIn)) hashes.add(hash);
      }
    }
  } catch (error) {
    throw new Error(`${path} cannot be read, so its references are unknown`, { cause: error });
  } finally {
    database.close();
  }
  return hashes;
}

/** A file may vanish: writers rename drafts into place. */
function ifGone(error: unknown): string {
  if (isMissing(error)) return '';
  throw error;
}
