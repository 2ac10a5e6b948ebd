import { sourceOfAll } from '../languages/word-patterns.ts';
import { contentTerms, stemsIn, termMatchWeight, writesCompounds } from '../text/terms.ts';
import { withoutInterrogatives } from './questions.ts';

/** A word that no document contains must not outweigh all others: it may be a synonym of one that they contain. */
const HIGHEST_FREQUENCY_WEIGHT = 7;
// Verbs that a question needs and an answer rarely repeats: "which limits apply", "wie viele Tage stehen … zu".
const LIGHT_VERB = new RegExp(`^(?:${sourceOfAll(({ lightVerbs }) => lightVerbs)})$`, 'iu');
// Numbers and years limit a question to one case.
const FIGURE = /^\d/;

/** How well a text matches each weighted term, by position: 0..1. */
export type TermMatches = readonly number[];

/** Compounds share only a part of their meaning with their parts. */
const COMPOUND_SHARE = 0.85;

/** Matches the terms with the words of a text: the same word in any inflection, and compounds with it. */
export function matchTerms(terms: readonly WeightedTerm[], text: string, language: string): TermMatches {
  const stems = stemsIn(text, language);
  return terms.map(({ stem }) => {
    if (stems.has(stem)) return 1;
    if (!writesCompounds(language)) return 0;
    let best = 0;
    for (const other of stems) best = Math.max(best, termMatchWeight(stem, other, language));
    return best * COMPOUND_SHARE;
  });
}

/** The best match of each term by any of several texts; all 0 without a text. */
export function bestOfAll(terms: readonly WeightedTerm[], matches: readonly TermMatches[]): TermMatches {
  return matches.reduce(
    (best, next) => best.map((match, index) => Math.max(match, next[index] ?? 0)),
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

/** A word of the question and its weight: rare words decide, common ones hardly count. */
export interface WeightedTerm {
  readonly word: string;
  readonly stem: string;
  /** Positive; only ratios matter. */
  readonly weight: number;
  /** Whether a passage of the corpus contains it; undefined if no corpus was consulted. */
  readonly isKnown?: boolean;
}

/** What an index knows of words. */
interface WordFrequencies {
  wordFrequencies(
    corpusId: string,
    words: readonly string[],
    language: string,
  ): Promise<ReadonlyMap<string, { readonly passages: number; readonly inverseDocumentFrequency: number }>>;
}

/** A weighted term of a corpus. */
interface CorpusTerm extends WeightedTerm {
  readonly isKnown: boolean;
}

/**
 * The content words of texts with their weights in this corpus, in order of first use; queries the index once for all.
 */
export async function weighTerms(
  corpus: WordFrequencies,
  corpusId: string,
  texts: readonly string[],
  language: string,
): Promise<CorpusTerm[][]> {
  const termsOfTexts = texts.map((text) => weighTermsEvenly(text, language));
  const words = [...new Set(termsOfTexts.flat().map(({ word }) => word))];
  const frequencies = await corpus.wordFrequencies(corpusId, words, language);
  const weigh = (term: WeightedTerm): CorpusTerm => {
    const frequency = frequencies.get(term.word);
    const frequencyWeight = frequency?.inverseDocumentFrequency ?? HIGHEST_FREQUENCY_WEIGHT;
    const isKnown = frequency !== undefined && frequency.passages > 0;
    return { ...term, isKnown, weight: Math.min(frequencyWeight, HIGHEST_FREQUENCY_WEIGHT) };
  };
  return termsOfTexts.map((terms) => terms.map(weigh));
}

/** The content words of a text with equal weights, for use without a corpus. */
export function weighTermsEvenly(text: string, language: string): WeightedTerm[] {
  return contentTerms(withoutInterrogatives(text), language)
    .filter(({ surface }) => (surface.length > 1 || FIGURE.test(surface)) && !LIGHT_VERB.test(surface))
    .map(({ surface, stem }) => ({ word: surface, stem, weight: 1 }));
}

/** Terms of one part of a question, followed by the terms of the whole question at `share` of their weight. */
export function withBackground(
  terms: readonly WeightedTerm[],
  background: readonly WeightedTerm[],
  share: number,
): WeightedTerm[] {
  const own = new Set(terms.map(({ stem }) => stem));
  const others = background.filter(({ stem }) => !own.has(stem));
  return [...terms, ...others.map((term) => ({ ...term, weight: term.weight * share }))];
}
