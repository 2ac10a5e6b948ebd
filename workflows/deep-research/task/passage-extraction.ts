import { isCancellation } from '@temporalio/workflow';
import { describeCause } from '../../calls/activity-failures.ts';
import type { Reading } from '../../contracts/activities.ts';
import type { Finding } from '../../contracts/evidence.ts';
import { batchesOf } from '../../domain/batches.ts';
import { createGap } from '../../domain/gap-phrases.ts';
import type { ResearchRun } from '../run/research-run.ts';
import type { TaskContext } from './task-context.ts';

/** Passages that one call reads: few enough for a model to keep apart, and what a crash makes it read again. */
const READING_BATCH = 10;

/**
 * Reads passages for a task, in batches side by side. A call that fails costs its findings, not the task.
 *
 * @param onFindings told of each batch as soon as it is read
 * @returns the findings that serve the task
 */
export async function extractFindings(
  run: Pick<ResearchRun, 'request' | 'accounts' | 'reasoning'>,
  context: Pick<TaskContext, 'anchor' | 'task' | 'corpus'>,
  readings: readonly Reading[],
  onFindings: (findings: readonly Finding[]) => void = () => {},
): Promise<readonly Finding[]> {
  const read = await Promise.all(
    batchesOf(readings, READING_BATCH).map(async (batch) => {
      const findings = await extractBatch(run, context, batch);
      onFindings(findings);
      return findings;
    }),
  );
  return read.flat();
}

async function extractBatch(
  { request, accounts, reasoning }: Pick<ResearchRun, 'request' | 'accounts' | 'reasoning'>,
  { anchor, task, corpus }: Pick<TaskContext, 'anchor' | 'task' | 'corpus'>,
  readings: readonly Reading[],
): Promise<readonly Finding[]> {
  const { minQuoteLength, reading } = request.settings;
  const places = readings.map(
    ({ hit }) => `${hit.locator}${hit.passage.page === null ? '' : ` p. ${hit.passage.page}`}`,
  );
  try {
    const found = await reasoning.ask(
      'extractQuotes',
      { anchor, task, corpusId: corpus.corpusId, minQuoteLength, reading, readings },
      `${task.taskId}: read ${[...new Set(places)].join(', ')}`,
    );
    return found.filter((finding) => finding !== null);
  } catch (error) {
    if (isCancellation(error)) throw error;
    const cause = describeCause(error);
    for (const { hit } of readings) {
      accounts.gaps.push(createGap('passage-unread', { taskId: task.taskId, subject: hit.locator, cause }));
    }
    return [];
  }
}
