import { isCancellation } from '@temporalio/workflow';
import { describeCause } from '../../calls/activity-failures.ts';
import { callActivity } from '../../calls/activity-options.ts';
import { isPassageHit, type PassageHit, type RankedHit, type SearchHit } from '../../contracts/evidence.ts';
import { webCorpusIdOf } from '../../domain/corpus-set.ts';
import { createGap } from '../../domain/gap-phrases.ts';
import { bannedDomains } from '../../domain/steering.ts';
import { meteringTerms } from '../run/metering-terms.ts';
import type { ResearchRun } from '../run/research-run.ts';
import type { PassageReading } from './scored-hits.ts';
import type { TaskContext } from './task-context.ts';

type PageReadingParts = Pick<ResearchRun, 'researchId' | 'request' | 'state' | 'accounts'>;

/**
 * Turns ranked hits into passages to read, in the same order: the pages among them are fetched side by side, and their
 * best passages take their place. A page that cannot be read is a gap.
 */
export async function readPages(
  run: PageReadingParts,
  context: TaskContext,
  hits: readonly RankedHit[],
): Promise<readonly PassageReading[]> {
  const read = await Promise.all(
    hits.map(async (hit) => {
      const passages = isPassageHit(hit) ? [hit] : await readPage(run, context, hit);
      const belowThreshold = hit.selection === 'below' || hit.selection === 'leading';
      const leading = hit.isLeading === true ? { leading: true as const } : {};
      return passages.map((passage) => ({ hit: passage, score: hit.relevance, belowThreshold, ...leading }));
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
    reading: request.settings.reading,
    domainBlock: [...(request.web?.domainBlock ?? []), ...bannedDomains(state.steering)],
    metering: meteringTerms(request, state.current.limits),
  };
  try {
    const { hits, problem } = await callActivity('readPage', input, `${task.taskId}: fetch ${locator}`);
    if (problem !== null) onUnread(problem);
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
