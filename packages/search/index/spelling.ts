import { withoutAccents, wordTerms } from './passage-query.ts';
import type { WordPostings } from './word-postings.ts';

/** Shorter words have neighbours that are words as well. */
const SHORTEST = 5;
/** From this length on, two slips leave a word that can be told from others. */
const LONG = 8;
const ONLY_LETTERS = /^\p{L}+$/u;

/** The words of the passages in a language that unknown ones were probably meant for. */
export function meantBy(
  words: readonly string[],
  language: string,
  postings: WordPostings,
): ReadonlyMap<string, string> {
  return new Map(
    words.flatMap((word): [string, string][] => {
      const beginning = beginningOf(word);
      if (beginning === null) return [];
      const terms = new Set(postings.termsFrom(language, 'words', beginning));
      // Terms are stems, but the stem of a misspelt word may be another one.
      const [stem = word] = wordTerms(word, language);
      const meant = nearestTerm(word, terms) ?? (stem.length < SHORTEST ? null : nearestTerm(stem, terms));
      return meant === null ? [] : [[word, meant]];
    }),
  );
}

/** The first letters of the terms that a word may have been meant for: few people miss those. Null for a name or a figure. */
export function beginningOf(word: string): string | null {
  const plain = withoutAccents(word.toLowerCase());
  return plain.length >= SHORTEST && ONLY_LETTERS.test(plain) ? plain.slice(0, 2) : null;
}

/** The term nearest to a word, by slips of the keys: one, in long words two. Of equally near terms the first; null without one. */
export function nearestTerm(word: string, terms: Iterable<string>): string | null {
  const wanted = withoutAccents(word.toLowerCase());
  const most = wanted.length >= LONG ? 2 : 1;
  let [nearest, fewest]: [string | null, number] = [null, most + 1];
  for (const term of terms) {
    if (term.length < SHORTEST - 1 || Math.abs(term.length - wanted.length) > most || !ONLY_LETTERS.test(term))
      continue;
    const slips = slipsBetween(wanted, term);
    if (slips < fewest) [nearest, fewest] = [term, slips];
  }
  return nearest;
}

/** Letters left out, added, changed or swapped with the next one (Damerau 1964, optimal string alignment). */
export function slipsBetween(one: string, other: string): number {
  let [before, last] = [new Array<number>(), Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1] ? 0 : 1;
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + same,
        ...(isSwapped ? [(before[column - 2] ?? 0) + 1] : []),
      );
    }
    [before, last] = [last, current];
  }
  return last[other.length] ?? 0;
}
