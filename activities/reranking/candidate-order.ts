import type { RankedHit } from '../../workflows/contracts/evidence.ts';

/** A hit on its way through the reranking. */
export interface Candidate {
  readonly ranked: RankedHit;
  /** Relevance times the weight of its source; null when unknown. */
  readonly score: number | null;
}

/** Ungraded local files rank between the tiers. */
const UNGRADED = 2;

const SELECTIONS: readonly RankedHit['selection'][] = ['named', 'passed', 'unjudged', 'below'];

/**
 * Best first: what the question names, then what passed, then what could not be judged, then the rest; in each by score, and
 * last what has none. Of equal scores the one from the better source comes first; beyond that the order given decides.
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
