import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { INDEX_LAYOUT } from '@plumbline/search/removal';
import { hashesIn } from '@plumbline/storage/blobs';
import { compactDatabase } from '@plumbline/storage/database';
import { createPageWords } from './page-passages.ts';
import { openPageDatabase, type PageDatabase } from './page-store.ts';

/** Number of rows, and their size in bytes. */
export interface RowCount {
  readonly count: number;
  readonly bytes: number;
}

/** Removes pages of a home; runs are given by their `webCorpusIdOf`. */
export interface PageRemoval {
  /** Runs that have read or tried a page, with the time of the last fetch (ISO 8601); null where all were refused. */
  runs(): ReadonlyMap<string, string | null>;
  pagesOf(runs: Iterable<string>): RowCount;
  /** Parsed documents that no run uses; they can be recreated. */
  readingsWithout(runs: Iterable<string>): RowCount;
  /** Names of the blobs that the pages of these runs use. */
  hashesOf(runs: Iterable<string>): ReadonlySet<string>;
  /** Removes the pages of these runs and their parsed documents without a trace. */
  remove(runs: Iterable<string>): void;
  close(): void;
}

/** Null when no page was ever read. Other processes may read and add pages meanwhile. */
export function openPageRemoval(home: string): PageRemoval | null {
  const path = join(home, 'pages.sqlite');
  if (!existsSync(path)) return null;
  const database = openPageDatabase(home);
  const { sql } = database;
  return {
    runs: () => runsIn(sql),
    pagesOf(runs) {
      const rows = sql.prepare(`SELECT count(*) AS n, sum(length(source)) AS bytes FROM sources WHERE ${IS_OF_RUNS}`);
      const passages = sql.prepare(`SELECT sum(length(passage)) AS bytes FROM passages WHERE ${IS_OF_RUNS}`);
      const [counted, within] = [rows.get(toJson(runs)), passages.get(toJson(runs))];
      return { count: Number(counted?.['n']), bytes: Number(counted?.['bytes']) + Number(within?.['bytes']) };
    },
    readingsWithout(runs) {
      const rows = sql.prepare(
        `SELECT count(*) AS n, sum(length(document)) AS bytes FROM documents WHERE ${IS_USELESS}`,
      );
      const counted = rows.get(toJson(runs));
      return { count: Number(counted?.['n']), bytes: Number(counted?.['bytes']) };
    },
    hashesOf(runs) {
      const rows = sql.prepare(`SELECT source FROM sources WHERE ${IS_OF_RUNS}`).all(toJson(runs));
      return new Set(rows.flatMap((row) => hashesIn(String(row['source']))));
    },
    remove(runs) {
      removeRuns(database, runs);
      compactDatabase(path);
    },
    close: () => database.close(),
  };
}

const IS_OF_RUNS = 'run IN (SELECT value FROM json_each(?))';
const IS_USELESS = `
  reading NOT LIKE '${INDEX_LAYOUT} %' OR content_hash NOT IN (
    SELECT json_extract(source, '$.contentHash') FROM sources WHERE NOT ${IS_OF_RUNS}
  )`;

function runsIn(sql: DatabaseSync): Map<string, string | null> {
  const read = sql.prepare("SELECT run, max(json_extract(source, '$.retrievedAt')) AS last FROM sources GROUP BY run");
  const refused = sql.prepare('SELECT DISTINCT run FROM visits WHERE run NOT IN (SELECT run FROM sources)');
  return new Map([
    ...refused.all().map((row) => [String(row['run']), null] as const),
    ...read.all().map((row) => [String(row['run']), String(row['last'])] as const),
  ]);
}

function removeRuns(database: PageDatabase, runs: Iterable<string>): void {
  const { sql } = database;
  const names = toJson(runs);
  database.transaction(() => {
    sql.prepare(`DELETE FROM documents WHERE ${IS_USELESS}`).run(names);
    for (const table of ['visits', 'sources', 'passages'])
      sql.prepare(`DELETE FROM ${table} WHERE ${IS_OF_RUNS}`).run(names);
    for (const run of runs) createPageWords(sql, run).remove();
  });
}

function toJson(runs: Iterable<string>): string {
  return JSON.stringify([...runs]);
}
