import { randomBytes } from 'node:crypto';
import type { AnswerEvent } from '@plumbline/contracts/answers/answer';
import type { PaidCallKind } from '@plumbline/contracts/common/metering';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';

interface AnswerRow {
  readonly content_hash: string;
  readonly research_id: string;
  readonly kind: PaidCallKind;
  readonly name: string;
  readonly model: string;
  /** JSON. */
  readonly answer: string;
  readonly stored_at: string;
  readonly bytes: number;
}

/** What one activity spent on one question. Money in millionths of a US dollar; null without a price. */
export interface CallRow {
  readonly research_id: string;
  readonly activity_id: string;
  readonly content_hash: string;
  readonly kind: PaidCallKind;
  readonly name: string;
  readonly model: string;
  readonly requests: number;
  readonly lost: number;
  readonly reused: number;
  /** 1 while a request is under way, for which the three reserved amounts are kept back. */
  readonly is_open: 0 | 1;
  readonly reserved_prompt_tokens: number;
  readonly reserved_completion_tokens: number;
  readonly reserved_money: number | null;
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly money: number | null;
  /** The other run whose answer was used. */
  readonly reused_from: string | null;
  readonly updated_at: string;
}

/** What a message got back, or how it was understood, for the same message of the same user. */
interface CacheRow {
  readonly kind: 'answer' | 'plan';
  readonly cache_key: string;
  readonly session_id: string;
  readonly user_id: string | null;
  /** JSON. */
  readonly value: string;
  readonly expires_at: string;
  readonly bytes: number;
}

/** What a reader of an answer's stream gets. */
interface EventRow {
  readonly answer_id: string;
  /** From 1, without gaps. */
  readonly sequence: number;
  readonly session_id: string;
  readonly kind: AnswerEvent['kind'];
  readonly attempt: number;
  /** JSON. */
  readonly event: string;
  readonly stored_at: string;
  readonly bytes: number;
}

/** What a user had remembered. */
interface MemoryRow {
  readonly user_id: string;
  readonly entry_id: string;
  /** JSON, with the history. */
  readonly entry: string;
  readonly confirmed_at: string;
  readonly bytes: number;
}

/** Whose records they are; `pages` are what a run or session read on the web, for all machines; `folders` and `notes` are a user's. */
export type RecordKind = 'run' | 'session' | 'briefing' | 'pages' | 'folders' | 'notes';

/** One named value that a run, session, briefing or user leaves behind. */
export interface RecordRow {
  readonly kind: RecordKind;
  /** Its id. */
  readonly owner: string;
  readonly name: string;
  /** JSON. */
  readonly value: string;
  /** ISO 8601, of what it records. */
  readonly at: string;
  readonly bytes: number;
}

/** A version of an index that machines share. */
export interface IndexVersionRow {
  readonly index_id: string;
  readonly version: string;
  /** Counts the versions of an index; the highest is the newest. */
  readonly number: number;
  /** JSON: names of files with the hashes of their parts. */
  readonly files: string;
}

/** What a person called a run or a session. */
interface LabelRow {
  readonly id: string;
  readonly name: string | null;
  readonly is_pinned: 0 | 1;
}

/** What a user or tenant used on a day. Money in millionths of a US dollar. */
export interface SpendingRow {
  /** Kind and name. */
  readonly owner: string;
  /** `2026-01-31`. */
  readonly day: string;
  readonly runs: number;
  readonly tokens: number;
  readonly money: number;
}

export interface StateTables {
  /** Of paid calls. */
  readonly answers: AnswerRow;
  readonly calls: CallRow;
  readonly cache_entries: CacheRow;
  readonly answer_events: EventRow;
  readonly memory_entries: MemoryRow;
  readonly records: RecordRow;
  readonly index_versions: IndexVersionRow;
  readonly labels: LabelRow;
  readonly spending: SpendingRow;
  /** One row. */
  readonly identity: { readonly id: string };
}

/**
 * Schema changes in the order of their names. Released ones never change, and all of one major, the first digit, only add: what
 * a newer program made, an older one can use, which runs beside it or after it was rolled back.
 */
const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '001-answers-and-calls': { up: createCalls },
  '002-cache-and-streams': { up: createCacheAndStreams },
  '003-memory': { up: createMemory },
  '004-identity': { up: createIdentity },
  '005-records': { up: createRecordTable },
  '006-index-versions': { up: createIndexVersionsTable },
  '007-labels': { up: createLabelTable },
  '008-spending': { up: createSpendingTable },
};

/** A sum as a number, 0 for no rows. PostgreSQL would return a sum of integers as text. */
export function sum(expression: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`CAST(COALESCE(SUM(${expression}), 0) AS DOUBLE PRECISION)`;
}

const MAJOR = '0';

/** Brings the schema up to date. @param transaction holds the schema lock, so only one process migrates at a time */
export async function migrate<Tables>(transaction: Transaction<Tables>): Promise<void> {
  const upTo = (migrations: typeof MIGRATIONS) =>
    new Migrator({ db: transaction, provider: { getMigrations: async () => ({ ...migrations }) } }).migrateToLatest();
  const { error } = await upTo(MIGRATIONS);
  if (error === undefined) return;
  const isOther = error instanceof Error && error.message.startsWith('corrupted migrations');
  const newer = isOther ? await newerThanThis(transaction) : [];
  if (newer.length === 0) throw error;
  const again = await upTo({
    ...MIGRATIONS,
    ...Object.fromEntries(newer.map((name) => [name, { up: async () => {} }])),
  });
  if (again.error !== undefined) throw again.error;
}

