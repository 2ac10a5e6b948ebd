import { analyzeTerms, writesCompounds } from '../text/terms.ts';
import { matchTerms, type TermMatches } from './term-coverage.ts';
import type { WeightedTerm } from './weighted-terms.ts';

/** Shorter common parts are endings and prefixes ("-ung", "ver-"), not parts that carry meaning. */
const SHORTEST_PART = 4;
/** A common part says that two words are related, not that they mean the same. */
const KINSHIP_SHARE = 0.6;
/** Words that have nearly all letters in common are forms of one word ("Zins" and "Zinsen", "ändert" and "verändert"). */
const SAME_ROOT = 0.75;
const SAME_ROOT_SHARE = 0.85;
const ENDINGS = /^(?:schaft|ungen|keit|heit|lich|isch|igung|ierung|barkeit|lichkeit)/u;

/** Matches words of one text with terms, reading every word of a language only once. */
export type TermMatcher = (text: string) => TermMatches;

/**
 * A matcher for terms that, in languages that write compounds as one word, also sees words with a part in common
 * ("Feuerwache" and "Brandfeuer", "ändert" and "verändert").
 */
export function createTermMatcher(terms: readonly WeightedTerm[], language: string): TermMatcher {
  if (!writesCompounds(language)) return (text) => matchTerms(terms, text, language);
  const known = new Map<string, readonly number[]>();
  const kinshipsOf = (stem: string): readonly number[] => {
    const found = known.get(stem) ?? terms.map((term) => kinship(term.stem, stem));
    known.set(stem, found);
    return found;
  };
  return (text) => {
    const best = [...matchTerms(terms, text, language)];
    for (const { stem, isStopWord } of analyzeTerms(text, language)) {
      if (isStopWord || stem.length < SHORTEST_PART) continue;
      for (const [index, share] of kinshipsOf(stem).entries()) best[index] = Math.max(best[index] ?? 0, share);
    }
    return best;
  };
}

/** How much two stems have in common, 0..1, by their longest common part; 0 when it does not begin one of the words. */
export function kinship(wanted: string, other: string): number {
  const first = foldUmlauts(wanted);
  const second = foldUmlauts(other);
  if (first.length < SHORTEST_PART || second.length < SHORTEST_PART || /\d/.test(first)) return 0;
  const longest = Math.max(partAtStart(first, second), partAtStart(second, first));
  if (longest < SHORTEST_PART) return 0;
  if (longest >= SAME_ROOT * Math.max(first.length, second.length)) return SAME_ROOT_SHARE;
  return (KINSHIP_SHARE * longest) / first.length;
}

/** Length of the longest beginning of a word that stands anywhere in the other. */
function partAtStart(word: string, other: string): number {
  if (ENDINGS.test(word)) return 0;
  let length = SHORTEST_PART - 1;
  while (length < word.length && other.includes(word.slice(0, length + 1))) length += 1;
  return length;
}

function foldUmlauts(word: string): string {
  return word.replaceAll('ä', 'a').replaceAll('ö', 'o').replaceAll('ü', 'u').replaceAll('ß', 'ss');
}
