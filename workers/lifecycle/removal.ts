import { existsSync } from 'node:fs';
import { webCorpusIdOf } from '@plumbline/contracts/evidence/corpus-set';
import type { CallStore } from '@plumbline/model/calls';
import { hashesInFiles, type StoredBlob } from '@plumbline/storage/blobs';
import { compactDatabase, type RecordRow } from '@plumbline/storage/database';
import { folderSize } from '@plumbline/storage/files';
import type { Records } from '@plumbline/storage/records';
import { openPageRemoval, type PageRemoval } from '@plumbline/web/page-removal';
import { databaseFileOf } from '../supervisor/supervision.ts';
import { hashesInRecords, type HomeWork, referencedBlobs } from './blob-references.ts';
import { asUnfinished, openSessions, type SweptPart, unfinishedRuns, usedBefore } from './sweep.ts';

export interface Removal {
  readonly parts: readonly SweptPart[];
  /** Texts without other references that a running run, an open session or another home may be using; `delete --unused` deletes them later. */
  readonly textsKept: number;
}

/** A run or session that is removed. */
interface Removed {
  readonly id: string;
  readonly kind: RecordRow['kind'];
  /** Of files of its report. */
  readonly paths: readonly string[];
  /** Ids under which it paid for calls. */
  readonly payers: readonly string[];
  readonly recordsAre: string;
  removeRecords(): Promise<void>;
}

/**
 * Finds, and with `apply` deletes, what belongs to one run only: its pages, stored answers and ledger, texts without other
 * references, and last its records, so that a killed removal can be repeated. Index entries belong to their folder and stay.
 * The run must be over and its history deleted.
 */
export function removeRun(options: HomeWork, researchId: string): Promise<Removal> {
  const { runs } = options.state;
  return remove(options, {
    id: researchId,
    kind: 'run',
    paths: [runs.folderOf(researchId)],
    payers: [researchId],
    recordsAre: 'records of the run',
    removeRecords: () => runs.remove(researchId),
  });
}

/**
 * The same for a session with all its answers. Cached answers and streams go with it; they are copies and are not counted.
 */
export async function removeSession(options: HomeWork, sessionId: string): Promise<Removal> {
  const { calls, answerCache, answerStream, conversations } = options.state;
  return remove(options, {
    id: sessionId,
    kind: 'session',
    paths: [],
    payers: await calls.payersOf(sessionId),
    recordsAre: 'records of the session',
    async removeRecords() {
      await answerCache.deleteSession(sessionId);
      await answerStream.deleteSession(sessionId);
      await conversations.remove(sessionId);
    },
  });
}

async function remove(options: HomeWork, removed: Removed): Promise<Removal> {
  const { home, state, apply } = options;
  const pages = openPageRemoval(home);
  const ownPages = new Set([webCorpusIdOf(removed.id)]);
  try {
    const { blobs, kept } = await ownBlobs(options, removed, pages);
    const size = await sizeOf(state.records, removed);
    const parts = [
      { kind: 'pages', ...(pages?.pagesOf(ownPages) ?? { count: 0, bytes: 0 }) },
      { kind: 'paid calls and their answers', ...(await countCalls(state.calls, removed.payers)) },
      { kind: 'texts without other references', count: blobs.length, bytes: sum(blobs) },
      { kind: removed.recordsAre, ...size },
    ];
    if (apply) {
      pages?.remove(ownPages);
      for (const run of ownPages) await state.records.remove('pages', run);
      for (const payer of removed.payers) await state.calls.deleteRun(payer);
      for (const { sha256, isBody } of blobs)
        await options.blobs.sweep(sha256, isBody ? Number.POSITIVE_INFINITY : options.now.getTime());
      if (existsSync(databaseFileOf(home))) compactDatabase(databaseFileOf(home));
      await state.labels.remove(removed.id);
      await removed.removeRecords();
    }
    return { parts, textsKept: kept };
  } finally {
    pages?.close();
  }
}

interface OwnBlob extends StoredBlob {
  /** It is a report of the run itself, which nothing else can be using. */
  readonly isBody: boolean;
}

/** Blobs that only this run or session refers to. */
async function ownBlobs(
  { home, state, blobs: store, now }: HomeWork,
  { id, kind, paths }: Removed,
  pages: PageRemoval | null,
): Promise<{ readonly blobs: readonly OwnBlob[]; readonly kept: number }> {
  const { records, runs, conversations } = state;
  const pageRuns = new Set([webCorpusIdOf(id)]);
  const leaving = { paths: new Set(paths), owner: { kind, owner: id }, pageRuns, corpusIds: new Set<string>() };
  const own = new Set(pages?.hashesOf(pageRuns));
  for (const [each, owner] of [[kind, id] as const, ...[...pageRuns].map((run) => ['pages', run] as const)])
    for (const hash of await hashesInRecords(records, each, owner)) own.add(hash);
  for (const path of paths) for (const hash of await hashesInFiles(path)) own.add(hash);
  const bodies = await runs.bodiesOf(id);
  const referenced = await referencedBlobs(home, state, pages, leaving);
  const alone = (await store.list())
    .filter(({ sha256 }) => own.has(sha256) && !referenced.has(sha256))
    .map((blob) => ({ ...blob, isBody: kind === 'run' && bodies.has(blob.sha256) }));
  const underWay = [...(await unfinishedRuns(runs)).map(asUnfinished), ...(await openSessions(conversations, now))];
  const others = underWay.filter((other) => other.id !== id);
  const before = usedBefore(others, now.getTime());
  const isShared = (await store.otherHomes()).length > 0;
  const blobs = alone.filter(({ usedAt, isBody }) => isBody || (!isShared && usedAt < before));
  return { blobs, kept: alone.length - blobs.length };
}

/** Records, and files of the report. */
async function sizeOf(records: Records, { kind, id, paths }: Removed): Promise<Pick<SweptPart, 'count' | 'bytes'>> {
  const rows = await records.outline(kind, id);
  const folders = await Promise.all(paths.map(folderSize));
  return {
    count: rows.length + folders.reduce((total, { files }) => total + files, 0),
    bytes: sum(rows) + sum(folders),
  };
}

/** Without sizes, which the database does not report. */
async function countCalls(calls: CallStore, payers: readonly string[]): Promise<Pick<SweptPart, 'count' | 'bytes'>> {
  let count = 0;
  for (const payer of payers)
    for (const { requests } of (await calls.ledgerOf(payer))?.entries ?? []) count += requests;
  return { count, bytes: 0 };
}

function sum(parts: readonly { readonly bytes: number }[]): number {
  return parts.reduce((total, { bytes }) => total + bytes, 0);
}
