import type { DatabaseSync } from 'node:sqlite';

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
