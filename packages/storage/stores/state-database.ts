import { existsSync, mkdirSync } from 'node:fs';
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
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type Transaction,
} from 'kysely';
import { DatabaseAwayError, isBusy, nameDamage } from './json-files.ts';
import { migrate, type StateTables } from './state-tables.ts';

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
  readonly #path: string;

  constructor(path: string, database: OpenSqlite) {
    super({ database });
    this.#path = path;
  }

  override init(): Promise<void> {
    return super.init().catch((error: unknown) => nameDamage(this.#path, error));
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    return {
      executeQuery: (query) =>
        connection.executeQuery<never>(query).catch((error: unknown) => nameDamage(this.#path, error)),
      streamQuery: (query, size) => connection.streamQuery(query, size),
    };
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const run = (statement: string) => connection.executeQuery(CompiledQuery.raw(statement));
    const deadline = performance.now() + TRANSACTION_PATIENCE_MS;
    await run('PRAGMA busy_timeout = 0');
    try {
      while (!(await isBegun(run))) {
        if (performance.now() > deadline)
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

type OpenSqlite = () => Promise<SqliteDatabase>;

/** SQLite whose transactions begin with the write lock, whose migrations are atomic, and whose damage is named. */
function immediateSqlite(path: string, database: OpenSqlite): Dialect {
  const usual = new SqliteDialect({ database });
  return {
    createDriver: () => new ImmediateSqliteDriver(path, database),
    createAdapter: () => new TransactionalSqliteAdapter(),
    createQueryCompiler: () => usual.createQueryCompiler(),
    createIntrospector: (state) => usual.createIntrospector(state),
  };
}

export type StateTransaction = Transaction<StateTables>;

/** What is kept in rows: calls, cached answers and streams, in SQLite or PostgreSQL. It is opened and migrated on first use. */
export interface StateDatabase {
  read(): Promise<Kysely<StateTables>>;
  /** @param subject changes to the same subject run one after another, across processes */
  change<Result>(subject: string, work: (transaction: StateTransaction) => Promise<Result>): Promise<Result>;
  /** Does work that takes longer than a transaction may, one after another across all machines that use the database. */
  exclusive<Result>(subject: string, turn: ExclusiveTurn<Result>): Promise<Result>;
  /** Removes deleted data from the files. */
  purge(): Promise<void>;
  close(): Promise<void>;
}

export interface ExclusiveTurn<Result> {
  readonly signal: AbortSignal;
  /** Called while others have their turn. */
  readonly onWait: () => void;
  readonly work: () => Promise<Result>;
}

/** Of a process: each index that is updated holds one. */
const MOST_CONNECTIONS = 20;
/** Between two looks whether others are done. */
const TURN_PAUSE_MS = 200;

/** Other processes may open the database at the same moment. */
const OPENING_TIMEOUT_MS = 5_000;
const OPENING_PAUSE_MS = 10;

/** Opens `<home>/plumbline.sqlite` and creates it if it is missing. */
export function openSqliteState(home: string): StateDatabase {
  const path = stateFileOf(home);
  const dialect = immediateSqlite(path, async () => {
    const { default: Database } = await import('better-sqlite3');
    mkdirSync(home, { recursive: true });
    const database = new Database(path, { timeout: OPENING_TIMEOUT_MS });
    await useWriteAheadLog(() => database.pragma('journal_mode = WAL'));
    // A commit survives a killed process. Waiting for the disk as well would leave parallel answers unstored for five
    // times as long, and processes are killed more often than machines lose power.
    database.pragma('synchronous = NORMAL');
    database.pragma('secure_delete = ON');
    database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
    return database;
  });
  return open(dialect, { ...OF_ONE_MACHINE, purge: emptyLog });
}

/**
 * The same, but reading does not create the file: until something is written, there is nothing to read.
 *
 * @param writes `none`: nor do changes, which only ever delete
 */
export function openSqliteStateIfThere(home: string, writes: 'some' | 'none'): StateDatabase {
  const state = openSqliteState(home);
  const empty = immediateSqlite(':memory:', async () => new (await import('better-sqlite3')).default(':memory:'));
  const nothing = open(empty, { ...OF_ONE_MACHINE, purge: async () => undefined });
  const isThere = (): boolean => existsSync(stateFileOf(home));
  return {
    read: () => (isThere() ? state.read() : nothing.read()),
    change: (subject, work) => (isThere() || writes === 'some' ? state : nothing).change(subject, work),
    exclusive: (subject, turn) => state.exclusive(subject, turn),
    purge: async () => (isThere() ? state.purge() : undefined),
    async close() {
      await Promise.all([state.close(), nothing.close()]);
    },
  };
}

/** What was deleted is in the log until that is emptied, which waits for processes that read from it. */
async function emptyLog(state: Kysely<StateTables>): Promise<void> {
  const deadline = performance.now() + TRANSACTION_PATIENCE_MS;
  for (;;) {
    const { rows } = await sql<{ busy: number }>`PRAGMA wal_checkpoint(TRUNCATE)`.execute(state);
    if (rows[0]?.busy === 0) return;
    if (performance.now() > deadline)
      throw new Error('what was deleted is still in the log of the database, from which another process reads');
    await delay(OPENING_PAUSE_MS);
  }
}

/** Two processes that create the file get in each other's way here, and SQLite's own waiting does not cover that. */
async function useWriteAheadLog(change: () => unknown): Promise<void> {
  const deadline = performance.now() + OPENING_TIMEOUT_MS;
  for (;;) {
    try {
      change();
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      await delay(OPENING_PAUSE_MS);
    }
  }
}

/** @param url `postgres://…` */
export function openPostgresState(url: string): StateDatabase {
  const dialect = new PostgresDialect({
    pool: async () => {
      const { default: pg } = await import('pg');
      const pool = new pg.Pool({
        connectionString: url,
        max: MOST_CONNECTIONS,
        connectionTimeoutMillis: 5_000,
        allowExitOnIdle: true,
      });
      // The next query replaces a broken idle connection; without a listener the error would end the process.
      pool.on('error', () => undefined);
      const away = (error: unknown) =>
        Promise.reject(new DatabaseAwayError(URL.parse(url)?.host ?? 'its address', error));
      return { connect: () => pool.connect().catch(away), end: () => pool.end(), options: pool.options };
    },
  });
  return open(dialect, {
    lock: async (transaction, name) =>
      void (await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`plumbline ${name}`}, 0))`.execute(transaction)),
    exclusive: exclusiveInPostgres,
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
  /** Until the end of the transaction. */
  readonly lock: (transaction: StateTransaction, name: string) => Promise<void>;
  readonly exclusive: <Result>(
    state: Kysely<StateTables>,
    name: string,
    turn: ExclusiveTurn<Result>,
  ) => Promise<Result>;
  readonly purge: (state: Kysely<StateTables>) => Promise<void>;
}

/** The locks of files and of SQLite keep processes apart. */
const OF_ONE_MACHINE: Pick<DatabaseBehaviour, 'lock' | 'exclusive'> = {
  lock: async () => undefined,
  exclusive: (_, __, { work }) => work(),
};

/** The lock belongs to a connection of its own: the server releases it when that ends, however it ends. */
async function exclusiveInPostgres<Result>(
  state: Kysely<StateTables>,
  name: string,
  { signal, onWait, work }: ExclusiveTurn<Result>,
): Promise<Result> {
  const key = sql`hashtextextended(${`plumbline ${name}`}, 0)`;
  for (;;) {
    // One that waits gives its connection back, or the waiting would take all of them from the one whose turn it is.
    const turn = await state.connection().execute(async (connection): Promise<{ result: Result } | null> => {
      const { rows } = await sql<{ mine: boolean }>`SELECT pg_try_advisory_lock(${key}) AS mine`.execute(connection);
      if (rows[0]?.mine !== true) return null;
      try {
        return { result: await work() };
      } finally {
        await sql`SELECT pg_advisory_unlock(${key})`.execute(connection).catch(() => undefined);
      }
    });
    if (turn !== null) return turn.result;
    onWait();
    await delay(TURN_PAUSE_MS, undefined, { signal });
  }
}

function open(dialect: Dialect, { lock, exclusive, purge }: DatabaseBehaviour): StateDatabase {
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
    async exclusive(subject, turn) {
      await ready();
      return exclusive(state, subject, turn);
    },
    async purge() {
      await ready();
      await purge(state);
    },
    close: () => state.destroy(),
  };
}

function isBegun(run: (statement: string) => Promise<unknown>): Promise<boolean> {
  return run('BEGIN IMMEDIATE').then(
    () => true,
    (error: unknown) => (isBusy(error) ? false : Promise.reject(error)),
  );
}
