import { existsSync } from 'node:fs';
import type { ConversationStore } from '../../activities/conversations/file-conversation-store.ts';
import { openPageRemoval, type PageRemoval } from '../../activities/corpus/web-pages/page-removal.ts';
import type { CallStore } from '../../activities/model/metering/call-store.ts';
import type { BlobSweep, StoredBlob } from '../../activities/platform/storage/blob-store.ts';
import { hashesInFiles } from '../../activities/platform/storage/blob-sweep.ts';
import { compactDatabase } from '../../activities/platform/storage/database-file.ts';
import type { RunStore } from '../../activities/platform/storage/file-run-store.ts';
import { webCorpusIdOf } from '../../workflows/domain/corpus-set.ts';
import type { StateStores } from '../assembly/state-stores.ts';
import { type FolderSize, folderSize } from '../home/home-sizes.ts';
import { databaseFileOf } from '../supervisor/supervision.ts';
import { referencedBlobs } from './blob-references.ts';
import { asUnfinished, openSessions, type SweptPart, unfinishedRuns, usedBefore } from './sweep.ts';

export interface RemovalOptions {
  readonly home: string;
  readonly runs: RunStore;
  readonly conversations: ConversationStore;
  readonly blobs: BlobSweep;
  /** Null when nothing was ever paid for or streamed. */
  readonly state: Pick<StateStores, 'calls' | 'answerCache' | 'answerStream' | 'labels'> | null;
  readonly now: Date;
  /** False: only counts. */
  readonly apply: boolean;
}

export interface Removal {
  readonly parts: readonly SweptPart[];
  /** Texts without other references that a running run, an open session or another home may be using; `gc` deletes them later. */
  readonly textsKept: number;
}

/** A run or session that is removed. */
interface Removed {
  readonly id: string;
  /** Of its files and folders. */
  readonly paths: readonly string[];
  /** Ids under which it paid for calls. */
  readonly payers: readonly string[];
  readonly filesAre: string;
  removeFiles(): Promise<void>;
}

/**
 * Finds, and with `apply` deletes, what belongs to one run only: its pages, stored answers and ledger, texts without other
 * references, and last its files, so that a killed removal can be repeated. Index entries belong to their folder and stay.
 * The run must be over and its history deleted.
 */
export function removeRun(options: RemovalOptions, researchId: string): Promise<Removal> {
  const { runs } = options;
  return remove(options, {
    id: researchId,
    paths: [runs.folderOf(researchId)],
    payers: [researchId],
    filesAre: 'files of the run',
    removeFiles: () => runs.remove(researchId),
  });
}

/**
 * The same for a session with all its answers. Cached answers and streams go with it; they are copies and are not counted.
 */
export async function removeSession(options: RemovalOptions, sessionId: string): Promise<Removal> {
  const { conversations, state } = options;
  return remove(options, {
    id: sessionId,
    paths: await conversations.pathsOf(sessionId),
    payers: (await state?.calls.payersOf(sessionId)) ?? [],
    filesAre: 'files of the session',
    async removeFiles() {
      await state?.answerCache.deleteSession(sessionId);
      await state?.answerStream.deleteSession(sessionId);
      await conversations.remove(sessionId);
    },
  });
}

async function remove(options: RemovalOptions, removed: Removed): Promise<Removal> {
  const { home, state, apply } = options;
  const pages = openPageRemoval(home);
  const ownPages = new Set([webCorpusIdOf(removed.id)]);
  try {
    const { blobs, kept } = await ownBlobs(options, removed, pages);
    const size = await sizeOf(removed.paths);
    const parts = [
      { kind: 'pages', ...(pages?.pagesOf(ownPages) ?? { count: 0, bytes: 0 }) },
      { kind: 'paid calls and their answers', ...(await countCalls(state?.calls, removed.payers)) },
      { kind: 'texts without other references', count: blobs.length, bytes: sum(blobs) },
      { kind: removed.filesAre, count: size.files, bytes: size.bytes },
    ];
    if (apply) {
      pages?.remove(ownPages);
      for (const payer of removed.payers) await state?.calls.deleteRun(payer);
      for (const { sha256 } of blobs) await options.blobs.sweep(sha256, options.now.getTime());
      if (existsSync(databaseFileOf(home))) compactDatabase(databaseFileOf(home));
      await state?.labels.remove(removed.id);
      await removed.removeFiles();
    }
    return { parts, textsKept: kept };
  } finally {
    pages?.close();
  }
}

/** Blobs that only this run or session refers to. */
async function ownBlobs(
  { home, runs, conversations, blobs: store, now }: RemovalOptions,
  { id, paths }: Removed,
  pages: PageRemoval | null,
): Promise<{ readonly blobs: readonly StoredBlob[]; readonly kept: number }> {
  const pageRuns = new Set([webCorpusIdOf(id)]);
  const leaving = { paths: new Set(paths), pageRuns, corpusIds: new Set<string>() };
  const own = new Set(pages?.hashesOf(pageRuns));
  for (const path of paths) for (const hash of await hashesInFiles(path)) own.add(hash);
  const others = await referencedBlobs(home, pages, leaving);
  const alone = (await store.list()).filter(({ sha256 }) => own.has(sha256) && !others.has(sha256));
  const underWay = [...(await unfinishedRuns(runs)).map(asUnfinished), ...(await openSessions(conversations, now))];
  const before = usedBefore(
    underWay.filter((other) => other.id !== id),
    now.getTime(),
  );
  const isShared = (await store.otherHomes()).length > 0;
  const blobs = alone.filter(({ usedAt }) => !isShared && usedAt < before);
  return { blobs, kept: alone.length - blobs.length };
}

async function sizeOf(paths: readonly string[]): Promise<FolderSize> {
  const sizes = await Promise.all(paths.map(folderSize));
  return {
    files: sizes.reduce((total, { files }) => total + files, 0),
    bytes: sizes.reduce((total, { bytes }) => total + bytes, 0),
  };
}

/** Without sizes, which the database does not report. */
async function countCalls(
  calls: CallStore | undefined,
  payers: readonly string[],
): Promise<Pick<SweptPart, 'count' | 'bytes'>> {
  let count = 0;
  for (const payer of payers)
    for (const { requests } of (await calls?.ledgerOf(payer))?.entries ?? []) count += requests;
  return { count, bytes: 0 };
}

function sum(blobs: readonly StoredBlob[]): number {
  return blobs.reduce((total, { bytes }) => total + bytes, 0);
}
