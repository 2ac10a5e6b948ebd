import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalJson } from '@plumbline/contracts/common/canonical-json';
import { CorpusUnavailableError } from '@plumbline/documents/errors';
import { isDamaged } from '@plumbline/storage/files';
import { tryLock } from '@plumbline/storage/locks';
import type { UpdateCorpus } from './corpus-index.ts';
import type { LanguageWords } from './language-words.ts';
import {
  INDEX_LAYOUT,
  layoutOf,
  type Manifest,
  type ManifestChange,
  type ManifestEntry,
  openManifest,
} from './manifest.ts';
import type { IndexedPassage } from './passage-rows.ts';
import { openPassageTables, type PassageTables } from './passage-tables.ts';
import { openVectorTable, type VectorTable } from './vector-tables.ts';

/** The index of one corpus on disk: in one folder `manifest.sqlite`, `passages.sqlite`, and `vectors` with a file for each embedder. */
export interface OpenIndex {
  readonly manifest: Manifest;
  readonly tables: PassageTables;
  /** Closed with the index. */
  vectors(embedderId: string): VectorTable;
  close(): void;
}

/** Writes tables and manifest so that the next update notices and repairs a kill between the two. */
export interface IndexWriter {
  /** Removes the half-written rows of an interrupted update. @returns whether there were any */
  repair(): Promise<boolean>;
  remove(sourceIds: readonly string[]): Promise<void>;
  /** Queues a file; `replaces` when the tables hold rows of an older version. */
  put(entry: ManifestEntry, passages: readonly IndexedPassage[], replaces: boolean): Promise<void>;
  /** Numbers the passages of the next file in a language. @param language ISO 639-1 code */
  wordsOf(language: string): LanguageWords;
  /** Queues a file with unchanged content. */
  touch(file: ManifestChange['touch'][number]): Promise<void>;
  flush(): Promise<void>;
}

// A search reads the postings of every batch until they are merged, so batches are large; a kill loses at most one.
const BATCH_CHARACTERS = 16_000_000;
const BATCH_FILES = 1_000;

interface Batch {
  readonly entries: ManifestEntry[];
  readonly touched: ManifestChange['touch'][number][];
  readonly replaced: string[];
  characters: number;
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

/** The store has no index of the folder, though the run began with one. */
export class IndexMissingError extends CorpusUnavailableError {
  override readonly name = 'IndexMissingError';

