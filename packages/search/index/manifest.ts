import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { type SkippedFile, skippedFileSchema } from '@plumbline/contracts/evidence/corpus';
import { type Source, sourceSchema } from '@plumbline/contracts/evidence/source';
import { type SourceListing, sourceListingSchema } from '@plumbline/folders/source-list';
import { NO_LANGUAGE } from '@plumbline/language/detection';
import { inTransaction, keptUntilChanged } from '@plumbline/storage/database';
import { z } from 'zod';

const SETTLED_SCHEMA = 'CREATE TABLE IF NOT EXISTS settled (state TEXT NOT NULL) STRICT;';

const settledStateSchema = z.object({
  /** Of the folder's files, by their fingerprints, and of its list of sources. */
  digest: z.string(),
  files: z.number(),
  passages: z.number(),
  version: z.string(),
  languages: z.array(z.string()).readonly(),
  skippedCount: z.number(),
  partialCount: z.number(),
  skippedFiles: z.array(skippedFileSchema).readonly(),
});

/** What the index knows about one file of the folder. */
export interface ManifestEntry {
  readonly locator: string;
  readonly sourceId: string;
  readonly fingerprint: string;
  readonly contentHash: string;
  readonly passages: number;
  /** The source as the document describes itself; null for a file that could not be read. */
  readonly source: Source | null;
  /** What the folder's list of sources says instead; null if it does not list the file. */
  readonly listing: SourceListing | null;
  /** Why the file, or a part of it, could not be read; null if nothing is missing. */
  readonly reason: string | null;
}

/** What an update needs to know about a file to tell whether it must be read. */
export interface KnownFile extends Pick<
  ManifestEntry,
  'locator' | 'sourceId' | 'fingerprint' | 'contentHash' | 'listing'
> {
  /** Whether it is a source. */
  readonly wasRead: boolean;
}

/** Content and place of all sources together. */
export interface ManifestSummary {
  readonly files: number;
  readonly passages: number;
  /** Changes with the content of any source, and with what could not be read. */
  readonly version: string;
  /** ISO 639-1 codes, sorted. */
  readonly languages: readonly string[];
}

/** What a commit changes. */
export interface ManifestChange {
  readonly put: readonly ManifestEntry[];
  /** Files whose content is the same. */
  readonly touch: readonly Pick<ManifestEntry, 'locator' | 'fingerprint' | 'listing'>[];
  readonly remove: readonly string[];
}

/** Lists the files of one corpus. Several processes may read while one writes. */
export interface Manifest {
  /** In the order of their locators. */
  knownFiles(): KnownFile[];
  /** Sources, corrected by the folder's list of sources. */
  sources(): Source[];
  findSources(sourceIds: readonly string[]): Map<string, Source>;
  skippedFiles(): SkippedFile[];
  summary(): ManifestSummary;
  /** Null where something was written since `settle`, or is about to be. */
  settled(): SettledState | null;
  settle(state: SettledState): void;
  passageCount(): number;
  /** Records the folder, so that its absence can be noticed. */
  nameFolder(realPath: string): void;
  /** The folder's real path; null until `nameFolder` records it. */
  folder(): string | null;
  /** Sources whose passages may be incomplete, because a process ended while writing them. */
  pendingSourceIds(): string[];
  /** Marks sources as pending before their passages are written. */
  begin(sourceIds: readonly string[]): void;
  /** Writes and removes entries and clears all pending marks, atomically. */
  commit(change: ManifestChange): void;
  /** The next update reads the files of a text again. @param hash of the text, or of its layer */
  forget(hash: string): void;
  close(): void;
}

