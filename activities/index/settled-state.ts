import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { skippedFileSchema } from '../../workflows/contracts/corpus.ts';

export const SETTLED_SCHEMA = 'CREATE TABLE IF NOT EXISTS settled (state TEXT NOT NULL) STRICT;';

const settledStateSchema = z.object({
  /** Of the folder's files, by their fingerprints, and of its list of sources. */
  digest: z.string(),
  files: z.number(),
  passages: z.number(),
  version: z.string(),
  languages: z.array(z.string()).readonly(),
  skippedCount: z.number(),
  partialCount: z.number(),
  skippedFiles: z.array(skippedFileSchema).readonly(),
});
/** What an update leaves behind. While the folder is the same, the next one need not compare 100,000 files with their entries. */
export type SettledState = Readonly<z.infer<typeof settledStateSchema>>;

/** Null where something was written since, or is about to be. */
export function readSettled(database: DatabaseSync): SettledState | null {
  const state = database.prepare('SELECT state FROM settled').get()?.['state'];
  return typeof state === 'string' ? settledStateSchema.parse(JSON.parse(state)) : null;
}

export function writeSettled(database: DatabaseSync, state: SettledState): void {
  unsettle(database);
  database.prepare('INSERT INTO settled VALUES (?)').run(JSON.stringify(state));
}

export function unsettle(database: DatabaseSync): void {
  database.exec('DELETE FROM settled');
}
