import { isCancellation } from '@temporalio/workflow';
import type { CorpusReport } from './contracts/corpus.ts';
import type { Finding, PassageHit, RelevanceScore } from './contracts/evidence.ts';
import type { QueryAnchor } from './contracts/query-anchor.ts';
import type { ResearchTask } from './contracts/research-plan.ts';
import { createGap } from './domain/gap-phrases.ts';
import { describeFailure } from './failures.ts';
import type { ResearchRun } from './research-run.ts';

/** For what passages are read. */
export interface ReadingContext {
  readonly anchor: QueryAnchor;
  readonly corpus: CorpusReport;
  readonly task: ResearchTask;
  /** Passages that were read before, for whatever task, are left alone. */
  readonly skipsVisited?: boolean;
}

/** A passage to read, and how it was reached. */
export interface Reading {
  readonly hit: PassageHit;
  readonly hitScore: RelevanceScore | null;
  readonly belowThreshold: boolean;
  readonly findingId: string;
  readonly depth: 0 | 1 | 2;
  readonly origin: Finding['origin'];
}

/** Takes one passage from the run's limits, before it is read; false when none is left. */
export function takePassage({ accounts }: ResearchRun): boolean {
  if (!accounts.mayResearch() || !accounts.take('pages')) return false;
  accounts.telemetry.counts.read += 1;
  return true;
}

/**
 * Reads one passage for a task. A passage that fails costs its finding, not the task.
 *
 * @returns null when the passage could not be read, or holds nothing that serves the task
 */
export async function extractFinding(
  run: ResearchRun,
  { anchor, corpus, task }: ReadingContext,
  reading: Reading,
): Promise<Finding | null> {
  const { locator, passage } = reading.hit;
  const { minQuoteLength } = run.request.settings;
  try {
    return await run.reason(
      'extractQuotes',
      { anchor, task, corpusId: corpus.corpusId, minQuoteLength, ...reading },
      `${task.taskId}: read ${locator}${passage.page === null ? '' : ` p. ${passage.page}`}`,
    );
  } catch (error) {
    if (isCancellation(error)) throw error;
    const cause = describeFailure(error);
    run.accounts.gaps.push(createGap('passage-unread', { taskId: task.taskId, subject: locator, cause }));
    return null;
  }
}
