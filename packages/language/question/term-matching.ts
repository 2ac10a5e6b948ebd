import { remembered } from '@plumbline/text/text-memo';
import { sourceOfAll } from '../languages/word-patterns.ts';
import { foldUmlauts, indexOfStems } from '../text/stemmer.ts';
import {
  analyzeTerms,
  contentTerms,
  derivation,
  stemsIn,
  type Term,
  termMatchWeight,
  writesCompounds,
} from '../text/terms.ts';
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

/** Shorter common parts are endings and prefixes ("-ung", "ver-") without meaning of their own. */
const SHORTEST_PART = 4;
/** Words with a common part are related but do not mean the same. */
const KINSHIP_SHARE = 0.6;
/** Words with nearly all letters in common are forms of one word ("Zins" and "Zinsen", "ändert" and "verändert"). */
const SAME_ROOT = 0.75;
const SAME_ROOT_SHARE = 0.85;
const ENDINGS = /^(?:schaft|ungen|keit|heit|lich|isch|igung|ierung|barkeit|lichkeit)/u;

/** Matches a text with terms, evaluating each distinct word only once. */
type TermMatcher = (text: string) => TermMatches;

/** Matches one word with terms. */
type WordMatcher = (word: Pick<Term, 'stem' | 'isStopWord'>) => TermMatches;

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

/** How well a stem of a text matches a term's, whole or inside a compound: 0..1. */
function matchOfStems(term: string, stem: string, language: string): number {
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

/**
 * Matches words with terms: the same word, compounds, derived words ("inhibit" and "inhibitor") and, in languages that
 * write compounds as one word, words with a part in common ("Feuerwache" and "Brandfeuer", "ändert" and "verändert").
 */
export function createWordMatcher(terms: readonly WeightedTerm[], language: string): WordMatcher {
  const matchers = matchersOf(terms);
  let matcher = matchers.get(language);
  if (matcher === undefined) matchers.set(language, (matcher = makeWordMatcher(terms, language)));
  return matcher;
}

/** By language: the terms of a task are matched with every passage, and each distinct word needs to be compared but once. */
const matchersOf = remembered((_terms: readonly WeightedTerm[]) => new Map<string, WordMatcher>());

function makeWordMatcher(terms: readonly WeightedTerm[], language: string): WordMatcher {
  const related = writesCompounds(language) ? termSimilarity : derivation;
  const known = new Map<string, TermMatches>();
  return ({ stem, isStopWord }) => {
    const key = `${stem}${isStopWord ? ' ' : ''}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const isTelling = !isStopWord && stem.length >= SHORTEST_PART;
    const matches = terms.map((term) =>
      Math.max(matchOfStems(term.stem, stem, language), isTelling ? related(term.stem, stem) : 0),
    );
    known.set(key, matches);
    return matches;
  };
}

/** Finds the best match of each term by any word of a text. */
export function createTermMatcher(terms: readonly WeightedTerm[], language: string): TermMatcher {
  const match = createWordMatcher(terms, language);
  return (text) => {
    const best = terms.map(() => 0);
    for (const word of analyzeTerms(text, language)) {
      const shares = match(word);
      for (let index = 0; index < best.length; index += 1) {
        const share = shares[index] ?? 0;
        if (share > (best[index] ?? 0)) best[index] = share;
      }
    }
    return best;
  };
}

/** Similarity of two stems, 0..1, by their longest common part; 0 unless that part begins one of the words. */
export function termSimilarity(wanted: string, other: string): number {
  const first = foldUmlauts(wanted);
  const second = foldUmlauts(other);
  if (first.length < SHORTEST_PART || second.length < SHORTEST_PART || /\d/.test(first)) return 0;
  const longest = Math.max(partAtStart(first, second), partAtStart(second, first));
  if (longest < SHORTEST_PART) return 0;
  if (longest >= SAME_ROOT * Math.max(first.length, second.length)) return SAME_ROOT_SHARE;
  return (KINSHIP_SHARE * longest) / first.length;
}

/** Length of the longest beginning of a word that occurs anywhere in the other. */
function partAtStart(word: string, other: string): number {
  if (ENDINGS.test(word)) return 0;
  let length = SHORTEST_PART - 1;
  while (length < word.length && other.includes(word.slice(0, length + 1))) length += 1;
  return length;
}
