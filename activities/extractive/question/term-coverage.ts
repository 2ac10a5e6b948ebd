import { indexOfStems } from '../../text/stem-index.ts';
import { stemsIn, termMatchWeight } from '../../text/terms.ts';
import type { WeightedTerm } from './weighted-terms.ts';

/** How well a text matches each weighted term, by position: 0..1. */
export type TermMatches = readonly number[];

/** Compounds share only a part of their meaning with their parts. */
const COMPOUND_SHARE = 0.85;

/** Matches the terms with the words of a text. */
export function matchTerms(terms: readonly WeightedTerm[], text: string, language: string): TermMatches {
  const stems = stemsIn(text, language);
  const { near } = indexOfStems(stems);
  return terms.map(({ stem }) => {
    if (stems.has(stem)) return 1;
    let best = 0;
    for (const candidate of near(stem)) best = Math.max(best, matchOfStems(stem, candidate, language));
    return best;
  });
}

/** How well a stem of a text matches that of a term, whole or inside a compound: 0..1. */
export function matchOfStems(term: string, stem: string, language: string): number {
  return term === stem ? 1 : termMatchWeight(term, stem, language) * COMPOUND_SHARE;
}

/** The better match of each term, where the second counts only by its `share`. */
export function bestMatches(first: TermMatches, second: TermMatches, share: number): TermMatches {
  return first.map((match, index) => Math.max(match, (second[index] ?? 0) * share));
}

/** The best match of each term by any of several texts; all 0 without a text. */
export function bestOfAll(terms: readonly WeightedTerm[], matches: readonly TermMatches[]): TermMatches {
  return matches.reduce(
    (best, next) => bestMatches(best, next, 1),
    terms.map(() => 0),
  );
}

/** Share of the terms' weight that is matched, 0..1. */
export function coverage(terms: readonly WeightedTerm[], matches: TermMatches): number {
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return 0;
  return terms.reduce((sum, { weight }, index) => sum + weight * (matches[index] ?? 0), 0) / total;
}

/** Words of the terms with a match of at least a half. */
export function matchedWords(terms: readonly WeightedTerm[], matches: TermMatches): string[] {
  return terms.filter((_, index) => (matches[index] ?? 0) >= 0.5).map(({ word }) => word);
}
