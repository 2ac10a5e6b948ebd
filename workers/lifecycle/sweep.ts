import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConversationStore } from '../../activities/conversations/conversation-store.ts';
import { type IndexOnDisk, listIndexes, removeIndex } from '../../activities/index/index-removal.ts';
import { type BlobFile, listBlobs, restoreSweptBlobs, sweepBlob } from '../../activities/storage/blob-sweep.ts';
import type { RunStore, StoredRun } from '../../activities/storage/file-run-store.ts';
import { openPageRemoval, type PageRemoval } from '../../activities/web-pages/page-removal.ts';
import { canResume, type ResearchProgress } from '../../workflows/contracts/progress.ts';
import { corpusMembers, webCorpusIdOf } from '../../workflows/domain/corpus-set.ts';
import type { StateStores } from '../assembly/state-stores.ts';
import { folderSize } from '../home/home-sizes.ts';
import { referencedBlobs } from './blob-references.ts';
import { findBundles, findDrafts, type Leftover, removeLeftovers } from './leftovers.ts';
import { asUnfinished, openSessions, type Unfinished, unfinishedRuns, usedBefore } from './unfinished.ts';

export interface SweepOptions {
  readonly home: string;
  readonly runs: RunStore;
  readonly conversations: ConversationStore;
  /** Null when nothing was ever paid for or streamed. */
  readonly state: Pick<StateStores, 'calls' | 'answerCache' | 'answerStream'> | null;
  /** Build of the installed project. */
  readonly buildId: string;
  readonly now: Date;
  /** Anything younger is kept. */
  readonly minimumAgeMs: number;
  readonly answerTtlMs: number;
  /** Also indexes of missing folders and of other versions. */
  readonly withIndexes: boolean;
  /** False: only counts. */
  readonly apply: boolean;
}

/** One kind of deleted content, or of content that `apply` would delete. */
export interface SweptPart {
  readonly kind: string;
  readonly count: number;
  readonly bytes: number;
}

export interface SweepReport {
  readonly parts: readonly SweptPart[];
  /** Running runs and open sessions; what they may be using is kept. */
  readonly unfinished: readonly string[];
}

/**
 * Finds, and with `apply` deletes, what is no longer referenced in the home (mark and sweep). Runs may continue meanwhile,
 * and processes may be killed at any point: the next sweep finds the rest.
 */
export async function sweepHome(options: SweepOptions): Promise<SweepReport> {
  const { home, apply, runs, conversations, now } = options;
  const running = await unfinishedRuns(runs);
  const underWay = [...running.map(asUnfinished), ...(await openSessions(conversations, now))];
  const pages = openPageRemoval(home);
  try {
    if (apply) await restoreSweptBlobs(home);
    const pageRuns = await deletedRuns(pages, options);
    // Before references are collected: an index that turns out to be in use keeps its texts.
    const indexes = await sweepIndexes(await unusedIndexes(running, options), options);
    const leaving = { pageRuns, paths: new Set<string>(), corpusIds: indexes.corpusIds };
    const blobs = await unusedBlobs(await referencedBlobs(home, pages, leaving), underWay, options);
    const parts = [
      ...sweepPages(pages, pageRuns, apply),
      indexes.part,
      await sweepAnswers(running, options),
      ...(await sweepConversations(options)),
      ...(await sweepLeftovers(options)),
      await sweepBlobs(blobs, underWay, options),
    ];
    return { parts, unfinished: underWay.map(({ id }) => id) };
  } finally {
    pages?.close();
  }
}

function oldest({ now, minimumAgeMs }: SweepOptions): number {
  return now.getTime() - minimumAgeMs;
}

/** Runs and sessions without a folder whose pages are not recent. */
async function deletedRuns(pages: PageRemoval | null, options: SweepOptions): Promise<Set<string>> {
  if (pages === null) return new Set();
  const folders = await Promise.all(
    ['runs', 'conversations'].map((name) => readdir(join(options.home, name)).catch(() => [])),
  );
  const ids = [
    ...(await options.runs.list()).map(({ researchId }) => researchId),
    ...(await options.conversations.list()).map(({ sessionId }) => sessionId),
  ];
  // A folder with damaged files is a run or session, too.
  const known = new Set([...ids, ...folders.flat()].map(webCorpusIdOf));
  const isOld = (last: string | null) => last === null || Date.parse(last) < oldest(options);
  return new Set([...pages.runs()].flatMap(([run, last]) => (known.has(run) || !isOld(last) ? [] : [run])));
}