/** Changes that a newer program made. @throws {Error} for another major */
async function newerThanThis<Tables>(transaction: Transaction<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(transaction);
  const newer = rows.map(({ name }) => name).filter((name) => MIGRATIONS[name] === undefined);
  const unusable = newer.find((name) => !name.startsWith(MAJOR));
  if (unusable === undefined) return newer;
  throw new Error(
    `a newer version changed the database so that this one cannot use it (${unusable}); start the newer one`,
  );
}

// Only SQL that both SQLite and PostgreSQL understand.
async function createCalls(transaction: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE answers (
      content_hash TEXT NOT NULL, research_id TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, model TEXT NOT NULL,
      answer TEXT NOT NULL, stored_at TEXT NOT NULL, bytes INTEGER NOT NULL, PRIMARY KEY (content_hash, research_id)
    )`.execute(transaction);
  await sql`CREATE INDEX answers_of_run ON answers (research_id)`.execute(transaction);
  await sql`
    CREATE TABLE calls (
      research_id TEXT NOT NULL, activity_id TEXT NOT NULL, content_hash TEXT NOT NULL,
      kind TEXT NOT NULL, name TEXT NOT NULL, model TEXT NOT NULL,
      requests INTEGER NOT NULL, lost INTEGER NOT NULL, reused INTEGER NOT NULL, is_open INTEGER NOT NULL,
      reserved_prompt_tokens INTEGER NOT NULL, reserved_completion_tokens INTEGER NOT NULL, reserved_money INTEGER,
      prompt_tokens INTEGER NOT NULL, completion_tokens INTEGER NOT NULL, money INTEGER,
      reused_from TEXT, updated_at TEXT NOT NULL, PRIMARY KEY (research_id, activity_id, content_hash)
    )`.execute(transaction);
}

async function createCacheAndStreams(transaction: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE cache_entries (
      kind TEXT NOT NULL, cache_key TEXT NOT NULL, session_id TEXT NOT NULL, user_id TEXT,
      value TEXT NOT NULL, expires_at TEXT NOT NULL, bytes INTEGER NOT NULL, PRIMARY KEY (kind, cache_key)
    )`.execute(transaction);
  await sql`CREATE INDEX cache_entries_of_session ON cache_entries (session_id)`.execute(transaction);
  await sql`
    CREATE TABLE answer_events (
      answer_id TEXT NOT NULL, sequence INTEGER NOT NULL, session_id TEXT NOT NULL, kind TEXT NOT NULL,
      attempt INTEGER NOT NULL, event TEXT NOT NULL, stored_at TEXT NOT NULL, bytes INTEGER NOT NULL,
      PRIMARY KEY (answer_id, sequence)
    )`.execute(transaction);
  await sql`CREATE INDEX answer_events_of_session ON answer_events (session_id)`.execute(transaction);
}

async function createIndexVersionsTable(transaction: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE index_versions (
      index_id TEXT NOT NULL, version TEXT NOT NULL, number INTEGER NOT NULL, files TEXT NOT NULL,
      PRIMARY KEY (index_id, version)
    )`.execute(transaction);
}

async function createMemory(transaction: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE memory_entries (
      user_id TEXT NOT NULL, entry_id TEXT NOT NULL, entry TEXT NOT NULL, confirmed_at TEXT NOT NULL,
      bytes INTEGER NOT NULL, PRIMARY KEY (user_id, entry_id)
    )`.execute(transaction);
  // Erasing a user's memory takes the cached answers with it.
  await sql`CREATE INDEX cache_entries_of_user ON cache_entries (user_id)`.execute(transaction);
}

/** Two addresses may name one database, and one address two: a copy of its rows is the same database, an empty one is another. */
async function createIdentity(transaction: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE identity (id TEXT NOT NULL PRIMARY KEY)`.execute(transaction);
  await sql`INSERT INTO identity (id) VALUES (${randomBytes(4).toString('hex')})`.execute(transaction);
}

async function createRecordTable(transaction: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE records (
      kind TEXT NOT NULL, owner TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, at TEXT NOT NULL,
      bytes INTEGER NOT NULL, PRIMARY KEY (kind, owner, name)
    )`.execute(transaction);
  await sql`CREATE INDEX records_by_name ON records (kind, name)`.execute(transaction);
}

async function createLabelTable(transaction: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE labels (id TEXT NOT NULL PRIMARY KEY, name TEXT, is_pinned INTEGER NOT NULL)`.execute(transaction);
}

/** Money in millionths of a US dollar: what a tenant spends on a day may be more than 32 bits hold. */
async function createSpendingTable(transaction: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE spending (
      owner TEXT NOT NULL, day TEXT NOT NULL, runs BIGINT NOT NULL, tokens BIGINT NOT NULL, money BIGINT NOT NULL,
      PRIMARY KEY (owner, day)
    )`.execute(transaction);
}
