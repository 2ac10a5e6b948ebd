import type { RankedHit } from '../../workflows/contracts/evidence.ts';

/** Hits below the threshold that are passed on when a task has nothing better. */
export const BEST_BELOW = 3;

/** What decides about a hit beside the threshold. */
export interface HitStanding {
  /** The question names the passage. */
  readonly isNamed: boolean;
  /** In another language, and nearer in meaning than chance. */
  readonly isNearInMeaning: boolean;
  /** Among the first of the fused search, where words can judge it. */
  readonly isLeading: boolean;
}

/**
 * Applies the threshold to the hit score only, which is calibrated: each reranker has its own scale, and a source's
 * tier does not make a passage relevant.
 *
 * @param score of the hit, 0..1; null when unknown
 */
export function selectHit(score: number | null, standing: HitStanding, threshold: number): RankedHit['selection'] {
  if (standing.isNamed) return 'named';
  if (score !== null && score >= threshold) return 'passed';
  if (score === null && standing.isNearInMeaning) return 'unjudged';
  return standing.isLeading ? 'leading' : 'below';
}
