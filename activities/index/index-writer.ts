import type { OpenIndex } from './index-folder.ts';
import type { ManifestChange, ManifestEntry } from './manifest.ts';
import type { IndexedPassage } from './passage-tables.ts';

/** Writes tables and manifest so that the next update notices and repairs a kill between the two. */
export interface IndexWriter {
  /** Removes the half-written rows of an interrupted update. @returns whether there were any */
  repair(): Promise<boolean>;
  remove(sourceIds: readonly string[]): Promise<void>;
  /** Queues a file; `replaces` when the tables hold rows of an older version. */
  put(entry: ManifestEntry, rows: readonly IndexedPassage[], replaces: boolean): Promise<void>;
  /** Queues a file with unchanged content. */
  touch(file: ManifestChange['touch'][number]): Promise<void>;
  flush(): Promise<void>;
}

// Every write creates a new version of a table, so files are written in batches; a kill loses at most one batch.
const BATCH_CHARACTERS = 4_000_000;
const BATCH_FILES = 200;

interface Batch {
  readonly entries: ManifestEntry[];
  readonly touched: ManifestChange['touch'][number][];
  readonly rowsByLanguage: Map<string, IndexedPassage[]>;
  readonly replaced: string[];
  characters: number;
}

export function createIndexWriter({ manifest, tables }: OpenIndex): IndexWriter {
  let batch = emptyBatch();

  const remove = async (sourceIds: readonly string[]): Promise<void> => {
    if (sourceIds.length === 0) return;
    manifest.begin(sourceIds);
    await tables.removeSources(sourceIds);
    manifest.commit({ put: [], touch: [], remove: sourceIds });
  };

  const flush = async (): Promise<void> => {
    const { entries, touched, rowsByLanguage, replaced } = batch;
    batch = emptyBatch();
    if (entries.length + touched.length === 0) return;
    const written = [...rowsByLanguage.values()].flat().map((row) => row.sourceId);
    manifest.begin([...new Set([...written, ...replaced])]);
    await tables.removeSources(replaced);
    for (const [language, rows] of rowsByLanguage) await tables.add(language, rows);
    manifest.commit({ put: entries, touch: touched, remove: [] });
  };

  return {
    async repair() {
      const pending = manifest.pendingSourceIds();
      await remove(pending);
      return pending.length > 0;
    },
    remove,
    async put(entry, rows, replaces) {
      batch.entries.push(entry);
      if (replaces) batch.replaced.push(entry.sourceId);
      addRows(batch, entry.source?.language ?? 'und', rows);
      if (batch.characters >= BATCH_CHARACTERS || batch.entries.length >= BATCH_FILES) await flush();
    },
    async touch(file) {
      batch.touched.push(file);
    },
    flush,
  };
}

function addRows(batch: Batch, language: string, rows: readonly IndexedPassage[]): void {
  const ofLanguage = batch.rowsByLanguage.get(language) ?? [];
  if (rows.length > 0) batch.rowsByLanguage.set(language, ofLanguage);
  for (const row of rows) ofLanguage.push(row);
  batch.characters += rows.reduce((total, row) => total + row.words.length, 0);
}

function emptyBatch(): Batch {
  return { entries: [], touched: [], rowsByLanguage: new Map(), replaced: [], characters: 0 };
}
