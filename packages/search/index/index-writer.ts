import type { OpenIndex } from './index-folder.ts';
import type { LanguageWords } from './language-words.ts';
import type { ManifestChange, ManifestEntry } from './manifest.ts';
import type { IndexedPassage } from './passage-rows.ts';

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
