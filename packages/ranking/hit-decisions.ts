import {
  hitIdOf,
  type HitRanking,
  type HitReference,
  type RankedReference,
} from '@plumbline/contracts/evidence/search-hit';
import type { RerankInput } from '@plumbline/contracts/research/retrieval-activities';
import type { DecidedHit, HitDecision, TaskDecisions } from '@plumbline/contracts/research/task-decisions';

/** Ungraded local files rank between the tiers. */
const UNGRADED = 2;

const SELECTIONS: readonly HitRanking['selection'][] = ['named', 'passed', 'leading', 'unjudged', 'below'];

/** Hits below the threshold that are passed on when a task has nothing better. */
export const BEST_BELOW = 3;

/** A hit that was judged, and whether it was left out as a copy. */
export interface JudgedRanking {
  readonly ranked: RankedReference;
  readonly headingPath: readonly string[];
  readonly isCopy: boolean;
}

/** What a hit shares with the words of its task. */
export interface WordMatch {
  /** By weight, 0..1. */
  readonly share: number;
  readonly words: number;
}

/** A hit must hold this part of what the best hit holds of the words of the task. */
const LEAST_OF_BEST = 0.5;
/** One word alone is chance, where the best hit has several. */
const FEWEST_WORDS = 2;

/**
 * What reranking decided about every hit of a task.
 *
 * @param judged best first
 * @param kept the hits that are passed on, in their order
 */
export function decisionsOf(
  { task, hits, record }: RerankInput,
  judged: readonly JudgedRanking[],
  kept: readonly RankedReference[],
): TaskDecisions {
  // Those below the threshold are read only where nothing passed.
  const passed = kept.filter(({ selection }) => selection === 'passed' || selection === 'named');
  const read = passed.length === 0 ? kept : kept.filter(({ selection }) => selection !== 'below');
  const orders = new Map(read.map((hit, index) => [hitIdOf(hit), index + 1]));
  const known = new Set(judged.map(({ ranked }) => hitIdOf(ranked)));
  const decided = judged.map(({ ranked, headingPath, isCopy }): DecidedHit => {
    const order = orders.get(hitIdOf(ranked)) ?? null;
    const { score, reason } = ranked.relevance;
    const place = [ranked.locator, ...headingPath].join(' › ');
    return {
      id: hitIdOf(ranked),
      locator: ranked.locator,
      place,
      score,
      reason,
      order,
      decision: decide(ranked, isCopy, order),
      findingId: null,
    };
  });
  const missing = hits.filter((hit) => !known.has(hitIdOf(hit))).map(missingHit);
  return {
    taskId: task.taskId,
    queries: (record?.found ?? []).map(({ query, provider, hits: places }) => ({
      query,
      provider,
      hits: places.flatMap((place) => hits[place] ?? []).map(hitIdOf),
    })),
    hits: [...decided, ...missing].sort(
      (a, b) => (a.order ?? Number.POSITIVE_INFINITY) - (b.order ?? Number.POSITIVE_INFINITY),
    ),
  };
}

function decide({ selection }: HitRanking, isCopy: boolean, order: number | null): HitDecision {
  if (order !== null) return selection === 'below' ? 'read-below-threshold' : 'read';
  if (isCopy) return 'near-copy';
  return selection === 'passed' || selection === 'named' ? 'beyond-limit' : 'below-threshold';
}

function missingHit(hit: HitReference): DecidedHit {
  const unknown = { score: null, reason: '', order: null, findingId: null };
  return { id: hitIdOf(hit), locator: hit.locator, place: hit.locator, ...unknown, decision: 'missing' };
}

/** What decides about a hit in addition to the threshold. */
export interface HitStanding {
  /** The question names the passage. */
  readonly isNamed: boolean;
  /** Found by meaning in another language, where words cannot judge it. */
  readonly isBeyondWords: boolean;
  /** Among the first of the fused search. */
  readonly isLeading: boolean;
}

/**
 * Applies the threshold to the hit score only, which is calibrated: each reranker has its own scale, and a source's
 * tier does not make a passage relevant.
 *
 * @param score of the hit, 0..1; null when unknown
 */
export function selectHit(score: number | null, standing: HitStanding, threshold: number): HitRanking['selection'] {
  if (standing.isNamed) return 'named';
  if (score !== null && score >= threshold) return 'passed';
  if (score === null && standing.isBeyondWords) return 'unjudged';
  return standing.isLeading ? 'leading' : 'below';
}

/** A hit during reranking. */
export interface Candidate {
  readonly ranked: RankedReference;
  /** Relevance times the weight of its source; null when unknown. */
  readonly score: number | null;
}

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

/**
 * Without the hits that share several words with the task no more than by chance: they must hold half of what the best hit holds.
 * Not those that the question names, that reached the threshold, or that were found by their meaning.
 */
export function matching<Hit extends { readonly ranked: RankedReference; readonly shared: WordMatch }>(
  hits: readonly Hit[],
): Hit[] {
  const best = Math.max(0, ...hits.map(({ shared }) => shared.share));
  const most = Math.max(0, ...hits.map(({ shared }) => shared.words));
  return hits.filter(({ ranked, shared }) => {
    if (ranked.byMeaning === true || !['leading', 'below'].includes(ranked.selection)) return true;
    return shared.share >= best * LEAST_OF_BEST && shared.words >= Math.min(FEWEST_WORDS, most);
  });
}
