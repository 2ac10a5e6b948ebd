import { hitIdOf, type HitReference, type RelevanceScore } from '@plumbline/contracts/evidence/search-hit';
import type { ResearchRecord } from '@plumbline/contracts/report/report';
import { applyValidation } from '../../workflows/domain/finding-validation.ts';
import type { ExpectedPassage } from './question-file.ts';
import type { RankedSearch, RunSteps } from './run-steps.ts';

/** How far a passage can come, in order. */
export const STAGES = [
  'expected',
  'found',
  'above the threshold',
  'read',
  'made a finding',
  'kept by validation',
  'given to the writer',
  'shown',
  'quoted',
] as const;
export type Stage = (typeof STAGES)[number];

/** What became of a passage that came this far and no further. */
const LOSSES = {
  expected: 'not found by search',
  found: 'below the threshold',
  'above the threshold': 'not among the hits to read',
  read: 'read without a finding',
  'made a finding': 'dropped by validation',
  'kept by validation': 'left out by the caps',
  'given to the writer': 'not cited',
  shown: 'cited with other words',
  quoted: null,
} as const satisfies Record<Stage, string | null>;
export type Loss = NonNullable<(typeof LOSSES)[Stage]>;

/** Ranks up to this one count as found first. */
const FIRST = 5;

/** How far a run brought an expected passage. */
export interface PassageFate {
  readonly expected: ExpectedPassage;
  readonly reached: Stage;
  /** Best position in the fused search of any task, from 1; null when no search found it. */
  readonly rank: number | null;
}

export function lossOf({ reached }: Pick<PassageFate, 'reached'>): Loss | null {
  return LOSSES[reached];
}

export function isAmongFirst({ rank }: Pick<PassageFate, 'rank'>): boolean {
  return rank !== null && rank <= FIRST;
}

/**
 * Follows an expected passage through a run. What was read counts as found and above the threshold, whichever way it was
 * found: a reference or the clarification may have led to it.
 *
 * @param passageIds the stored passages that hold the expected words
 */
export function tracePassage(
  expected: ExpectedPassage,
  passageIds: ReadonlySet<string>,
  steps: RunSteps,
  record: ResearchRecord,
  isQuoted: boolean,
): PassageFate {
  const isHere = ({ passageId }: { readonly passageId: string }): boolean => passageIds.has(passageId);
  const isHit = ({ passage }: Pick<HitReference, 'passage'>): boolean => passage !== null && isHere(passage);
  const ranks = steps.searches.map(({ searched }) => searched.hits.findIndex(isHit) + 1).filter((rank) => rank > 0);
  const { kept } = applyValidation(steps.findings, steps.finalScores, record.request.settings.driftThreshold);
  const cited = new Set(record.report.citations.map(({ quote }) => quote.key));
  const reached: Readonly<Record<Stage, boolean>> = {
    expected: true,
    found: ranks.length > 0,
    'above the threshold': steps.searches.some((search) => passesThreshold(search, isHit)),
    read: steps.readings.some(({ hit }) => isHit(hit)),
    'made a finding': steps.findings.some(isHere),
    'kept by validation': kept.some(isHere),
    'given to the writer': record.findings.some(isHere),
    shown: record.findings.some((finding) => isHere(finding) && finding.quotes.some(({ key }) => cited.has(key))),
    quoted: isQuoted,
  };
  const last = STAGES.findLast((stage) => reached[stage]) ?? 'expected';
  return { expected, reached: last, rank: ranks.length === 0 ? null : Math.min(...ranks) };
}

/** By its score, or because reranking let it pass without one. */
function passesThreshold({ searched, ranked }: RankedSearch, isHit: (hit: HitReference) => boolean): boolean {
  if (ranked.some((hit) => isHit(hit) && hit.selection !== 'below')) return true;
  const scores = new Map(searched.scores.map((score: RelevanceScore) => [score.id, score.score]));
  return searched.hits.some((hit) => isHit(hit) && (scores.get(hitIdOf(hit)) ?? 0) >= searched.relevanceThreshold);
}