/** Raise it when reading, splitting, stored columns or index settings change, so that older indexes are rebuilt. */
export const INDEX_LAYOUT = 17;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS files (
    locator TEXT PRIMARY KEY, source_id TEXT NOT NULL UNIQUE, fingerprint TEXT NOT NULL, content_hash TEXT NOT NULL,
    passages INTEGER NOT NULL, source TEXT, listing TEXT, reason TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS files_by_language ON files (json_extract(source, '$.language'));
  CREATE TABLE IF NOT EXISTS pending (source_id TEXT PRIMARY KEY) STRICT;
  CREATE TABLE IF NOT EXISTS folder (path TEXT PRIMARY KEY) STRICT;
  ${SETTLED_SCHEMA}
  PRAGMA user_version = ${INDEX_LAYOUT};
`;

/** Layout of the manifest at `path`; null if it is missing or unreadable. */
export function layoutOf(path: string): number | null {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
    return Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
  } catch {
    // Missing or damaged: either way the index is rebuilt from the folder.
    return null;
  } finally {
    database?.close();
  }
}

/** Opens the manifest, creating it when `writable`. */
export function openManifest(path: string, { writable }: { readonly writable: boolean }): Manifest {
  if (writable) mkdirSync(dirname(path), { recursive: true });
  const database = new DatabaseSync(path, { readOnly: !writable, timeout: 5_000 });
  if (writable) database.exec(SCHEMA);

  const sourcesWhere = (condition: string, ...values: string[]): Source[] =>
    database
      .prepare(`SELECT source, listing FROM files WHERE source IS NOT NULL AND ${condition} ORDER BY locator`)
      .all(...values)
      .map((row) => withListing(sourceSchema.parse(JSON.parse(String(row['source']))), toListing(row)));

  return {
    ...readers(database),
    sources: () => sourcesWhere('TRUE'),
    findSources: (sourceIds) => {
      const found = sourcesWhere('source_id IN (SELECT value FROM json_each(?))', JSON.stringify(sourceIds));
      return new Map(found.map((source) => [source.sourceId, source]));
    },
    nameFolder: (realPath) => {
      database.prepare('INSERT OR IGNORE INTO folder VALUES (?)').run(realPath);
    },
    settled: () => readSettled(database),
    settle: (state) => writeSettled(database, state),
    begin: (sourceIds) => {
      unsettle(database);
      const insert = database.prepare('INSERT OR IGNORE INTO pending SELECT value FROM json_each(?)');
      insert.run(JSON.stringify(sourceIds));
    },
    commit: (change) => commit(database, change),
    forget: (hash) => {
      unsettle(database);
      const forgotten = "UPDATE files SET fingerprint = '', content_hash = '' WHERE instr(source, ?) > 0";
      database.prepare(forgotten).run(hash);
    },
    close: () => database.close(),
  };
}

function readers(
  database: DatabaseSync,
): Pick<Manifest, 'knownFiles' | 'folder' | 'skippedFiles' | 'summary' | 'passageCount' | 'pendingSourceIds'> {
  return {
    folder: () => {
      const path = database.prepare('SELECT path FROM folder').get()?.['path'];
      return typeof path === 'string' ? path : null;
    },
    knownFiles: () =>
      database
        .prepare(
          `SELECT locator, source_id AS sourceId, fingerprint, content_hash AS contentHash, listing, source IS NOT NULL AS wasRead
           FROM files ORDER BY locator`,
        )
        .all()
        .map((row) => ({
          locator: String(row['locator']),
          sourceId: String(row['sourceId']),
          fingerprint: String(row['fingerprint']),
          contentHash: String(row['contentHash']),
          listing: toListing(row),
          wasRead: row['wasRead'] === 1,
        })),
    skippedFiles: () => skippedIn(database),
    summary: () => summaryOf(database),
    passageCount: keptUntilChanged(database, () => passagesIn(database)),
    pendingSourceIds: () =>
      database
        .prepare('SELECT source_id FROM pending')
        .all()
        .map((row) => String(row['source_id'])),
  };
}

function skippedIn(database: DatabaseSync): SkippedFile[] {
  return database
    .prepare(
      'SELECT locator, reason, source IS NOT NULL AS isPartial FROM files WHERE reason IS NOT NULL ORDER BY locator',
    )
    .all()
    .map(({ locator, reason, isPartial }) => ({
      locator: String(locator),
      reason: String(reason),
      ...(isPartial === 1 && { isPartial: true }),
    }));
}

/** Share of the passages: the language of a short file among many may be a wrong guess. */
const LEAST_OF_A_LANGUAGE = 0.01;

/** Reads no whole source: a folder may have 100,000. */
function summaryOf(database: DatabaseSync): ManifestSummary {
  const sources = database
    .prepare('SELECT source_id, content_hash FROM files WHERE source IS NOT NULL ORDER BY source_id')
    .all()
    .map((row) => `${String(row['source_id'])} ${String(row['content_hash'])}`);
  const passages = passagesIn(database);
  const languages = database
    .prepare(
      `SELECT json_extract(source, '$.language') AS language, sum(passages) AS passages FROM files GROUP BY language`,
    )
    .all()
    .filter((row) => Number(row['passages']) >= LEAST_OF_A_LANGUAGE * passages)
    .flatMap(({ language }) => (typeof language === 'string' && language !== NO_LANGUAGE ? [language] : []));
  const unread = skippedIn(database).map(({ locator, reason }) => `${locator}\0${reason}`);
  const version = createHash('sha256')
    .update([...sources, ...unread].join('\n'))
    .digest('hex')
    .slice(0, 16);
  return { files: sources.length, passages, version, languages: languages.sort() };
}

function passagesIn(database: DatabaseSync): number {
  return Number(database.prepare('SELECT sum(passages) AS passages FROM files').get()?.['passages'] ?? 0);
}

function toListing({ listing }: Record<string, SQLOutputValue>): SourceListing | null {
  return typeof listing === 'string' ? sourceListingSchema.parse(JSON.parse(listing)) : null;
}

function withListing(source: Source, listing: SourceListing | null): Source {
  if (listing === null) return source;
  const { tier, title = source.title, publishedAt } = listing;
  if (publishedAt === undefined) return { ...source, title, sourceTier: tier };
  const { datedBy: _, ...others } = source;
  return { ...others, title, publishedAt, sourceTier: tier };
}

function commit(database: DatabaseSync, { put, touch, remove }: ManifestChange): void {
  const insert = database.prepare('INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  inTransaction(database, () => {
    database
      .prepare('DELETE FROM files WHERE source_id IN (SELECT value FROM json_each(?))')
      .run(JSON.stringify(remove));
    const json = (value: object | null) => (value === null ? null : JSON.stringify(value));
    const update = database.prepare('UPDATE files SET fingerprint = ?, listing = ? WHERE locator = ?');
    for (const { locator, fingerprint, listing } of touch) update.run(fingerprint, json(listing), locator);
    for (const { locator, sourceId, fingerprint, contentHash, passages, source, listing, reason } of put) {
      insert.run(locator, sourceId, fingerprint, contentHash, passages, json(source), json(listing), reason);
    }
    database.exec('DELETE FROM pending');
    unsettle(database);
  });
}

/** What an update leaves behind. While the folder is the same, the next one need not compare 100,000 files with their entries. */
export type SettledState = Readonly<z.infer<typeof settledStateSchema>>;

/** Null where something was written since, or is about to be. */
function readSettled(database: DatabaseSync): SettledState | null {
  const state = database.prepare('SELECT state FROM settled').get()?.['state'];
  return typeof state === 'string' ? settledStateSchema.parse(JSON.parse(state)) : null;
}

function writeSettled(database: DatabaseSync, state: SettledState): void {
  unsettle(database);
  database.prepare('INSERT INTO settled VALUES (?)').run(JSON.stringify(state));
}

function unsettle(database: DatabaseSync): void {
  database.exec('DELETE FROM settled');
}
