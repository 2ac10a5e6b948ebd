import { hitIdOf, type RankedHit, type RelevanceScore, type SearchHit } from '../../workflows/contracts/evidence.ts';
import type { RerankInput } from '../../workflows/contracts/retrieval-activities.ts';
import type { DecidedHit, HitDecision, TaskDecisions } from '../../workflows/contracts/task-decisions.ts';

/** A hit that was judged, and whether it was left out as a copy. */
export interface JudgedRanking {
  readonly ranked: RankedHit;
  readonly isCopy: boolean;
}

/**
 * What reranking decided about every hit of a task.
 *
 * @param judged best first
 * @param kept the hits that are passed on, in their order
 */
export function decisionsOf(
  { task, hits, record }: RerankInput,
  judged: readonly JudgedRanking[],
  kept: readonly RankedHit[],
): TaskDecisions {
  // Those below the threshold are read only where nothing passed.
  const passed = kept.filter(({ selection }) => selection === 'passed' || selection === 'named');
  const read = passed.length === 0 ? kept : kept.filter(({ selection }) => selection !== 'below');
  const orders = new Map(read.map((hit, index) => [hitIdOf(hit), index + 1]));
  const known = new Set(judged.map(({ ranked }) => hitIdOf(ranked)));
  const decided = judged.map(({ ranked, isCopy }): DecidedHit => {
    const order = orders.get(hitIdOf(ranked)) ?? null;
    return toDecided(ranked, ranked.relevance, order, decide(ranked, isCopy, order));
  });
  const unknown = { score: null, reason: '' };
  const missing = hits.filter((hit) => !known.has(hitIdOf(hit)));
  return {
    taskId: task.taskId,
    queries: (record?.found ?? []).map(({ query, provider, hits: places }) => ({
      query,
      provider,
      hits: places.flatMap((place) => hits[place] ?? []).map(hitIdOf),
    })),
    hits: [...decided, ...missing.map((hit) => toDecided(hit, unknown, null, 'missing'))].sort(
      (a, b) => (a.order ?? Number.POSITIVE_INFINITY) - (b.order ?? Number.POSITIVE_INFINITY),
    ),
  };
}

function decide({ selection }: RankedHit, isCopy: boolean, order: number | null): HitDecision {
  if (order !== null) return selection === 'below' ? 'read-below-threshold' : 'read';
  if (isCopy) return 'near-copy';
  return selection === 'passed' || selection === 'named' ? 'beyond-limit' : 'below-threshold';
}

function toDecided(
  hit: SearchHit,
  { score, reason }: Pick<RelevanceScore, 'score' | 'reason'>,
  order: number | null,
  decision: HitDecision,
): DecidedHit {
  const place = [hit.locator, ...(hit.passage?.headingPath ?? [])].join(' › ');
  return { id: hitIdOf(hit), place, score, reason, order, decision, findingId: null };
}
