import type { ServerProbe } from '@plumbline/adapters/server-probes';
import type { BucketDocuments } from '@plumbline/folders/bucket-documents';
import type { Spending } from '@plumbline/model/stores';
import type { BlobStore } from '@plumbline/storage/blobs';
import type { Labels } from '@plumbline/storage/labels';
import type { Records } from '@plumbline/storage/records';
import { createRunStore, type RunStore } from '@plumbline/storage/runs';
import type { CountDatabase } from '@plumbline/storage/shared-counts';
import { createShareStore, type ShareStore } from '@plumbline/storage/shares';
import { type ConversationStore, createConversationStore } from '../../activities/conversations/conversation-store.ts';
import type { StoredAnswerEvent } from '../../activities/conversations/sql-answer-stream.ts';
import type { Memory } from '../../activities/memory/memory.ts';
import { readSettings } from '../config/settings-files.ts';
import { loadWorkerConfig, readBuckets } from '../config/worker-config.ts';
import { homeOf } from '../home/home-folder.ts';
import { openBlobsOf, openBuckets, openProbesOf } from './blob-stores.ts';
import type { StateStores } from './state-stores.ts';

/** What runs and sessions left, for those who read it without a Temporal server. */
export interface Stores extends StoredParts {
  readonly runs: RunStore;
  readonly conversations: ConversationStore;
  /** Links by which others read reports. */
  readonly shares: ShareStore;
  /** What people called runs and sessions. */
  readonly labels: Pick<Labels, 'list' | 'change'>;
  /** What users and tenants used of their quotas. */
  readonly spending: Spending;
  /** Events of an answer after the one with the number `after`, in their order. */
  readAnswerEvents(answerId: string, after: number): Promise<readonly StoredAnswerEvent[]>;
  /** What users had remembered. */
  openMemory(): Promise<Memory>;
  /** Where servers count requests together; null: their state is in the home. */
  openCounts(): Promise<CountDatabase | null>;
  /** Of the servers that the store is on; none in a home. */
  openProbes(): ServerProbe[];
}

/** What tools on reports and documents are made of. */
export interface StoredParts {
  readonly home: string;
  readonly blobs: BlobStore;
  readonly buckets: BucketDocuments;
  readonly records: Records;
}

/** Databases are opened by the first use, and stay open until the process ends: readers of streams ask many times a second. */
export function openStores(environment: NodeJS.ProcessEnv): Stores {
  const home = homeOf(environment);
  const blobs = openBlobsOf(environment);
  const variables = readSettings(environment);
  const open = once(async () => {
    const { openStateStores, stateConfigOf } = await import('./state-stores.ts');
    return openStateStores(stateConfigOf(environment), blobs, 'some');
  });
  const records = recordsOf(open);
  return {
    home,
    blobs,
    buckets: openBuckets(home, () => readBuckets(variables)),
    records,
    runs: createRunStore({ records, blobs, home, writesFiles: false }),
    conversations: createConversationStore(records),
    shares: createShareStore(records),
    labels: {
      list: async () => (await open()).labels.list(),
      change: async (id, changes) => (await open()).labels.change(id, changes),
    },
    spending: {
      countRun: async (userId) => (await open()).spending.countRun(userId),
      uncountRun: async (userId) => (await open()).spending.uncountRun(userId),
      usedBy: async (userId) => (await open()).spending.usedBy(userId),
    },
    readAnswerEvents: async (answerId, after) => (await open()).answerStream.read(answerId, after),
    openMemory: once(async () => (await import('./dependencies.ts')).openMemory(loadWorkerConfig(environment))),
    async openCounts() {
      const url = variables.read('PLUMBLINE_DATABASE_URL');
      if (url === undefined) return null;
      return (await import('@plumbline/storage/shared-counts')).openCountDatabase(url);
    },
    openProbes: () => openProbesOf(environment),
  };
}

/** What opens at the first call, for all calls. */
export function once<Opened>(open: () => Promise<Opened>): () => Promise<Opened> {
  let opened: Promise<Opened> | undefined;
  return () => (opened ??= open());
}

function recordsOf(openStores: () => Promise<StateStores>): Records {
  const open = async () => (await openStores()).records;
  return {
    read: async (place) => (await open()).read(place),
    list: async (kind, owner, prefix) => (await open()).list(kind, owner, prefix),
    listNamed: async (kind, names, owner) => (await open()).listNamed(kind, names, owner),
    outline: async (kind, owner) => (await open()).outline(kind, owner),
    isEmpty: async (kind) => (await open()).isEmpty(kind),
    owners: async () => (await open()).owners(),
    change: async (place, decide) => (await open()).change(place, decide),
    put: async (place, record) => (await open()).put(place, record),
    remove: async (kind, owner, names) => (await open()).remove(kind, owner, names),
  };
}
