import { DatabaseSync } from 'node:sqlite';
import { openPostgresState, openSqliteState, openSqliteStateIfThere, type StateDatabase } from './state-database.ts';
export {
  openPostgresState,
  openSqliteState,
  openSqliteStateIfThere,
  readDatabaseId,
  type StateDatabase,
  stateFileOf,
  type StateTransaction,
} from './state-database.ts';
export { type CallRow, type RecordRow, type SpendingRow, type StateTables, sum } from './state-tables.ts';

/** Other processes write for milliseconds; waiting longer means that one hangs. */
export const BUSY_TIMEOUT_MS = 30_000;

/**
 * Rewrites a SQLite file, so that no deleted data remains. Other processes that have it open wait meanwhile.
 *
 * @throws {Error} when another process holds it for more than half a minute
 */
export function compactDatabase(path: string): void {
  // The server's tables use double quotes for text.
  const options = { timeout: BUSY_TIMEOUT_MS, enableDoubleQuotedStringLiterals: true };
  const database = new DatabaseSync(path, options);
  try {
    database.exec('VACUUM');
    // The log next to the file may still contain the deleted data.
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
}

/** Writes all or nothing. Waits for other writers as long as the database was opened to. */
export function inTransaction(database: DatabaseSync, write: () => void): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    write();
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

/** Reads a value again only once this connection or another one has changed the database. */
export function keptUntilChanged<Value>(database: DatabaseSync, read: () => Value): () => Value {
  const versions = database.prepare('SELECT data_version, total_changes() AS changes FROM pragma_data_version');
  let kept: { readonly version: string; readonly value: Value } | undefined;
  return () => {
    const { data_version: ofOthers, changes } = versions.get() ?? {};
    const version = `${String(ofOthers)} ${String(changes)}`;
    if (kept?.version !== version) kept = { version, value: read() };
    return kept.value;
  };
}

/**
 * In the home, or in the configured database.
 *
 * @param writes given by readers, who do not create the database of a home; see `openSqliteStateIfThere`
 */
export function openState(home: string, databaseUrl: string | null, writes?: 'some' | 'none'): StateDatabase {
  if (databaseUrl !== null) return openPostgresState(databaseUrl);
  return writes === undefined ? openSqliteState(home) : openSqliteStateIfThere(home, writes);
}
