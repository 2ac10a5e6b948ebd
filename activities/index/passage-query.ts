import { BooleanQuery, type FullTextQuery, MatchQuery, Occur } from '@lancedb/lancedb';
import { writesCompounds } from '../text/terms.ts';

/**
 * Letters of a part of a word. McNamee and Mayfield, "Character N-Gram Tokenization for European Language Text
 * Retrieval" (Information Retrieval 7, 2004), find four the best length for most languages, German above all: a
 * compound shares parts with its members, and a word with related words ("überschuldet", "Überschuldung").
 */
const PART_LENGTH = 4;

/** Extra weight of parts of headings, which count as parts of the passage as well. */
const HEADING_BOOST = 0.3;

// A question has fewer words; a pasted page must not become thousands of clauses.
const MAX_WORDS = 40;
const LONGEST_WORD = 60;

/**
 * All runs of four letters in a word, in lower case, for languages that write compounds as one word. Empty for a
 * shorter word and for one that contains anything but letters. In other languages such parts hurt the search: too many
 * words share meaningless parts.
 */
export function wordParts(word: string, language: string): string[] {
  if (!writesCompounds(language) || word.length > LONGEST_WORD || !/^\p{L}{4,}$/u.test(word)) return [];
  const letters = word.toLowerCase();
  return Array.from({ length: letters.length - PART_LENGTH + 1 }, (_, at) => letters.slice(at, at + PART_LENGTH));
}

/** The searched columns: the words of a passage, their parts, and the parts of its headings. */
export const SEARCHED_COLUMNS = ['words', 'wordParts', 'headingParts'] as const;
export type SearchedColumn = (typeof SEARCHED_COLUMNS)[number];

/**
 * Query for passages that contain the words. The score is the sum of BM25 over stemmed words, over parts of words, and
 * over parts of the words in headings. The parts of a word together weigh the square root of their number, so that a
 * long word counts more than a short one, but not in proportion to its length.
 *
 * @param language ISO 639-1 code of the passages
 * @param columns all columns, except to measure what each is worth
 */
export function passageQuery(
  words: readonly string[],
  language: string,
  columns: readonly SearchedColumn[] = SEARCHED_COLUMNS,
): FullTextQuery {
  const whole = new MatchQuery(words.join(' '), 'words');
  const divided = [...new Set(words.map((word) => word.toLowerCase()))]
    .map((word) => wordParts(word, language))
    .filter((parts) => parts.length > 0);
  const clauses = divided.slice(0, MAX_WORDS).flatMap((parts) => {
    const boost = 1 / Math.sqrt(parts.length);
    return [
      { column: 'wordParts', boost },
      { column: 'headingParts', boost: HEADING_BOOST * boost },
    ]
      .filter(({ column }) => columns.some((searched) => searched === column))
      .map(({ column, boost: weight }) => new MatchQuery(parts.join(' '), column, { boost: weight }));
  });
  return clauses.length === 0 ? whole : new BooleanQuery([whole, ...clauses].map((query) => [Occur.Should, query]));
}