function sweepPages(pages: PageRemoval | null, runs: ReadonlySet<string>, apply: boolean): SweptPart[] {
  const none = { count: 0, bytes: 0 };
  const unused = pages?.pagesOf(runs) ?? none;
  const readings = pages?.readingsWithout(runs) ?? none;
  if (apply && unused.count + readings.count + runs.size > 0) pages?.remove(runs);
  return [
    { kind: 'pages of deleted runs', ...unused },
    { kind: 'readings of unused pages', ...readings },
  ];
}

async function unusedIndexes(underWay: readonly StoredRun[], options: SweepOptions): Promise<IndexOnDisk[]> {
  if (!options.withIndexes) return [];
  const corpora = underWay.flatMap(({ progress }) => progress?.corpus?.corpusId ?? []);
  const used = new Set(corpora.flatMap(corpusMembers).map(({ indexId }) => indexId));
  return (await listIndexes(options.home)).filter(
    ({ corpusId, uselessness, updatedAt }) =>
      uselessness !== null && updatedAt < oldest(options) && !used.has(corpusId),
  );
}

async function sweepIndexes(
  indexes: readonly IndexOnDisk[],
  { home, apply }: SweepOptions,
): Promise<{ readonly part: SweptPart; readonly corpusIds: ReadonlySet<string> }> {
  const corpusIds = new Set<string>();
  let bytes = 0;
  for (const { corpusId, path } of indexes) {
    const size = await folderSize(path);
    if (apply && !(await removeIndex(home, corpusId))) continue;
    corpusIds.add(corpusId);
    bytes += size.bytes;
  }
  return { part: { kind: 'indexes of missing folders', count: corpusIds.size, bytes }, corpusIds };
}

async function sweepAnswers(underWay: readonly StoredRun[], options: SweepOptions): Promise<SweptPart> {
  const before = new Date(options.now.getTime() - options.answerTtlMs).toISOString();
  // A run that failed resumes on the answers that it has paid for.
  const resumable = (await options.runs.list()).filter(({ progress }) => progress !== null && canResume(progress));
  const kept = [...underWay, ...resumable].flatMap(({ researchId, progress }) => [
    researchId,
    ...forebearsOf(progress?.forkedFrom),
  ]);
  const { answers, bytes } = (await options.state?.calls.deleteAnswers(before, kept, options.apply)) ?? NO_ANSWERS;
  return { kind: 'expired stored answers', count: answers, bytes };
}

/** The runs whose answers a fork uses. */
function forebearsOf(origin: ResearchProgress['forkedFrom']): string[] {
  return origin === undefined ? [] : [origin.researchId, ...origin.ancestors];
}

const NO_ANSWERS = { answers: 0, bytes: 0 };
const NO_ENTRIES = { entries: 0, bytes: 0 };

/** Readers of a stream that lost their connection have this long to read its end. */
const STREAM_KEPT_MS = 3_600_000;

async function sweepConversations({ state, now, apply }: SweepOptions): Promise<SweptPart[]> {
  const streamsBefore = new Date(now.getTime() - STREAM_KEPT_MS).toISOString();
  const cached = (await state?.answerCache.deleteExpired(now.toISOString(), apply)) ?? NO_ENTRIES;
  const streamed = (await state?.answerStream.deleteBefore(streamsBefore, apply)) ?? NO_ENTRIES;
  return [
    { kind: 'expired cached answers and plans', count: cached.entries, bytes: cached.bytes },
    { kind: 'events of ended streams', count: streamed.entries, bytes: streamed.bytes },
  ];
}

async function sweepLeftovers(options: SweepOptions): Promise<SweptPart[]> {
  const bundles = await findBundles(options.home, oldest(options), options.buildId);
  const drafts = await findDrafts(options.home, oldest(options));
  if (options.apply) await removeLeftovers([...bundles, ...drafts]);
  return [toPart('bundles of other builds', bundles), toPart('unfinished files', drafts)];
}

/** Keeps recently stored or read blobs, to which a run may soon refer. */
async function unusedBlobs(
  referenced: ReadonlySet<string>,
  underWay: readonly Unfinished[],
  options: SweepOptions,
): Promise<BlobFile[]> {
  const before = usedBefore(underWay, oldest(options));
  return (await listBlobs(options.home)).filter(({ sha256, usedAt }) => !referenced.has(sha256) && usedAt < before);
}

async function sweepBlobs(
  blobs: readonly BlobFile[],
  underWay: readonly Unfinished[],
  options: SweepOptions,
): Promise<SweptPart> {
  const before = usedBefore(underWay, oldest(options));
  if (options.apply) for (const { sha256 } of blobs) await sweepBlob(options.home, sha256, before);
  return toPart('unreferenced texts and pages', blobs);
}

function toPart(kind: string, files: readonly Pick<Leftover, 'bytes'>[]): SweptPart {
  return { kind, count: files.length, bytes: files.reduce((total, { bytes }) => total + bytes, 0) };
}
