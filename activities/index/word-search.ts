import type { StoredLengths } from './passage-lengths.ts';
import { queryTerms, type SearchedField, wordTerms } from './passage-query.ts';
import { type RankedPassage, rankPassages } from './passage-ranking.ts';
import { numberOf } from './posting-blocks.ts';
import type { WordPostings } from './word-postings.ts';

export interface WordSearch {
  readonly words: readonly string[];
  readonly limit: number;
  /**
   * Language of the words (ISO 639-1): skips the passages of other languages that do not contain most of the words.
   * Null: all languages are searched.
   */
  readonly spoken: string | null;
  /** Defaults to all fields. */
  readonly fields?: readonly SearchedField[];
}

/**
 * Share of a query's words from which a language "understands" it. Of 21 development questions, those in the language
 * of the documents found at least 0.57 of their words there, those in another language at most 0.43.
 */
const UNDERSTOOD_SHARE = 0.5;

/** Ranks the passages of each language by its own stems, and all of them by score. */
export function createWordSearch(lengths: StoredLengths, postings: WordPostings) {
  const numbersWith = (word: string, language: string): Set<number> => {
    const present = lengths.read(language).of.words;
    const entries = wordTerms(word, language).flatMap((term) => postings.entriesOf(language, 'words', term));
    const numbers = entries.flatMap((segment) => Array.from(segment, numberOf));
    return new Set(numbers.filter((number) => (present[number] ?? 0) > 0));
  };

  /**
   * Whether the passages are in the words' language, or contain most of them. Figures do not count: all languages share
   * them.
   */
  const understands = (language: string, words: readonly string[], spoken: string): boolean => {
    if (language === spoken) return true;
    const telling = [...new Set(words)].filter((word) => /\p{L}/u.test(word));
    const known = telling.filter((word) => numbersWith(word, language).size > 0);
    return known.length >= telling.length * UNDERSTOOD_SHARE;
  };

  return {
    rank({ words, limit, spoken, fields }: WordSearch): RankedPassage[] {
      const searched = lengths
        .languages()
        .filter((language) => spoken === null || understands(language, words, spoken));
      const ranked = searched.flatMap((language) => {
        const terms = queryTerms(words, language, fields);
        const entriesOf = (field: SearchedField, term: string) => postings.entriesOf(language, field, term);
        return rankPassages(terms, lengths.read(language), entriesOf, limit);
      });
      return ranked.sort((a, b) => b.score - a.score || a.number - b.number).slice(0, limit);
    },
    frequencies(queries: readonly string[]): { readonly total: number; readonly matching: readonly number[] } {
      const languages = lengths.languages();
      const sum = (valueOf: (language: string) => number): number =>
        languages.reduce((total, language) => total + valueOf(language), 0);
      return {
        total: sum((language) => lengths.read(language).total),
        matching: queries.map((query) => sum((language) => numbersWith(query, language).size)),
      };
    },
  };
}
