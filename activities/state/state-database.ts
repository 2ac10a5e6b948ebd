import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Dialect, Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { BUSY_TIMEOUT_MS, ImmediateSqliteDialect, isBusy } from './immediate-sqlite.ts';
import { migrate } from './state-migrations.ts';
import type { StateTables } from './state-tables.ts';

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
  /** Holds until the end of the transaction. */
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
