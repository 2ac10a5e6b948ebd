import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { SkippedFile } from '@plumbline/contracts/evidence/corpus';
import { blobRefSchema, injectionSignalSchema } from '@plumbline/contracts/evidence/source';
import { inTransaction } from '@plumbline/storage/database';
import { nameDamage } from '@plumbline/storage/files';
import { z } from 'zod';

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

/** Result of fetching an address. */
export interface KeptFetch {
  /** Canonical address where the redirects ended. */
  readonly locator: string;
  /** SHA-256 (hex) of the bytes. */
  readonly contentHash: string;
  readonly mediaType: string;
  readonly charset: string | null;
  /** ISO 8601. */
  readonly retrievedAt: string;
}

const documentSchema = z.object({
  title: z.string(),
  language: z.string(),
  publishedAt: z.string().nullable(),
  pageCount: z.int().nullable(),
  pageLabels: z.array(z.string()).nullable(),
  text: blobRefSchema,
  textLayer: blobRefSchema.nullable(),
  /** Which part could not be read; null when all was read. */
  problem: z.string().nullable(),
  /** What was left out around its main content; absent: nothing. */
  trimmed: z.string().optional(),
  untrusted: z.array(injectionSignalSchema),
  untrustedBeside: z.array(injectionSignalSchema),
  passages: z.array(
    z.object({ start: z.int(), end: z.int(), headingPath: z.array(z.string()), page: z.int().nullable() }),
  ),
});
/** The parsed document of some bytes; its text is a blob. */
export type KeptDocument = z.infer<typeof documentSchema>;

/** Outcome of an address in a run. */
export interface Visit {
  /** The resulting source, or null. */
  readonly sourceId: string | null;
  /** Why it could not be read, wholly or in part; null when all was read. */
  readonly problem: string | null;
}

/** Parsed documents, shared by all runs, and the visits of each run. */
export interface PageStore {
  /** @param reading how the bytes were parsed: parser, format, charset */
  findDocument(contentHash: string, reading: string): KeptDocument | null;
  saveDocument(contentHash: string, reading: string, document: KeptDocument): void;
  findVisit(run: string, address: string): Visit | null;
  /** Keeps the first visit of an address in a run. */
  saveVisit(run: string, address: string, visit: Visit): void;
  copyVisits(from: string, to: string): void;
  /** Addresses that could not be read completely. */
  problemsOf(run: string): SkippedFile[];
}

export function createPageStore(database: PageDatabase): PageStore {
  const { sql } = database;
  return {
    ...visits(database),
    findDocument(contentHash, reading) {
      const select = sql.prepare('SELECT document FROM documents WHERE content_hash = ? AND reading = ?');
      const row = select.get(contentHash, reading);
      return row === undefined ? null : documentSchema.parse(JSON.parse(String(row['document'])));
    },
    saveDocument(contentHash, reading, document) {
      const insert = sql.prepare('INSERT OR REPLACE INTO documents VALUES (?, ?, ?)');
      insert.run(contentHash, reading, JSON.stringify(document));
    },
  };
}

function visits({ sql }: PageDatabase): Pick<PageStore, 'findVisit' | 'saveVisit' | 'copyVisits' | 'problemsOf'> {
  return {
    findVisit(run, address) {
      const row = sql.prepare('SELECT source_id, problem FROM visits WHERE run = ? AND address = ?').get(run, address);
      if (row === undefined) return null;
      return { sourceId: textOrNull(row['source_id']), problem: textOrNull(row['problem']) };
    },
    saveVisit(run, address, { sourceId, problem }) {
      sql.prepare('INSERT OR IGNORE INTO visits VALUES (?, ?, ?, ?)').run(run, address, sourceId, problem);
    },
    copyVisits(from, to) {
      const copied = 'SELECT ?, address, source_id, problem FROM visits WHERE run = ?';
      sql.prepare(`INSERT OR IGNORE INTO visits ${copied}`).run(to, from);
    },
    problemsOf: (run) =>
      sql
        .prepare(
          'SELECT address, source_id, problem FROM visits WHERE run = ? AND problem IS NOT NULL ORDER BY address',
        )
        .all(run)
        .map((row) => ({
          locator: String(row['address']),
          reason: String(row['problem']),
          ...(row['source_id'] !== null && { isPartial: true }),
        })),
  };
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** The database of pages, `<home>/pages.sqlite`. */
export interface PageDatabase {
  readonly sql: DatabaseSync;
  /** Runs `work` as one transaction; other processes wait for it. */
  transaction(work: () => void): void;
  close(): void;
}

/** Opens the database, or creates it. Several processes may use it at once. */
export function openPageDatabase(home: string): PageDatabase {
  mkdirSync(home, { recursive: true });
  const path = join(home, 'pages.sqlite');
  const sql = new DatabaseSync(path, { timeout: 5_000 });
  try {
    sql.exec(`PRAGMA journal_mode = WAL; ${SCHEMA}`);
  } catch (error) {
    sql.close();
    nameDamage(path, error);
  }
  return {
    sql,
    transaction: (work) => inTransaction(sql, work),
    close: () => sql.close(),
  };
}
