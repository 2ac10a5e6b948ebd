import type { RankedHit } from '../../workflows/contracts/evidence.ts';

/** A hit during reranking. */
export interface Candidate {
  readonly ranked: RankedHit;
  /** Relevance times the weight of its source; null when unknown. */
  readonly score: number | null;
}

/** Ungraded local files rank between the tiers. */
const UNGRADED = 2;

const SELECTIONS: readonly RankedHit['selection'][] = ['named', 'passed', 'leading', 'unjudged', 'below'];

/**
 * Best first: hits named by the question, then hits that passed, then unjudged ones, then the rest; within each group
 * by score, hits without a score last. Ties go to the better source, then keep the given order.
 */
export function orderCandidates<Ordered extends Candidate>(candidates: readonly Ordered[]): Ordered[] {
  return [...candidates].sort(
    (a, b) => selectionRank(a) - selectionRank(b) || valueOf(b) - valueOf(a) || tierOf(a) - tierOf(b),
  );
}

function selectionRank({ ranked }: Candidate): number {
  return SELECTIONS.indexOf(ranked.selection);
}

/** Scores are at least 0. */
function valueOf({ score }: Candidate): number {
  return score ?? -1;
}

function tierOf({ ranked }: Candidate): number {
  return ranked.sourceTier ?? UNGRADED;
}