  constructor(corpusId: string) {
    super(corpusId, 'has no index here. Start the research again, which indexes its folder.');
  }
}

/** Opens an index for reading; other processes may be updating it. @throws {IndexMissingError} */
export async function openForReading(home: string, corpusId: string): Promise<OpenIndex> {
  const isId = /^[0-9a-f]{12}(?:-[0-9a-f]{12})?$/.test(corpusId);
  const index =
    isId && layoutOf(manifestPathOf(home, corpusId)) === INDEX_LAYOUT ? await openWhole(home, corpusId, false) : null;
  if (index !== null) return index;
  throw new IndexMissingError(corpusId);
}

/** What is kept of an index is read again after that time without a search. */
const KEPT_MS = 30_000;

interface KeptIndex {
  readonly index: OpenIndex;
  /** Of the files that are open: others may have taken their place. */
  readonly state: string;
  uses: number;
  closing?: NodeJS.Timeout;
}

type IndexReader = <Result>(corpusId: string, read: (index: OpenIndex) => Promise<Result>) => Promise<Result>;

/** Opens indexes for reading, and keeps each open for a while: the lengths of a million passages take longer to read than a search. */
export function createIndexReader(home: string): IndexReader {
  const kept = new Map<string, KeptIndex>();
  const closeUnused = (corpusId: string, one: KeptIndex): void => {
    if (kept.get(corpusId) === one) kept.delete(corpusId);
    if (one.uses === 0) one.index.close();
  };
  const open = async (corpusId: string): Promise<KeptIndex> => {
    const state = stateOf(home, corpusId);
    const before = kept.get(corpusId);
    clearTimeout(before?.closing);
    if (before?.state === state) {
      before.uses += 1;
      return before;
    }
    if (before !== undefined) closeUnused(corpusId, before);
    const one = { index: await openForReading(home, corpusId), state, uses: 1 };
    kept.set(corpusId, one);
    return one;
  };
  return async (corpusId, read) => {
    const one = await open(corpusId);
    try {
      return await read(one.index);
    } catch (error) {
      if (!isDamaged(error)) throw error;
      await discardDamaged(home, corpusId);
      throw new IndexMissingError(corpusId);
    } finally {
      one.uses -= 1;
      if (kept.get(corpusId) !== one) closeUnused(corpusId, one);
      else if (one.uses === 0) one.closing = setTimeout(closeUnused, KEPT_MS, corpusId, one).unref();
    }
  };
}

/** Unless another process is building it anew. */
async function discardDamaged(home: string, corpusId: string): Promise<void> {
  const lock = tryLock(lockPathOf(home, corpusId));
  if (lock === undefined) return;
  await discardIndex(home, corpusId).finally(() => lock.release());
}

function stateOf(home: string, corpusId: string): string {
  const stats = [manifestPathOf(home, corpusId), passagesPathOf(home, corpusId)].map((path) =>
    statSync(path, { throwIfNoEntry: false }),
  );
  return stats.map((file) => `${file?.ino}:${file?.size}:${file?.mtimeMs}`).join(' ');
}

/**
 * Opens an index for an update; the caller holds the lock. A damaged index or one with another layout is deleted first.
 */
export async function openForUpdate(home: string, corpusId: string): Promise<OpenIndex> {
  if (layoutOf(manifestPathOf(home, corpusId)) !== INDEX_LAYOUT) await discardIndex(home, corpusId);
  const index = await openWhole(home, corpusId, true);
  if (index !== null) return index;
  await discardIndex(home, corpusId);
  return openFiles(home, corpusId, true);
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

/** Null: one of its files is damaged. */
async function openWhole(home: string, corpusId: string, writable: boolean): Promise<OpenIndex | null> {
  try {
    return await openFiles(home, corpusId, writable);
  } catch (error) {
    if (isDamaged(error)) return null;
    throw error;
  }
}

async function openFiles(home: string, corpusId: string, writable: boolean): Promise<OpenIndex> {
  const manifest = openManifest(manifestPathOf(home, corpusId), { writable });
  const folder = folderOf(home, corpusId);
  const tables = await openPassageTables(passagesPathOf(home, corpusId)).catch((error: unknown) => {
    manifest.close();
    throw error;
  });
  const ofEmbedders = new Map<string, VectorTable>();
  return {
    manifest,
    tables,
    vectors(embedderId) {
      const table = ofEmbedders.get(embedderId) ?? openVectorTable(join(folder, 'vectors'), embedderId);
      ofEmbedders.set(embedderId, table);
      return table;
    },
    close() {
      for (const part of [manifest, tables, ...ofEmbedders.values()]) part.close();
    },
  };
}

function folderOf(home: string, corpusId: string): string {
  return join(home, 'index', corpusId);
}

export function manifestPathOf(home: string, corpusId: string): string {
  return join(folderOf(home, corpusId), 'manifest.sqlite');
}

function passagesPathOf(home: string, corpusId: string): string {
  return join(folderOf(home, corpusId), 'passages.sqlite');
}

export function createIndexWriter({ manifest, tables }: OpenIndex): IndexWriter {
  const writer = tables.writer();
  let batch = emptyBatch();

  const remove = async (sourceIds: readonly string[]): Promise<void> => {
    if (sourceIds.length === 0) return;
    manifest.begin(sourceIds);
    await tables.removeSources(sourceIds);
    manifest.commit({ put: [], touch: [], remove: sourceIds });
  };

  const flush = async (): Promise<void> => {
    const { entries, touched, replaced } = batch;
    batch = emptyBatch();
    if (entries.length + touched.length === 0) return;
    const written = entries.flatMap((entry) => (entry.passages > 0 ? [entry.sourceId] : []));
    manifest.begin([...new Set([...written, ...replaced])]);
    await tables.removeSources(replaced);
    await writer.write();
    manifest.commit({ put: entries, touch: touched, remove: [] });
  };

  return {
    async repair() {
      const pending = manifest.pendingSourceIds();
      await remove(pending);
      return pending.length > 0;
    },
    remove,
    wordsOf: (language) => writer.wordsOf(language),
    async put(entry, passages, replaces) {
      batch.entries.push(entry);
      if (replaces) batch.replaced.push(entry.sourceId);
      writer.add(entry.source?.language ?? 'und', passages);
      batch.characters += passages.reduce((total, { row }) => total + row.words.length, 0);
      if (batch.characters >= BATCH_CHARACTERS || batch.entries.length >= BATCH_FILES) await flush();
    },
    async touch(file) {
      batch.touched.push(file);
    },
    flush,
  };
}

function emptyBatch(): Batch {
  return { entries: [], touched: [], replaced: [], characters: 0 };
}
