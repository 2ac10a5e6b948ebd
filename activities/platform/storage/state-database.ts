import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  PostgresDialect,
  sql,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type Transaction,
} from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { StateTables } from './state-tables.ts';

/** Schema changes in the order of their names. Released ones never change. */
const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '001-answers-and-calls': { up: createCalls },
  '002-cache-and-streams': { up: createCacheAndStreams },
  '003-memory': { up: createMemory },
  '004-identity': { up: createIdentity },
  '007-labels': { up: createLabelTable },
};

/** A wait inside SQLite blocks the process and its heartbeats, so it is kept short. */
const BUSY_TIMEOUT_MS = 50;
/** Transactions take milliseconds; a wait this long is a fault. */
const TRANSACTION_PATIENCE_MS = 30_000;
const TRANSACTION_PAUSE_MS = 1;

/**
 * Takes the write lock when a transaction begins: a transaction that reads first and writes later fails if another
 * process wrote in between. It polls at a fixed pace, because SQLite's own busy handler doubles its pauses, and
 * unstored answers could be lost during a long pause.
 */
class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const run = (statement: string) => connection.executeQuery(CompiledQuery.raw(statement));
    const deadline = Date.now() + TRANSACTION_PATIENCE_MS;
    await run('PRAGMA busy_timeout = 0');
    try {
      while (!(await isBegun(run))) {
        if (Date.now() > deadline)
          throw new Error(`the database has been busy for ${TRANSACTION_PATIENCE_MS / 1_000} s`);
        await delay(TRANSACTION_PAUSE_MS);
      }
    } finally {
      await run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    }
  }
}

/** SQLite can change its schema inside a transaction, but Kysely does not rely on it; this makes migrations atomic. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** SQLite whose transactions begin with the write lock, and whose migrations are atomic. */
class ImmediateSqliteDialect extends SqliteDialect {
  readonly #config: ConstructorParameters<typeof SqliteDialect>[0];

  constructor(config: ConstructorParameters<typeof SqliteDialect>[0]) {
    super(config);
    this.#config = config;
  }

  override createDriver(): SqliteDriver {
    return new ImmediateSqliteDriver(this.#config);
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter();
  }
}

export type StateTransaction = Transaction<StateTables>;

/** What is kept in rows: calls, cached answers and streams, in SQLite or PostgreSQL. It is opened and migrated on first use. */
export interface StateDatabase {
  read(): Promise<Kysely<StateTables>>;
  /** @param subject changes to the same subject run one after another, across processes */
  change<Result>(subject: string, work: (transaction: StateTransaction) => Promise<Result>): Promise<Result>;
  /** Removes deleted data from the files. */
  purge(): Promise<void>;
  close(): Promise<void>;
}

/** Other processes may open the database at the same moment. */
const OPENING_TIMEOUT_MS = 5_000;
const OPENING_PAUSE_MS = 10;

/** Opens `<home>/plumbline.sqlite` and creates it if it is missing. */
export function openSqliteState(home: string): StateDatabase {
  const dialect = new ImmediateSqliteDialect({
    database: async () => {
      const { default: Database } = await import('better-sqlite3');
      mkdirSync(home, { recursive: true });
      const database = new Database(stateFileOf(home), { timeout: OPENING_TIMEOUT_MS });
      await useWriteAheadLog(() => database.pragma('journal_mode = WAL'));
      // A commit survives a killed process. Waiting for the disk as well would leave parallel answers unstored for five
      // times as long, and processes are killed more often than machines lose power.
      database.pragma('synchronous = NORMAL');
      database.pragma('secure_delete = ON');
      database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
      return database;
    },
  });
  return open(dialect, {
    lock: async () => undefined,
    purge: async (state) => void (await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(state)),
  });
}

/** Two processes that create the file get in each other's way here, and SQLite's own waiting does not cover that. */
async function useWriteAheadLog(change: () => unknown): Promise<void> {
  const deadline = Date.now() + OPENING_TIMEOUT_MS;
  for (;;) {
    try {
      change();
      return;
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error;
      await delay(OPENING_PAUSE_MS);
    }
  }
}

/** @param url `postgres://…` */
export function openPostgresState(url: string): StateDatabase {
  const dialect = new PostgresDialect({
    pool: async () => {
      const { default: pg } = await import('pg');
      const pool = new pg.Pool({ connectionString: url, connectionTimeoutMillis: 5_000 });
      // The next query replaces a broken idle connection; without a listener the error would end the process.
      pool.on('error', () => undefined);
      return pool;
    },
  });
  return open(dialect, {
    lock: async (transaction, name) =>
      void (await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`plumbline ${name}`}, 0))`.execute(transaction)),
    purge: async () => undefined,
  });
}

/** What tells the database from every other one, 8 hex characters; kept in it, because several addresses may name it. */
export async function readDatabaseId(database: Pick<StateDatabase, 'read'>): Promise<string> {
  const { id } = await (await database.read()).selectFrom('identity').select('id').executeTakeFirstOrThrow();
  return id;
}

export function stateFileOf(home: string): string {
  return join(home, 'plumbline.sqlite');
}

interface DatabaseBehaviour {
  /** Held until the end of the transaction. */
  readonly lock: (transaction: StateTransaction, name: string) => Promise<void>;
  readonly purge: (state: Kysely<StateTables>) => Promise<void>;
}

function open(dialect: Dialect, { lock, purge }: DatabaseBehaviour): StateDatabase {
  const state = new Kysely<StateTables>({ dialect });
  const inTransaction = <Result>(name: string, work: (transaction: StateTransaction) => Promise<Result>) =>
    state.transaction().execute(async (transaction) => {
      await lock(transaction, name);
      return work(transaction);
    });
  let migrated: Promise<void> | undefined;
  const ready = (): Promise<void> =>
    (migrated ??= inTransaction('schema', migrate).catch((error: unknown) => {
      // The next call tries again: the database may be down only briefly.
      migrated = undefined;
      throw error;
    }));
  return {
    async read() {
      await ready();
      return state;
    },
    async change(subject, work) {
      await ready();
      return inTransaction(subject, work);
    },
    async purge() {
      await ready();
      await purge(state);
    },
    close: () => state.destroy(),
  };
}

async function isBegun(run: (statement: string) => Promise<unknown>): Promise<boolean> {
  try {
    await run('BEGIN IMMEDIATE');
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}

/** Another process has the lock. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}

/** Brings the schema up to date. @param transaction holds the schema lock, so only one process migrates at a time */
async function migrate<Tables>(transaction: Transaction<Tables>): Promise<void> {
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

async function createLabelTable(transaction: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE labels (id TEXT NOT NULL PRIMARY KEY, name TEXT, is_pinned INTEGER NOT NULL)`.execute(transaction);
}
