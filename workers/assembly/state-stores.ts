import { stat } from 'node:fs/promises';
import { type AnswerCache, createSqlAnswerCache } from '../../activities/conversations/sql-answer-cache.ts';
import { type AnswerStream, createSqlAnswerStream } from '../../activities/conversations/sql-answer-stream.ts';
import type { MemoryStore } from '../../activities/memory/memory-store.ts';
import { createSqlMemoryStore } from '../../activities/memory/sql-memory-store.ts';
import type { CallStore } from '../../activities/model/metering/call-store.ts';
import { createSqlCallStore } from '../../activities/model/metering/sql-call-store.ts';
import { createSqlLabels, type Labels } from '../../activities/platform/storage/labels.ts';
import {
  openPostgresState,
  openSqliteState,
  type StateDatabase,
  stateFileOf,
} from '../../activities/platform/storage/state-database.ts';
import { formatBytes } from '../../workflows/contracts/common/byte-size.ts';
import { counted } from '../../workflows/contracts/common/counted.ts';
import type { WorkerConfig } from '../config/worker-config.ts';

/** What is kept in one database, for all runs and sessions. */
export interface StateStores {
  readonly calls: CallStore;
  readonly answerCache: AnswerCache;
  readonly answerStream: AnswerStream;
  readonly memoryStore: MemoryStore;
  readonly labels: Labels;
  close(): Promise<void>;
}

/** In the home, or in the configured database. */
export function openStateStores({ home, calls }: Pick<WorkerConfig, 'home' | 'calls'>): StateStores {
  const { databaseUrl } = calls;
  return createStateStores(databaseUrl === null ? openSqliteState(home) : openPostgresState(databaseUrl));
}

export function createStateStores(database: StateDatabase, now = (): Date => new Date()): StateStores {
  return {
    calls: createSqlCallStore(database, now),
    answerCache: createSqlAnswerCache(database),
    answerStream: createSqlAnswerStream(database, now),
    memoryStore: createSqlMemoryStore(database),
    labels: createSqlLabels(database),
    close: () => database.close(),
  };
}

/** Describes the database in one line; creates nothing. @throws {Error} that names the problem */
export async function checkDatabase(config: Pick<WorkerConfig, 'home' | 'calls'>): Promise<string> {
  const { databaseUrl } = config.calls;
  const path = stateFileOf(config.home);
  const isThere = databaseUrl !== null || (await stat(path).catch(() => null)) !== null;
  if (!isThere) return `${path}, created by the first run`;
  const stores = openStateStores(config);
  try {
    const { answers, bytes } = await stores.calls.deleteAnswers('9999', [], false);
    const place = databaseUrl === null ? path : `PostgreSQL at ${new URL(databaseUrl).host}`;
    const { entries, users } = await stores.memoryStore.count();
    const memory =
      entries === 0 ? 'no memory' : `memory: ${counted(entries, 'entry', 'entries')} of ${counted(users, 'user')}`;
    return `${place}, ${counted(answers, 'answer')}, ${formatBytes(bytes)}, ${memory}`;
  } finally {
    await stores.close();
  }
}
