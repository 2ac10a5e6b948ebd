import { randomBytes } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';

/** Schema changes in the order of their names. Released ones never change. */
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

/** Brings the schema up to date. @param transaction holds the schema lock, so only one process migrates at a time */
export async function migrate<Tables>(transaction: Transaction<Tables>): Promise<void> {
  const migrator = new Migrator({ db: transaction, provider: { getMigrations: async () => ({ ...MIGRATIONS }) } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
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
