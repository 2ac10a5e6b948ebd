import type { ExtractedQuotes, ExtractQuotesInput, Reading } from '@plumbline/contracts/activities';
import { webCorpusIdOf } from '@plumbline/contracts/evidence/corpus-set';
import { noteStored } from '@plumbline/contracts/evidence/evidence-index';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import {
  isPassageHit,
  type PassageHit,
  type PassageReference,
  type RankedHit,
  type RelevanceScore,
  type SearchHit,
} from '@plumbline/contracts/evidence/search-hit';
import { createGap } from '@plumbline/contracts/research/gap-phrases';
import type { ResearchRequest } from '@plumbline/contracts/research/research-request';
import type { ReadingExtent } from '@plumbline/contracts/research/retrieval-activities';
import { isCancellation } from '@temporalio/workflow';
import { describeCause } from '../../calls/activity-failures.ts';
import { callActivity } from '../../calls/activity-options.ts';
import { batchesOf } from '../../domain/finding-selection.ts';
import { bannedDomains } from '../../domain/steering.ts';
import type { ResearchRun } from '../run/research-run.ts';
import { meteringTerms } from '../run/run-reasoning.ts';
import { keeperOf, type KeepingParts } from './finding-grades.ts';
import type { TaskContext } from './task-context.ts';

/** Passages that one call reads for one task, and what a crash makes it read again. */
const READING_BATCH = 10;

/** A brief report says less than the best sentences hold, and is wanted soon. */
const readingOf = ({ settings }: ResearchRequest): ReadingExtent =>
  settings.length === 'brief' ? 'excerpts' : 'passages';

type PageReadingParts = Pick<ResearchRun, 'researchId' | 'request' | 'state' | 'accounts'>;

/**
 * Turns hits, ranked or not, into passages to read, in the same order: the pages among them are fetched side by side, and their
 * best passages take their place. A page that cannot be read is a gap.
 */
export async function readPages(
  run: PageReadingParts,
  context: TaskContext,
  hits: readonly (SearchHit & Partial<RankedHit>)[],
): Promise<readonly PassageReading<PassageHit>[]> {
  const read = await Promise.all(
    hits.map(async (hit) => {
      const passages = isPassageHit(hit) ? [hit] : await readPage(run, context, hit);
      const belowThreshold = hit.selection === 'below' || hit.selection === 'leading';
      const { searchRank } = hit;
      const ranked = searchRank === undefined ? {} : { searchRank };
      return passages.map((passage) => ({ hit: passage, score: hit.relevance ?? null, belowThreshold, ...ranked }));
    }),
  );
  return read.flat();
}

/**
 * Fetches a page and finds its best passages for the task, best first.
 *
 * @param onUnread told why a page cannot be read; without it that is a gap
 */
export async function readPage(
  run: PageReadingParts,
  { anchor, task, corpus }: Pick<TaskContext, 'anchor' | 'task' | 'corpus'>,
  hit: SearchHit,
  onUnread = (cause: string) => reportUnread(run, task.taskId, hit.locator, cause),
): Promise<readonly PassageHit[]> {
  const { researchId, request, state } = run;
  const { locator } = hit;
  const input = {
    anchor,
    task,
    corpusId: corpus.corpusId,
    webCorpusId: webCorpusIdOf(researchId),
    hit,
    reading: readingOf(request),
    domainBlock: [...(request.web?.domainBlock ?? []), ...bannedDomains(state.steering)],
    metering: meteringTerms(request, state.current.limits),
  };
  try {
    const { hits, problem, unread } = await callActivity('readPage', input, `${task.taskId}: fetch ${locator}`);
    if (problem === null) run.accounts.pagesRead += 1;
    else onUnread(problem);
    if (unread !== undefined) run.accounts.noteQuality([`${locator} was read only in part: ${unread}`]);
    return hits;
  } catch (error) {
    if (isCancellation(error)) throw error;
    onUnread(describeCause(error));
    return [];
  }
}

/** Several tasks may come to one page; it is one gap. */
function reportUnread({ accounts }: PageReadingParts, taskId: string, locator: string, cause: string): void {
  if (accounts.gaps.some(({ kind, subject }) => kind === 'page-unread' && subject === locator)) return;
  accounts.gaps.push(createGap('page-unread', { taskId, subject: locator, cause }));
}

