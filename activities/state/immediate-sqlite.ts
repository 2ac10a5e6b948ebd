import { setTimeout as delay } from 'node:timers/promises';
import { CompiledQuery, type DatabaseConnection, SqliteAdapter, SqliteDialect, SqliteDriver } from 'kysely';

/** A wait inside SQLite blocks the process and its heartbeats, so it is kept short. */
export const BUSY_TIMEOUT_MS = 50;
/** Transactions take milliseconds; a wait this long is a fault. */
const TRANSACTION_PATIENCE_MS = 30_000;
const TRANSACTION_PAUSE_MS = 1;

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

/** Another process has the lock. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}

/** SQLite can change its schema inside a transaction, but Kysely does not rely on it; this makes migrations atomic. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** SQLite whose transactions begin with the write lock, and whose migrations are atomic. */
export class ImmediateSqliteDialect extends SqliteDialect {
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
