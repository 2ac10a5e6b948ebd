import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  PostgresDialect,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  sql,
  type Transaction,
} from 'kysely';
import type { PaidCallKind } from '../../workflows/contracts/metering.ts';
import { migrate } from './call-migrations.ts';

export interface AnswerRow {
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

/** What one activity spent on one question. Money in millionths of a US dollar; null where there is no price. */
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

export interface CallTables {
  readonly answers: AnswerRow;
  readonly calls: CallRow;
}

export type CallTransaction = Transaction<CallTables>;

/** The database of calls, in SQLite or PostgreSQL. It is opened and migrated on first use. */
export interface CallDatabase {
  read(): Promise<Kysely<CallTables>>;
  /** @param subject changes to the same subject run one after another, across processes */
  change<Result>(subject: string, work: (transaction: CallTransaction) => Promise<Result>): Promise<Result>;
  /** Removes deleted data from the files. */
  purge(): Promise<void>;
  close(): Promise<void>;
}

/** Other processes may open the database at the same moment. */
const OPENING_TIMEOUT_MS = 5_000;
/** A wait inside SQLite blocks the process and its heartbeats, so it is kept short. */
const BUSY_TIMEOUT_MS = 50;
/** Transactions take milliseconds; a wait this long is a fault. */
const TRANSACTION_PATIENCE_MS = 30_000;
const TRANSACTION_PAUSE_MS = 1;

/** Opens `<home>/plumbline.sqlite` and creates it if it is missing. */
export function openSqliteCalls(home: string): CallDatabase {
  const dialect = new ImmediateSqliteDialect({
    database: async () => {
      const { default: Database } = await import('better-sqlite3');
      mkdirSync(home, { recursive: true });
      const database = new Database(callsFileOf(home), { timeout: OPENING_TIMEOUT_MS });
      database.pragma('journal_mode = WAL');
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
    purge: async (calls) => void (await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(calls)),
  });
}

/** @param url `postgres://…` */
export function openPostgresCalls(url: string): CallDatabase {
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

export function callsFileOf(home: string): string {
  return join(home, 'plumbline.sqlite');
}

interface DatabaseBehaviour {
  /** Holds until the end of the transaction. */
  readonly lock: (transaction: CallTransaction, name: string) => Promise<void>;
  readonly purge: (calls: Kysely<CallTables>) => Promise<void>;
}

function open(dialect: Dialect, { lock, purge }: DatabaseBehaviour): CallDatabase {
  const calls = new Kysely<CallTables>({ dialect });
  const inTransaction = <Result>(name: string, work: (transaction: CallTransaction) => Promise<Result>) =>
    calls.transaction().execute(async (transaction) => {
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
      return calls;
    },
    async change(subject, work) {
      await ready();
      return inTransaction(subject, work);
    },
    async purge() {
      await ready();
      await purge(calls);
    },
    close: () => calls.destroy(),
  };
}

/**
 * Takes the write lock when a transaction begins: one that reads first and writes later fails if another process wrote
 * in between. It polls at a fixed pace, because SQLite's own busy handler doubles its pauses, and unstored answers
 * could be lost during a long pause.
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

async function isBegun(run: (statement: string) => Promise<unknown>): Promise<boolean> {
  try {
    await run('BEGIN IMMEDIATE');
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}

/** SQLite can change its schema inside a transaction, but Kysely does not rely on it; this makes migrations atomic. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

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
