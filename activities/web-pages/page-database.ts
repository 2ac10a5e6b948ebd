import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../storage/transaction.ts';

/** The database of pages, `<home>/pages.sqlite`. */
export interface PageDatabase {
  readonly sql: DatabaseSync;
  /** Runs `work` as one transaction; other processes wait for it. */
  transaction(work: () => void): void;
  close(): void;
}

// Pages and their passages belong to a run: when a page changes on the web, each run keeps the version that it read.
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS documents (
    content_hash TEXT NOT NULL, reading TEXT NOT NULL, document TEXT NOT NULL, PRIMARY KEY (content_hash, reading)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS visits (
    run TEXT NOT NULL, address TEXT NOT NULL, source_id TEXT, problem TEXT, PRIMARY KEY (run, address)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS sources (
    run TEXT NOT NULL, source_id TEXT NOT NULL, source TEXT NOT NULL, PRIMARY KEY (run, source_id)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS passages (
    number INTEGER PRIMARY KEY, run TEXT NOT NULL, passage_id TEXT NOT NULL, source_id TEXT NOT NULL,
    passage TEXT NOT NULL, UNIQUE (run, passage_id)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS passages_of_source ON passages (run, source_id, number);
`;

/** Opens the database, or creates it. Several processes may use it at once. */
export function openPageDatabase(home: string): PageDatabase {
  mkdirSync(home, { recursive: true });
  const sql = new DatabaseSync(join(home, 'pages.sqlite'), { timeout: 5_000 });
  sql.exec('PRAGMA journal_mode = WAL');
  sql.exec(SCHEMA);
  return {
    sql,
    transaction: (work) => inTransaction(sql, work),
    close: () => sql.close(),
  };
}
