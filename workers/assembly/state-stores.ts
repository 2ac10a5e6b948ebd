import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { formatBytes } from '@plumbline/contracts/common/byte-size';
import { counted } from '@plumbline/contracts/common/counted';
import { NO_QUOTAS, type Quotas } from '@plumbline/contracts/settings/quotas';
import type { CallStore } from '@plumbline/model/calls';
import { createSqlCallStore, createSqlSpending, type Spending } from '@plumbline/model/stores';
import { createIndexVersions, type IndexVersions } from '@plumbline/search/folders';
import type { BlobStore } from '@plumbline/storage/blobs';
import {
  openPostgresState,
  openState,
  readDatabaseId,
  type StateDatabase,
  stateFileOf,
} from '@plumbline/storage/database';
import { createSqlLabels, type Labels } from '@plumbline/storage/labels';
import { createRecords, type Records } from '@plumbline/storage/records';
import { createRunStore, type RunStore } from '@plumbline/storage/runs';
import { type BriefingCopies, createBriefingCopies } from '../../activities/briefings/writing/briefing-copies.ts';
import { type ConversationStore, createConversationStore } from '../../activities/conversations/conversation-store.ts';
import { type AnswerCache, createSqlAnswerCache } from '../../activities/conversations/sql-answer-cache.ts';
import { type AnswerStream, createSqlAnswerStream } from '../../activities/conversations/sql-answer-stream.ts';
import { createSqlMemoryStore, type MemoryStore } from '../../activities/memory/memory-store.ts';
import { readSettings } from '../config/settings-files.ts';
import type { WorkerConfig } from '../config/worker-config.ts';
import { homeOf } from '../home/home-folder.ts';

const now = (): Date => new Date();

/** What is kept in one database, for all runs and sessions. */
export interface StateStores {
  readonly calls: CallStore;
  readonly answerCache: AnswerCache;
  readonly answerStream: AnswerStream;
  readonly memoryStore: MemoryStore;
  readonly records: Records;
  readonly runs: RunStore;
  readonly conversations: ConversationStore;
  readonly copies: BriefingCopies;
  readonly indexVersions: IndexVersions;
  readonly labels: Labels;
  readonly spending: Spending;
  close(): Promise<void>;
}

/** Where the database is. */
export interface StateConfig {
  readonly home: string;
  readonly calls: Pick<WorkerConfig['calls'], 'databaseUrl'> & Partial<Pick<WorkerConfig['calls'], 'quotas'>>;
}

/** From the settings that say so, whatever is wrong with the others. */
export function stateConfigOf(environment: NodeJS.ProcessEnv): StateConfig {
  const variables = readSettings(environment);
  const databaseUrl = variables.read('PLUMBLINE_DATABASE_URL') ?? null;
  const quotas = variables.read('limits.quotas') ?? NO_QUOTAS;
  return { home: homeOf(environment), calls: { databaseUrl, quotas } };
}

/**
 * In the home, or in the configured database.
 *
 * @param writes for readers, who do not create the database of a home; see the database
 */
export function openStateStores({ home, calls }: StateConfig, blobs: BlobStore, writes?: 'some' | 'none'): StateStores {
  const { databaseUrl, quotas } = calls;
  // Where the database is in the home, so are the users: they find reports as files, too.
  const place = { home, blobs, writesFiles: databaseUrl === null };
  return createStateStores(openState(home, databaseUrl, writes), place, now, quotas);
}

export interface StatePlace {
  readonly home: string;
  readonly blobs: BlobStore;
  readonly writesFiles: boolean;
}

export function createStateStores(
  database: StateDatabase,
  place: StatePlace,
  clock = now,
  quotas: Quotas = NO_QUOTAS,
): StateStores {
  const records = createRecords(database);
  return {
    records,
    runs: createRunStore({ records, ...place }),
    conversations: createConversationStore(records),
    copies: createBriefingCopies(records),
    indexVersions: createIndexVersions(join(place.home, 'index'), database, place.blobs),
    calls: createSqlCallStore(database, clock, quotas),
    answerCache: createSqlAnswerCache(database),
    answerStream: createSqlAnswerStream(database, clock),
    memoryStore: createSqlMemoryStore(database),
    labels: createSqlLabels(database),
    spending: createSqlSpending(database, quotas, clock),
    close: () => database.close(),
  };
}

/** @throws {Error} when the database does not answer */
export async function readDatabaseIdAt(url: string): Promise<string> {
  const database = openPostgresState(url);
  try {
    return await readDatabaseId(database);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`PLUMBLINE_DATABASE_URL: the database cannot be used (${reason})`, { cause: error });
  } finally {
    await database.close();
  }
}

/** Describes the database in one line; creates nothing. @throws {Error} that names the problem */
export async function checkDatabase(config: StateConfig): Promise<string> {
  const { databaseUrl } = config.calls;
  const path = stateFileOf(config.home);
  const isThere = databaseUrl !== null || (await stat(path).catch(() => null)) !== null;
  if (!isThere) return `${path}, created by the first run`;
  const database = openState(config.home, databaseUrl);
  try {
    const { answers, bytes } = await createSqlCallStore(database, now).deleteAnswers('9999', [], false);
    const place = databaseUrl === null ? path : `PostgreSQL at ${new URL(databaseUrl).host}`;
    const { entries, users } = await createSqlMemoryStore(database).count();
    const memory =
      entries === 0 ? 'no memory' : `memory: ${counted(entries, 'entry', 'entries')} of ${counted(users, 'user')}`;
    return `${place}, ${counted(answers, 'answer')}, ${formatBytes(bytes)}, ${memory}`;
  } finally {
    await database.close();
  }
}
