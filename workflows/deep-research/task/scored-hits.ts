import type { PassageHit, RelevanceScore } from '../../contracts/evidence.ts';

/** A hit with its score; null when it has none. */
export interface ScoredHit<Hit extends PassageHit = PassageHit> {
  readonly hit: Hit;
  readonly score: RelevanceScore | null;
}

/** A passage that is going to be read. */
export interface PassageReading extends ScoredHit {
  /** It did not reach the threshold and is read because there are no better ones. */
  readonly belowThreshold: boolean;
  /** It is among the first hits of the search. */
  readonly leading?: true;
}

/** Joins hits with their scores, by passage. */
export function withScores<Hit extends PassageHit>(
  hits: readonly Hit[],
  scores: readonly RelevanceScore[],
): ScoredHit<Hit>[] {
  const scoreOf = new Map(scores.map((score) => [score.id, score]));
  return hits.map((hit) => ({ hit, score: scoreOf.get(hit.passage.passageId) ?? null }));
}
