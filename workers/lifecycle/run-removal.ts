import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { CallStore } from '../../activities/metering/call-store.ts';
import { hashesInFolder } from '../../activities/storage/blob-references.ts';
import { type BlobFile, listBlobs, sweepBlob } from '../../activities/storage/blob-sweep.ts';
import { compactDatabase } from '../../activities/storage/database-file.ts';
import type { RunStore } from '../../activities/storage/file-run-store.ts';
import { openPageRemoval, type PageRemoval } from '../../activities/web-pages/page-removal.ts';
import { webCorpusIdOf } from '../../workflows/domain/corpus-set.ts';
import { folderSize } from '../home/home-sizes.ts';
import { databaseFileOf } from '../supervisor/supervision.ts';
import { referencedBlobs } from './blob-references.ts';
import type { SweptPart } from './sweep.ts';
import { unfinishedRuns, usedBefore } from './unfinished-runs.ts';

export interface RunRemovalOptions {
  readonly home: string;
  readonly runs: RunStore;
  /** Null when no run has paid for a call. */
  readonly calls: CallStore | null;
  readonly researchId: string;
  readonly now: Date;
  /** False: only counts. */
  readonly apply: boolean;
}

export interface RunRemoval {
  readonly parts: readonly SweptPart[];
  /** Texts that only this run refers to but that a running run may be using; `gc` deletes them later. */
  readonly textsKept: number;
}

/**
 * Finds, and with `apply` deletes, what belongs to one run only: its pages, stored answers and ledger, texts without other
 * references, and last its files, so that a killed removal can be repeated. Index entries belong to their folder and stay.
 * The run must be over and its history deleted.
 */
export async function removeRun(options: RunRemovalOptions): Promise<RunRemoval> {
  const { home, runs, calls, researchId, apply } = options;
  const folder = runs.folderOf(researchId);
  const pages = openPageRemoval(home);
  const ownPages = new Set([webCorpusIdOf(researchId)]);
  try {
    const { blobs, kept } = await ownBlobs(options, pages);
    const size = await folderSize(folder);
    const parts = [
      { kind: 'pages', ...(pages?.pagesOf(ownPages) ?? { count: 0, bytes: 0 }) },
      { kind: 'paid calls and their answers', ...(await countCalls(calls, researchId)) },
      { kind: 'texts without other references', count: blobs.length, bytes: sum(blobs) },
      { kind: 'files of the run', count: size.files, bytes: size.bytes },
    ];
    if (apply) {
      pages?.remove(ownPages);
      await calls?.deleteRun(researchId);
      for (const { sha256 } of blobs) await sweepBlob(home, sha256, options.now.getTime());
      if (existsSync(databaseFileOf(home))) compactDatabase(databaseFileOf(home));
      await runs.remove(researchId);
    }
    return { parts, textsKept: kept };
  } finally {
    pages?.close();
  }
}

/** Blobs that only this run refers to. */
async function ownBlobs(
  { home, runs, researchId, now }: RunRemovalOptions,
  pages: PageRemoval | null,
): Promise<{ readonly blobs: readonly BlobFile[]; readonly kept: number }> {
  const folder = runs.folderOf(researchId);
  const pageRuns = new Set([webCorpusIdOf(researchId)]);
  const leaving = { runFolders: new Set([basename(folder)]), pageRuns, corpusIds: new Set<string>() };
  const own = new Set([...(await hashesInFolder(folder)), ...(pages?.hashesOf(pageRuns) ?? [])]);
  const others = await referencedBlobs(home, pages, leaving);
  const alone = (await listBlobs(home)).filter(({ sha256 }) => own.has(sha256) && !others.has(sha256));
  const underWay = (await unfinishedRuns(runs)).filter((run) => run.researchId !== researchId);
  const before = usedBefore(underWay, now.getTime());
  const blobs = alone.filter(({ usedAt }) => usedAt < before);
  return { blobs, kept: alone.length - blobs.length };
}

/** Without sizes, which the database does not report. */
async function countCalls(calls: CallStore | null, researchId: string): Promise<Pick<SweptPart, 'count' | 'bytes'>> {
  const ledger = (await calls?.ledgerOf(researchId)) ?? null;
  return { count: ledger?.entries.reduce((total, { requests }) => total + requests, 0) ?? 0, bytes: 0 };
}

function sum(blobs: readonly BlobFile[]): number {
  return blobs.reduce((total, { bytes }) => total + bytes, 0);
}
