import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { corpusMembers, webCorpusIdOf } from '@plumbline/contracts/evidence/corpus-set';
import { canResume, isFinal, type ResearchProgress } from '@plumbline/contracts/report/progress';
import type { StoredRun } from '@plumbline/contracts/report/run-view';
import { type IndexOnDisk, listIndexes, removeIndex } from '@plumbline/search/removal';
import { type StoredBlob, USE_NOTED_EVERY_MS } from '@plumbline/storage/blobs';
import { folderSize } from '@plumbline/storage/files';
import type { RunStore } from '@plumbline/storage/runs';
import { openPageRemoval, type PageRemoval } from '@plumbline/web/page-removal';
import type { ConversationStore } from '../../activities/conversations/conversation-store.ts';
import { type HomeWork, referencedBlobs } from './blob-references.ts';

// Drafts of blobs, of uploads, of the files of runs, sessions and briefings, of the bundle, of the supervisor's state and of the store's id.
const DRAFT =
  /^uploads\/\.incoming\/.|^(?:blobs|runs|conversations|review|briefings|descriptions)\/.*\.(?:tmp|partial)$|^bundle-[0-9a-f]{12}\.js\.\d+$|^temporal\/state\.json\.\d+$|^store-id\.\d+\.\w+$/;
const BUNDLE = /^bundle-([0-9a-f]{12})\.js$/;

export interface SweepOptions extends HomeWork {
  /** Build of the installed project. */
  readonly buildId: string;
  /** Anything younger is kept. */
  readonly minimumAgeMs: number;
  readonly answerTtlMs: number;
  /** Also indexes of missing folders and of other versions. */
  readonly withIndexes: boolean;
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
  /** Other homes that use the same bucket: all its texts are kept for them. */
  readonly otherHomes: readonly string[];
}

/**
 * Finds, and with `apply` deletes, what is no longer referenced in the home (mark and sweep). Runs may continue meanwhile,
 * and processes may be killed at any point: the next sweep finds the rest.
 */
export async function sweepHome(options: SweepOptions): Promise<SweepReport> {
  const { home, apply, blobs: store, now } = options;
  const { runs, conversations } = options.state;
  const running = await unfinishedRuns(runs);
  const underWay = [...running.map(asUnfinished), ...(await openSessions(conversations, now))];
  const pages = openPageRemoval(home);
  try {
    if (apply) await store.restore();
    const otherHomes = await store.otherHomes();
    const pageRuns = await deletedRuns(pages, options);
    // Before references are collected: an index that turns out to be in use keeps its texts.
    const indexes = await sweepIndexes(await unusedIndexes(running, options), options);
    const leaving = { pageRuns, paths: new Set<string>(), owner: null, corpusIds: indexes.corpusIds };
    const referenced = await referencedBlobs(home, options.state, pages, leaving);
    const blobs = otherHomes.length > 0 ? [] : await unusedBlobs(referenced, underWay, options);
    const parts = [
      ...sweepPages(pages, pageRuns, apply),
      indexes.part,
      await sweepAnswers(running, options),
      ...(await sweepConversations(options)),
      ...(await sweepLeftovers(options)),
      await sweepBlobs(blobs, underWay, options),
    ];
    return { parts, unfinished: underWay.map(({ id }) => id), otherHomes };
  } finally {
    pages?.close();
  }
}

function oldest({ now, minimumAgeMs }: SweepOptions): number {
  return now.getTime() - minimumAgeMs;
}

/** Runs and sessions without a record whose pages are not recent. */
async function deletedRuns(pages: PageRemoval | null, options: SweepOptions): Promise<Set<string>> {
  if (pages === null) return new Set();
  const folders = await Promise.all(
    ['runs', 'conversations'].map((name) => readdir(join(options.home, name)).catch(() => [])),
  );
  const owners = await options.state.records.owners();
  const ids = owners.flatMap(({ kind, owner }) => (kind === 'pages' ? [] : [owner]));
  // What an earlier version left as files is a run or session, too.
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
  const resumable = (await options.state.runs.list()).filter(
    ({ progress }) => progress !== null && canResume(progress),
  );
  const kept = [...underWay, ...resumable].flatMap(({ researchId, progress }) => [
    researchId,
    ...forebearsOf(progress?.forkedFrom),
  ]);
  const { answers, bytes } = await options.state.calls.deleteAnswers(before, kept, options.apply);
  return { kind: 'expired stored answers', count: answers, bytes };
}

