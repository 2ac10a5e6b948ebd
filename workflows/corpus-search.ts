import { isCancellation } from '@temporalio/workflow';
import { callActivity } from './activity-options.ts';
import type { SearchHit } from './contracts/evidence.ts';
import { createGap } from './domain/gap-phrases.ts';
import { fuseRankings } from './domain/rank-fusion.ts';
import { describeFailure } from './failures.ts';
import type { ResearchRun } from './research-run.ts';

/** Hits that one query brings back. */
const TOP_K = 30;

/** Searches the corpus within the run's limit. A search that fails is a gap, not the end: recall is lost, not the run. */
export async function searchCorpus(
  run: ResearchRun,
  corpusId: string,
  queries: readonly string[],
  { taskId, language }: { readonly taskId: string | null; readonly language: string },
): Promise<SearchHit[]> {
  const { accounts } = run;
  const rankings = await Promise.all(
    queries.map(async (query, index) => {
      if (!accounts.take('searches')) return [];
      accounts.telemetry.counts.issued += 1;
      const summary = `${taskId ?? 'question'}: search ${index + 1}/${queries.length} "${query}"`;
      try {
        const { hits } = await callActivity('search', { corpusId, query, language, topK: TOP_K }, summary);
        return hits;
      } catch (error) {
        if (isCancellation(error)) throw error;
        accounts.telemetry.counts.failed += 1;
        const failed = { taskId, subject: query.slice(0, 120), cause: describeFailure(error) };
        accounts.gaps.push(createGap('search-failed', failed));
        return [];
      }
    }),
  );
  const fused = fuseRankings(rankings, ({ passage }) => passage.passageId).slice(0, TOP_K);
  accounts.telemetry.counts.found += fused.length;
  return fused;
}
