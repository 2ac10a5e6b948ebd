import type { Finding } from '../contracts/evidence.ts';

/** How relevant a finding is to what was asked, by its latest judgement, 0..1; null when unknown. */
export function similarityOf({ finalRelevance, relevance, hitScore }: Finding): number | null {
  return finalRelevance ?? relevance ?? hitScore;
}

/**
 * Whether an answer may draw on a finding. What no threshold may take out stays: items of a catalogue, which satisfy every
 * filter, core entries of the memory, and what was found by rank or by meaning alone.
 *
 * @param citeThreshold 0..1
 */
export function isCitable(finding: Finding, citeThreshold: number): boolean {
  const { sourceType, leading, unjudged } = finding;
  if (sourceType === 'catalogue' || sourceType === 'core' || leading === true || unjudged === true) return true;
  const similarity = similarityOf(finding);
  return similarity === null || similarity >= citeThreshold;
}
