import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalJson } from '../../../workflows/contracts/common/canonical-json.ts';
import { isNoDatabase } from '../../platform/storage/database-file.ts';
import { IndexMissingError } from '../documents/document-errors.ts';
import type { UpdateCorpus } from './corpus-index.ts';
import { INDEX_LAYOUT, layoutOf, type Manifest, openManifest } from './manifest.ts';
import { openPassageTables, type PassageTables } from './passage-tables.ts';

/** The index of one corpus on disk: `manifest.sqlite` and `passages.sqlite` in one folder. */
export interface OpenIndex {
  /** Contains the whole index, including a folder for the vectors of embedders. */
  readonly folder: string;
  readonly manifest: Manifest;
  readonly tables: PassageTables;
  close(): void;
}

/** Derives the id of a folder from its real path. Each selection of its files has an index of its own. */
export function folderIndexIdOf(realPath: string, selection: UpdateCorpus['selection']): string {
  const hash = createHash('sha256').update(realPath);
  // No path contains it.
  if (selection !== undefined) hash.update(`\0${canonicalJson([selection.include, selection.exclude])}`);
  return hash.digest('hex').slice(0, 12);
}

export function lockPathOf(home: string, corpusId: string): string {
  return join(home, 'index', `${corpusId}.lock`);
}

/** Opens an index for reading; other processes may be updating it. @throws {IndexMissingError} */
export async function openForReading(home: string, corpusId: string): Promise<OpenIndex> {
  const isId = /^[0-9a-f]{12}(?:-[0-9a-f]{12})?$/.test(corpusId);
  const index =
    isId && layoutOf(manifestPathOf(home, corpusId)) === INDEX_LAYOUT ? await openWhole(home, corpusId, false) : null;
  if (index !== null) return index;
  throw new IndexMissingError(corpusId);
}

/**
 * Opens an index for an update; the caller holds the lock. A damaged index or one with another layout is deleted first.
 */
export async function openForUpdate(home: string, corpusId: string): Promise<OpenIndex> {
  if (layoutOf(manifestPathOf(home, corpusId)) !== INDEX_LAYOUT) await discardIndex(home, corpusId);
  const index = await openWhole(home, corpusId, true);
  if (index !== null) return index;
  await discardIndex(home, corpusId);
  return open(home, corpusId, true);
}

/** Whether another version made the index, so that an update rebuilds it. */
export function isOfOtherLayout(home: string, corpusId: string): boolean {
  const layout = layoutOf(manifestPathOf(home, corpusId));
  return layout !== null && layout !== INDEX_LAYOUT;
}

/** Deletes an index, which can always be rebuilt from the folder. The caller holds the lock. */
export async function discardIndex(home: string, corpusId: string): Promise<void> {
  await rm(folderOf(home, corpusId), { recursive: true, force: true });
}

/** Null: something else has written one of its files. */
async function openWhole(home: string, corpusId: string, writable: boolean): Promise<OpenIndex | null> {
  try {
    return await open(home, corpusId, writable);
  } catch (error) {
    if (isNoDatabase(error)) return null;
    throw error;
  }
}

async function open(home: string, corpusId: string, writable: boolean): Promise<OpenIndex> {
  const manifest = openManifest(manifestPathOf(home, corpusId), { writable });
  const folder = folderOf(home, corpusId);
  const tables = await openPassageTables(join(folder, 'passages.sqlite')).catch((error: unknown) => {
    manifest.close();
    throw error;
  });
  const close = (): void => {
    manifest.close();
    tables.close();
  };
  return { folder, manifest, tables, close };
}

function folderOf(home: string, corpusId: string): string {
  return join(home, 'index', corpusId);
}

export function manifestPathOf(home: string, corpusId: string): string {
  return join(folderOf(home, corpusId), 'manifest.sqlite');
}
