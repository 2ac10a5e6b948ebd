import { stat } from 'node:fs/promises';
import type { CallStore } from '../../activities/metering/call-store.ts';
import { createSqlCallStore } from '../../activities/metering/sql-call-store.ts';
import { openPostgresState, openSqliteState, stateFileOf } from '../../activities/state/state-database.ts';
import { formatBytes } from '../../workflows/contracts/byte-size.ts';
import { counted } from '../../workflows/contracts/counted.ts';
import type { WorkerConfig } from '../config/worker-config.ts';

/** Answers and ledgers of all runs: in the home, or in the configured database. */
export function openCallStore({ home, calls }: Pick<WorkerConfig, 'home' | 'calls'>): CallStore {
  const { databaseUrl } = calls;
  const database = databaseUrl === null ? openSqliteState(home) : openPostgresState(databaseUrl);
  return createSqlCallStore(database, () => new Date());
}

/** Describes the database in one line; creates nothing. @throws {Error} that names the problem */
export async function checkCallStore(config: Pick<WorkerConfig, 'home' | 'calls'>): Promise<string> {
  const { databaseUrl } = config.calls;
  const path = stateFileOf(config.home);
  const isThere = databaseUrl !== null || (await stat(path).catch(() => null)) !== null;
  if (!isThere) return `${path}, created by the first run`;
  const store = openCallStore(config);
  try {
    const { answers, bytes } = await store.deleteAnswers('9999', [], false);
    const place = databaseUrl === null ? path : `PostgreSQL at ${new URL(databaseUrl).host}`;
    return `${place}, ${counted(answers, 'answer')}, ${formatBytes(bytes)}`;
  } finally {
    await store.close();
  }
}
