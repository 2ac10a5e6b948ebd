import { DatabaseSync } from 'node:sqlite';

/** Other processes write for milliseconds; one that takes longer than this hangs. */
export const BUSY_TIMEOUT_MS = 30_000;

/**
 * Writes a SQLite file anew, so that nothing of what was deleted is left in it. Other processes may have it open; they
 * wait as long as it takes.
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
