import { isCancellation } from '@temporalio/workflow';
import type { Reading } from '../../contracts/activities.ts';
import type { CorpusReport } from '../../contracts/corpus.ts';
import type { Finding } from '../../contracts/evidence.ts';
import type { QueryAnchor } from '../../contracts/query-anchor.ts';
import type { ResearchTask } from '../../contracts/research-plan.ts';
import { batchesOf } from '../../domain/batches.ts';
import { createGap } from '../../domain/gap-phrases.ts';
import { describeFailure } from '../../failures.ts';
import type { ResearchRun } from '../run/research-run.ts';

/** Passages that one call reads: few enough for a model to keep apart, and what a crash makes it read again. */
const READING_BATCH = 10;

/** For what passages are read. */
export interface ReadingContext {
  readonly anchor: QueryAnchor;
  readonly corpus: CorpusReport;
  readonly task: ResearchTask;
  /** Passages that were read before, for whatever task, are left alone. */
  readonly skipsVisited?: boolean;
}

/** Takes one passage from the run's limits, before it is read; false when none is left. */
export function takePassage({ accounts }: ResearchRun): boolean {
  if (!accounts.mayResearch() || !accounts.take('pages')) return false;
  accounts.telemetry.counts.read += 1;
  return true;
}

/** What is read in one call each; runs that began before read every passage in a call of its own. */
export function inBatches(run: ResearchRun, readings: readonly Reading[]): (readonly Reading[])[] {
  return batchesOf(readings, run.hasDurableWaits ? READING_BATCH : 1);
}

/** Reads passages for a task. A call that fails costs its findings, not the task. @returns those that serve the task */
export async function extractFindings(
  run: ResearchRun,
  { anchor, corpus, task }: ReadingContext,
  readings: readonly Reading[],
): Promise<readonly Finding[]> {
  const { minQuoteLength } = run.request.settings;
  const places = readings.map(
    ({ hit }) => `${hit.locator}${hit.passage.page === null ? '' : ` p. ${hit.passage.page}`}`,
  );
  try {
    const found: readonly (Finding | null)[] | Finding | null = await run.reason(
      'extractQuotes',
      { anchor, task, corpusId: corpus.corpusId, minQuoteLength, readings },
      `${task.taskId}: read ${[...new Set(places)].join(', ')}`,
    );
    // Of a passage that was read in a call of its own, history has the finding alone.
    return [found].flat().filter((finding) => finding !== null);
  } catch (error) {
    if (isCancellation(error)) throw error;
    const cause = describeFailure(error);
    for (const { hit } of readings) {
      const unread = { taskId: task.taskId, subject: hit.locator, cause };
      run.accounts.gaps.push(createGap('passage-unread', unread));
    }
    return [];
  }
}
