import { analyzeTerms, type Term } from '../../text/terms.ts';
import { coverage } from '../question/term-coverage.ts';
import { createWordMatcher } from '../question/term-similarity.ts';
import type { WeightedTerm } from '../question/weighted-terms.ts';
import type { ReadablePassage } from './passage-reading.ts';

/** How a passage matches the words of a need; each a share, 0..1. */
export interface TermMatch {
  /** How often the words occur: their BM25 score as a share of the highest possible score. */
  readonly words: number;
  /** Adjacent words of the question that are also near each other in the passage, by weight. */
  readonly pairs: number;
  /** Coverage by title and headings. */
  readonly title: number;
}

/** The usual values for saturation and length normalisation (Robertson and Zaragoza 2009). */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;
/** Number of words in a typical passage: an abstract, a section. */
const COMMON_LENGTH = 220;
/** Rare words decide here more than in coverage: passages of one ranking share the common ones. */
const SHARPNESS = 1.5;
/** Weaker matches do not count as a use of the word. */
const IS_MET = 0.5;
/** Greatest distance of two near words. */
const NEAR = 4;

/** Matches the words of a need with passages; needs no search and means the same in every corpus. */
export function createWordReader(terms: readonly WeightedTerm[]): (passage: ReadablePassage) => TermMatch {
  const sharp = terms.map((term) => ({ ...term, weight: term.weight ** SHARPNESS }));
  return ({ title, headingPath, text, language }) => {
    const match = createWordMatcher(terms, language);
    const uses = terms.map(() => 0);
    const count = (words: readonly Term[]): void => {
      for (const word of words) {
        for (const [index, share] of match(word).entries())
          if (share >= IS_MET) uses[index] = (uses[index] ?? 0) + share;
      }
    };
    const own = analyzeTerms(text, language);
    const heads = analyzeTerms([title, ...headingPath].join('\n'), language);
    count(own);
    count(analyzeTerms(title, language));
    const damping = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * own.length) / COMMON_LENGTH);
    const met = terms.map((_, index) => Math.max(0, ...heads.map((word) => match(word)[index] ?? 0)));
    return {
      words: coverage(
        sharp,
        uses.map((use) => use / (use + damping)),
      ),
      pairs: pairsMet(terms, own),
      title: coverage(terms, met),
    };
  };
}

/** Share of the weight of all adjacent word pairs of the question that are near each other in the passage. */
function pairsMet(terms: readonly WeightedTerm[], words: readonly Term[]): number {
  const places = new Map<string, number[]>();
  for (const [place, { stem }] of words.entries()) places.set(stem, [...(places.get(stem) ?? []), place]);
  const pairs = terms.slice(1).map((second, index) => {
    const first = terms[index] ?? second;
    const [before, after] = [places.get(first.stem) ?? [], places.get(second.stem) ?? []];
    const areNear = before.some((one) => after.some((other) => Math.abs(other - one) <= NEAR));
    return { weight: first.weight + second.weight, areNear };
  });
  const sumOf = (chosen: typeof pairs): number => chosen.reduce((sum, { weight }) => sum + weight, 0);
  return pairs.length === 0 ? 0 : sumOf(pairs.filter(({ areNear }) => areNear)) / sumOf(pairs);
}
