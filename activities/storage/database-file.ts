import { DatabaseSync } from 'node:sqlite';

/** Other processes write for milliseconds; a longer write means a hang. */
export const BUSY_TIMEOUT_MS = 30_000;

/**
 * Rewrites a SQLite file, so that no deleted data remains. Other processes may have it open; they wait as long as it takes.
 *
 * @throws {Error} when another process holds it for more than half a minute
 */
export function compactDatabase(path: string): void {
  // The server's tables use double quotes for text.
  const options = { timeout: BUSY_TIMEOUT_MS, enableDoubleQuotedStringLiterals: true };
  const database = new DatabaseSync(path, options);
  try {
    database.exec('VACUUM');
    // What is rewritten in the file may still stand in the log beside it.
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
}
