import type { RelevanceScore, SearchHit } from './contracts/evidence.ts';

/** A hit with what was said about it; null when nobody said anything. */
export interface ScoredHit<Hit extends SearchHit = SearchHit> {
  readonly hit: Hit;
  readonly score: RelevanceScore | null;
}

/** Joins hits with their scores, by passage. */
export function withScores<Hit extends SearchHit>(
  hits: readonly Hit[],
  scores: readonly RelevanceScore[],
): ScoredHit<Hit>[] {
  const scoreOf = new Map(scores.map((score) => [score.id, score]));
  return hits.map((hit) => ({ hit, score: scoreOf.get(hit.passage.passageId) ?? null }));
}
