import type { QueryConfig, QueryResult } from 'pg';

/** Where servers count requests together: a table of PostgreSQL, made with the first count. */
export interface CountDatabase {
  readonly tableName: string;
  /** Rejects soon when the database does not answer. */
  query(statement: QueryConfig): Promise<Pick<QueryResult, 'rows' | 'rowCount'>>;
  close(): Promise<void>;
}

const TABLE = 'request_counts';
/** A request waits for its count. */
const PATIENCE_MS = 1_000;
/** After a failure the database is left alone. */
const PAUSE_MS = 5_000;
/** To the later of two that make the table at once: unique_violation, duplicate_table or duplicate_object. */
const TABLE_EXISTS = ['23505', '42P07', '42710'];

/** @param url `postgres://…` */
export async function openCountDatabase(url: string, patienceMs = PATIENCE_MS): Promise<CountDatabase> {
  const { default: pg } = await import('pg');
  // Of its own, so that no count waits for a connection that something slow has.
  const pool = new pg.Pool({
    connectionString: url,
    max: 4,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
    allowExitOnIdle: true,
  });
  // The next query replaces a broken idle connection; without a listener the error would end the process.
  pool.on('error', () => undefined);
  let made: Promise<void> | undefined;
  let awayUntil = 0;
  return {
    tableName: TABLE,
    async query(statement) {
      if (performance.now() < awayUntil) throw new Error('the database of the counts does not answer');
      try {
        await (made ??= makeTable((text) => pool.query(text)));
        return await pool.query(statement);
      } catch (error) {
        made = undefined;
        awayUntil = performance.now() + PAUSE_MS;
        throw error;
      }
    },
    close: () => pool.end(),
  };
}

/** Unlogged: counts of a minute need no recovery. */
async function makeTable(run: (text: string) => Promise<unknown>): Promise<void> {
  const columns = 'key varchar(255) PRIMARY KEY, points integer NOT NULL DEFAULT 0, expire bigint';
  try {
    await run(`CREATE UNLOGGED TABLE IF NOT EXISTS ${TABLE} (${columns})`);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && TABLE_EXISTS.includes(String(error.code)))) throw error;
  }
}