/** The runs whose answers a fork uses. */
function forebearsOf(origin: ResearchProgress['forkedFrom']): string[] {
  return origin === undefined ? [] : [origin.researchId, ...origin.ancestors];
}

/** Readers of a stream that lost their connection have this long to read its end. */
const STREAM_KEPT_MS = 3_600_000;

async function sweepConversations({ state, now, apply }: SweepOptions): Promise<SweptPart[]> {
  const streamsBefore = new Date(now.getTime() - STREAM_KEPT_MS).toISOString();
  const cached = await state.answerCache.deleteExpired(now.toISOString(), apply);
  const streamed = await state.answerStream.deleteBefore(streamsBefore, apply);
  return [
    { kind: 'expired cached answers and plans', count: cached.entries, bytes: cached.bytes },
    { kind: 'events of ended streams', count: streamed.entries, bytes: streamed.bytes },
  ];
}

async function sweepLeftovers(options: SweepOptions): Promise<SweptPart[]> {
  // A worker that needs the bundle of another build rebuilds it.
  const bundles = await findFiles(options, (path) => {
    const [, build = options.buildId] = BUNDLE.exec(path) ?? [];
    return build !== options.buildId;
  });
  // What killed processes left half written.
  const drafts = await findFiles(options, (path) => DRAFT.test(path));
  if (options.apply) for (const { path } of [...bundles, ...drafts]) await rm(path, { force: true });
  return [toPart('bundles of other builds', bundles), toPart('unfinished files', drafts)];
}

/** Keeps recently stored or read blobs, to which a run may soon refer. */
async function unusedBlobs(
  referenced: ReadonlySet<string>,
  underWay: readonly Unfinished[],
  options: SweepOptions,
): Promise<StoredBlob[]> {
  const before = usedBefore(underWay, oldest(options));
  return (await options.blobs.list()).filter(({ sha256, usedAt }) => !referenced.has(sha256) && usedAt < before);
}

async function sweepBlobs(
  blobs: readonly StoredBlob[],
  underWay: readonly Unfinished[],
  options: SweepOptions,
): Promise<SweptPart> {
  const before = usedBefore(underWay, oldest(options));
  if (options.apply) for (const { sha256 } of blobs) await options.blobs.sweep(sha256, before);
  return toPart('unreferenced texts and pages', blobs);
}

function toPart(kind: string, files: readonly Pick<Leftover, 'bytes'>[]): SweptPart {
  return { kind, count: files.length, bytes: files.reduce((total, { bytes }) => total + bytes, 0) };
}

interface Leftover {
  readonly path: string;
  readonly bytes: number;
}

/** Old ones. @param fits gets the path relative to the home, with forward slashes */
async function findFiles(options: SweepOptions, fits: (path: string) => boolean): Promise<Leftover[]> {
  const { home } = options;
  const entries = await readdir(home, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const found = files.filter((path) => fits(path.slice(home.length + 1).replaceAll('\\', '/')));
  const measured = await Promise.all(found.map(async (path) => ({ path, stats: await stat(path).catch(() => null) })));
  return measured.flatMap(({ path, stats }) =>
    stats === null || stats.mtimeMs >= oldest(options) ? [] : [{ path, bytes: stats.size }],
  );
}

/** A run or session that may refer to texts which no file names yet. */
interface Unfinished {
  readonly id: string;
  /** ISO 8601: everything that it refers to without a file was used since. */
  readonly since: string;
}

/** Runs that are not over as far as the store knows. */
export async function unfinishedRuns(runs: RunStore): Promise<StoredRun[]> {
  return (await runs.list()).filter(({ progress }) => progress === null || !isFinal(progress.stage));
}

/** What a running run refers to is only in its history, but it has read all of it since it began. */
export function asUnfinished({ researchId, startedAt }: StoredRun): Unfinished {
  return { id: researchId, since: startedAt };
}

/** Sessions that have not expired; one may be making an answer from everything it has read since the last one. */
export async function openSessions(conversations: ConversationStore, now: Date): Promise<Unfinished[]> {
  const sessions = await conversations.list();
  return sessions
    .filter(({ endsAt }) => endsAt > now.toISOString())
    .map(({ sessionId, lastAt }) => ({ id: sessionId, since: lastAt }));
}

/** Blobs last used before this time (ms since 1970) are not among those that these runs and sessions refer to. */
export function usedBefore(unfinished: readonly Unfinished[], latest: number): number {
  const starts = unfinished.map(({ since }) => Date.parse(since) || 0);
  return Math.min(latest, ...starts.map((start) => start - USE_NOTED_EVERY_MS));
}
