import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { inTransaction } from '../storage/transaction.ts';
import { createStoredLengths, LENGTHS_SCHEMA } from './passage-lengths.ts';
import type { RankedPassage } from './passage-ranking.ts';
import { type PassageRow, passageRowSchema } from './passage-rows.ts';
import { createPassageWriter, type PassageWriter } from './passage-writer.ts';
import { createWordPostings, POSTINGS_SCHEMA } from './word-postings.ts';
import { createWordSearch, type WordSearch } from './word-search.ts';

export type PassageMatch = PassageRow & { readonly score: number };

/** The passages of one corpus and their words, in SQLite. Several processes may read while one writes. */
export interface PassageTables {
  writer(): PassageWriter;
  removeSources(sourceIds: readonly string[]): Promise<void>;
  /** Brings together what single updates have added. */
  optimize(): Promise<void>;
  /** Best passages of all languages by BM25; in compounding languages also over parts of words. No query syntax. */
  search(search: WordSearch): Promise<PassageMatch[]>;
  passageIds(): Promise<string[]>;
  /** Returns rows in no particular order and omits missing ones. */
  findPassages(passageIds: readonly string[]): Promise<PassageRow[]>;
  passagesOf(sourceId: string): Promise<PassageRow[]>;
  /** Counts the passages that contain any word of each query, and all passages. */
  frequencies(queries: readonly string[]): Promise<{ readonly total: number; readonly matching: readonly number[] }>;
  close(): void;
}

/** Other processes read while one writes, which the write-ahead log allows. */
const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA mmap_size = 1073741824;
  CREATE TABLE IF NOT EXISTS passages (
    number INTEGER PRIMARY KEY AUTOINCREMENT, passageId TEXT NOT NULL UNIQUE, sourceId TEXT NOT NULL, page INTEGER NOT NULL,
    headingPath TEXT NOT NULL, start INTEGER NOT NULL, "end" INTEGER NOT NULL, textOffset INTEGER NOT NULL, words TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS passages_of_source ON passages (sourceId, start);
  ${POSTINGS_SCHEMA}
  ${LENGTHS_SCHEMA}
`;

const BUSY_TIMEOUT_MS = 60_000;

/** Opens the tables in a file, which need not exist yet. */
export async function openPassageTables(path: string): Promise<PassageTables> {
  mkdirSync(dirname(path), { recursive: true });
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  database.exec(SCHEMA);
  const postings = createWordPostings(database);
  const lengths = createStoredLengths(database);
  const search = createWordSearch(lengths, postings);

  return {
    ...readingOf(database),
    writer: () => createPassageWriter({ database, postings, lengths }),
    removeSources: async (sourceIds) =>
      inTransaction(database, () => {
        const removed = database
          .prepare('DELETE FROM passages WHERE sourceId IN (SELECT value FROM json_each(?)) RETURNING number')
          .all(JSON.stringify(sourceIds));
        if (removed.length > 0) lengths.remove(new Set(removed.map(({ number }) => Number(number))));
      }),
    optimize: async () => inTransaction(database, () => postings.merge(lengths.numbers())),
    search: async (request) => matchesOf(database, search.rank(request)),
    frequencies: async (queries) => search.frequencies(queries),
    close: () => database.close(),
  };
}

function readingOf(database: DatabaseSync): Pick<PassageTables, 'passageIds' | 'findPassages' | 'passagesOf'> {
  const rowsWhere = (condition: string, value: string): PassageRow[] =>
    database.prepare(`SELECT * FROM passages WHERE ${condition}`).all(value).map(toRow);
  return {
    passageIds: async () =>
      database
        .prepare('SELECT passageId FROM passages')
        .all()
        .map(({ passageId }) => String(passageId)),
    findPassages: async (passageIds) =>
      rowsWhere('passageId IN (SELECT value FROM json_each(?))', JSON.stringify(passageIds)),
    passagesOf: async (sourceId) => rowsWhere('sourceId = ? ORDER BY start', sourceId),
  };
}

/** Numbers tell when a passage was added, which a kill or a changed file decides: equal scores are ordered by place. */
function matchesOf(database: DatabaseSync, ranked: readonly RankedPassage[]): PassageMatch[] {
  const scores = new Map(ranked.map(({ number, score }) => [number, score]));
  return database
    .prepare('SELECT * FROM passages WHERE number IN (SELECT value FROM json_each(?)) ORDER BY sourceId, start')
    .all(JSON.stringify([...scores.keys()]))
    .map((row) => ({ ...toRow(row), score: scores.get(Number(row['number'])) ?? 0 }))
    .sort((a, b) => b.score - a.score);
}

function toRow(row: Record<string, SQLOutputValue>): PassageRow {
  return passageRowSchema.parse(row);
}