/** A hit with its score; null when it has none. */
export interface ScoredHit<Hit extends PassageReference = PassageReference> {
  readonly hit: Hit;
  readonly score: RelevanceScore | null;
}

/** A passage that is going to be read. */
export interface PassageReading<Hit extends PassageReference = PassageReference> extends ScoredHit<Hit> {
  /** It did not reach the threshold and is read because there are no better ones. */
  readonly belowThreshold: boolean;
  /** Its rank, if it is among the first hits of the search. */
  readonly searchRank?: number;
}

/** Joins hits with their scores, by passage. */
export function withScores<Hit extends PassageReference>(
  hits: readonly Hit[],
  scores: readonly RelevanceScore[],
): ScoredHit<Hit>[] {
  const scoreOf = new Map(scores.map((score) => [score.id, score]));
  return hits.map((hit) => ({ hit, score: scoreOf.get(hit.passage.passageId) ?? null }));
}

type ExtractionParts = KeepingParts & Pick<ResearchRun, 'request' | 'accounts' | 'reasoning'>;

/** What passages are read for. */
export type ReadingContext = Pick<TaskContext, 'anchor' | 'corpus'> & Pick<ExtractQuotesInput, 'tasks' | 'shownBefore'>;

/**
 * Reads passages for a task, in batches side by side. A call that fails costs its findings, not the task.
 *
 * @param onFindings told of each batch as soon as it is read
 * @returns the findings that serve the task
 */
export async function extractFindings(
  run: ExtractionParts,
  { anchor, task, corpus }: Pick<TaskContext, 'anchor' | 'task' | 'corpus'>,
  readings: readonly Reading[],
  onFindings: (findings: readonly Finding[]) => void = () => {},
): Promise<readonly Finding[]> {
  const read = await Promise.all(
    batchesOf(readings, READING_BATCH).map(async (batch) => {
      const { findings } = await readBatch(run, { anchor, tasks: [task], corpus }, batch);
      onFindings(findings);
      return findings;
    }),
  );
  return read.flat();
}

/** What one call read. */
export interface ReadBatch extends Pick<ExtractedQuotes, 'leads' | 'contradictions'> {
  readonly findings: readonly Finding[];
}

/**
 * Reads passages in one call. A call that fails leaves a gap for each document.
 *
 * @param ruledBecause why the rules read in the place of the model
 */
export async function readBatch(
  run: ExtractionParts,
  { anchor, tasks, corpus, shownBefore }: ReadingContext,
  readings: readonly Reading[],
  ruledBecause?: string,
): Promise<ReadBatch> {
  const { request, reasoning, evidence } = run;
  const { minQuoteLength } = request.settings;
  const places = readings.map(
    ({ hit }) => `${hit.locator}${hit.passage.page === null ? '' : ` p. ${hit.passage.page}`}`,
  );
  const taskIds = tasks.map(({ taskId }) => taskId);
  const input = {
    anchor,
    tasks,
    corpusId: corpus.corpusId,
    minQuoteLength,
    readings,
    ...(shownBefore !== undefined && { shownBefore }),
    storeFor: keeperOf(run),
  };
  const summary = `${taskIds.join(', ')}: read ${[...new Set(places)].join(', ')}`;
  try {
    const { findings, leads, contradictions, stored } = await (ruledBecause === undefined
      ? reasoning.ask('extractQuotes', input, summary)
      : reasoning.askRules('extractQuotes', input, summary, ruledBecause));
    const found = findings.filter((finding) => finding !== null);
    noteStored(evidence, stored, found);
    return { findings: found, leads, contradictions };
  } catch (error) {
    if (isCancellation(error)) throw error;
    reportPassages(run, taskIds[0] ?? null, readings, describeCause(error));
    return { findings: [], leads: [], contradictions: [] };
  }
}

function reportPassages(
  { accounts }: ExtractionParts,
  taskId: string | null,
  readings: readonly Reading[],
  cause: string,
): void {
  for (const { hit } of readings) {
    accounts.gaps.push(createGap('passage-unread', { taskId, subject: hit.locator, cause }));
  }
}
