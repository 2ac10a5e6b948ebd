import { isCancellation } from '@temporalio/workflow';
import { callActivity } from '../../activity-options.ts';
import { isPassageHit, type RankedHit } from '../../contracts/evidence.ts';
import { webCorpusIdOf } from '../../domain/corpus-set.ts';
import { createGap } from '../../domain/gap-phrases.ts';
import { bannedDomains } from '../../domain/steering.ts';
import { describeFailure } from '../../failures.ts';
import type { ResearchRun } from '../run/research-run.ts';
import type { ReadingContext } from './passage-extraction.ts';
import type { PassageReading } from './scored-hits.ts';

/**
 * Turns ranked hits into passages to read, in the same order: the pages among them are fetched side by side, and their
 * best passages take their place. A page that cannot be read is a gap.
 */
export async function readPages(
  run: ResearchRun,
  context: ReadingContext,
  hits: readonly RankedHit[],
): Promise<readonly PassageReading[]> {
  const read = await Promise.all(
    hits.map(async (hit) => {
      const passages = isPassageHit(hit) ? [hit] : await readPage(run, context, hit);
      const belowThreshold = hit.selection === 'below';
      return passages.map((passage) => ({ hit: passage, score: hit.relevance, belowThreshold }));
    }),
  );
  return read.flat();
}

async function readPage(run: ResearchRun, { anchor, task, corpus }: ReadingContext, hit: RankedHit) {
  const { locator } = hit;
  const unread = (cause: string): void => {
    // Several tasks may come to one page.
    if (run.accounts.gaps.some(({ kind, subject }) => kind === 'page-unread' && subject === locator)) return;
    run.accounts.gaps.push(createGap('page-unread', { taskId: task.taskId, subject: locator, cause }));
  };
  try {
    const { corpusId } = corpus;
    const webCorpusId = webCorpusIdOf(run.researchId);
    const domainBlock = [...(run.request.web?.domainBlock ?? []), ...bannedDomains(run.state.steering)];
    const { hits, problem } = await callActivity(
      'readPage',
      { anchor, task, corpusId, webCorpusId, hit, domainBlock, metering: run.meteringTerms() },
      `${task.taskId}: fetch ${locator}`,
    );
    if (problem !== null) unread(problem);
    return hits;
  } catch (error) {
    if (isCancellation(error)) throw error;
    unread(describeFailure(error));
    return [];
  }
}
