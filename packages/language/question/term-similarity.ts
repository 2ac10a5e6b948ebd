import { remembered } from '@plumbline/text/text-memo';
import { foldUmlauts } from '../text/stemmer.ts';
import { analyzeTerms, derivation, type Term, writesCompounds } from '../text/terms.ts';
import { matchOfStems, type TermMatches, type WeightedTerm } from './term-coverage.ts';

/** Shorter common parts are endings and prefixes ("-ung", "ver-") without meaning of their own. */
const SHORTEST_PART = 4;
/** Words with a common part are related but do not mean the same. */
const KINSHIP_SHARE = 0.6;
/** Words with nearly all letters in common are forms of one word ("Zins" and "Zinsen", "ändert" and "verändert"). */
const SAME_ROOT = 0.75;
const SAME_ROOT_SHARE = 0.85;
const ENDINGS = /^(?:schaft|ungen|keit|heit|lich|isch|igung|ierung|barkeit|lichkeit)/u;

/** Matches a text with terms, evaluating each distinct word only once. */
export type TermMatcher = (text: string) => TermMatches;

/** Matches one word with terms. */
export type WordMatcher = (word: Pick<Term, 'stem' | 'isStopWord'>) => TermMatches;

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
