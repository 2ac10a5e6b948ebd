import { isStopWord } from '@plumbline/language/detection';
import {
  identifierParts,
  isOrdinaryWord,
  stemOf,
  tokensOf,
  wordsOfRun,
  writesCompounds,
} from '@plumbline/language/terms';
import { plainDigits } from '@plumbline/text/powers';

/**
 * What is searched: the words of a passage, their parts, the parts of its headings, and the content words of the nearest
 * heading, or of the title where it has none.
 */
export const SEARCHED_FIELDS = ['words', 'wordParts', 'headingParts', 'heading'] as const;
export type SearchedField = (typeof SEARCHED_FIELDS)[number];

/** A term that counts in one field, so many times as much as a word of the passage; in `heading` by the share of it that is asked for. */
export interface WeightedTerm {
  readonly field: SearchedField;
  readonly term: string;
  readonly weight: number;
}

/**
 * Letters of a part of a word. McNamee and Mayfield, "Character N-Gram Tokenization for European Language Text
 * Retrieval" (Information Retrieval 7, 2004), find four the best length for most languages, German above all: a
 * compound shares parts with its members, and a word with related words ("überschuldet", "Überschuldung").
 */
export const PART_LENGTH = 4;
const DIVIDED = /^\p{L}{4,}$/u;

/** Extra weight of parts of headings, which count as parts of the passage as well. */
const HEADING_WEIGHT = 0.3;
/** Of a heading that a question names entirely: the section called "Counter" is the place to read what a counter is. */
const NAMED_HEADING_WEIGHT = 0.4;

// A question has fewer words; a pasted page must not become thousands of terms.
const MAX_WORDS = 40;
const LONGEST_WORD = 60;

/** Without the letter before a version, and the blank in a section. */
const IDENTIFIER =
  /(?<![\p{L}\p{N}.,])v?(?<number>\d+(?:[.,]\d+)+)|§\s?(?<section>\d+[a-z]?)|(?<![\p{L}\p{M}\p{N}])\p{L}[\p{L}\p{M}\p{N}]*(?:-\p{N}[\p{L}\p{N}]*|_+[\p{L}\p{M}\p{N}]+)+/gu;

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** The searched words of a text, with repetitions: stems without accents, and identifiers. @param language ISO 639-1 code */
export function wordTerms(text: string, language: string): string[] {
  const words = (plainDigits(text.toLowerCase()).match(WORD) ?? [])
    .flatMap((run) => wordsOfRun(run))
    .map(({ text: word }) => withoutAccents(stemOf(word, language)));
  return [...words, ...identifierTerms(text)];
}

/** Of "1.22.0", "V-12", "max_connections" and "§ 4", which are searched as a whole, too: their parts are in many others. */
export function identifierTerms(text: string): string[] {
  const found = plainDigits(text.toLowerCase()).matchAll(IDENTIFIER);
  return [...found].map(({ 0: whole, groups: { number, section } = {} }) =>
    section === undefined ? withoutAccents(number ?? whole) : `§${section}`,
  );
}

/** Whether a word names one thing, so that no other word can stand for it. */
export function isIdentifier(word: string): boolean {
  return identifierTerms(word).length > 0 || identifierParts(word).length > 0;
}

/** The parts of all content words of a text, with repetitions. @param language ISO 639-1 code */
export function partsOf(text: string, language: string): string[] {
  return dividedWords(text, language).flatMap((word) => partsIn(word));
}

/**
 * The content words of a text that are divided, with repetitions, in lower case and without accents: also the words in an
 * identifier. Only languages that write compounds as one word have any. In others such parts hurt the search: too many words share
 * meaningless parts.
 */
export function dividedWords(text: string, language: string): string[] {
  if (!writesCompounds(language)) return [];
  return wordsIn(text)
    .filter((word) => !isStopWord(word.toLowerCase(), language))
    .flatMap((word) => dividedWord(word, language) ?? []);
}

function wordsIn(text: string): readonly string[] {
  if (isOrdinaryWord(text)) return [text];
  return tokensOf(text).flatMap((token) => [token, ...identifierParts(token).map(({ text: part }) => part)]);
}

/** Null for a word that is not divided: it is too short or too long, or contains anything but letters. */
function dividedWord(word: string, language: string): string | null {
  if (!writesCompounds(language) || word.length > LONGEST_WORD || !DIVIDED.test(word)) return null;
  return withoutAccents(word.toLowerCase());
}

/** All runs of four letters in a word, in lower case and without accents; empty for one that is not divided. */
export function wordParts(word: string, language: string): string[] {
  const divided = dividedWord(word, language);
  return divided === null ? [] : partsIn(divided);
}

function partsIn(divided: string): string[] {
  return Array.from({ length: divided.length - PART_LENGTH + 1 }, (_, at) => divided.slice(at, at + PART_LENGTH));
}

/**
 * Terms whose scores add up to the score of a passage: stemmed words, also of the heading, parts of words, and parts of the words
 * in headings. The parts of a word together weigh the square root of their number, so that a long word counts more than a
 * short one, but not in proportion to its length.
 *
 * @param language ISO 639-1 code of the passages
 * @param fields all fields, except to measure what each is worth
 */
export function queryTerms(
  words: readonly string[],
  language: string,
  fields: readonly SearchedField[] = SEARCHED_FIELDS,
): WeightedTerm[] {
  const stems = new Set(words.flatMap((word) => wordTerms(word, language)));
  const whole = [...stems].flatMap((term) => [
    { field: 'words', term, weight: 1 },
    { field: 'heading', term, weight: NAMED_HEADING_WEIGHT },
  ]);
  const divided = [...new Set(words.map((word) => word.toLowerCase()))]
    .map((word) => wordParts(word, language))
    .filter((parts) => parts.length > 0);
  const parts = divided.slice(0, MAX_WORDS).flatMap((ofWord) => {
    const weight = 1 / Math.sqrt(ofWord.length);
    return [...new Set(ofWord)].flatMap((term) => [
      { field: 'wordParts', term, weight },
      { field: 'headingParts', term, weight: HEADING_WEIGHT * weight },
    ]);
  });
  return ([...whole, ...parts] as WeightedTerm[]).filter(({ field }) => fields.includes(field));
}

/** In other scripts marks are vowels, and words without them are others. */
const ACCENTS = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu;

export function withoutAccents(word: string): string {
  // Most words have none, and normalising costs more than looking.
  if (/^[a-z0-9]*$/.test(word)) return word;
  return word.normalize('NFKD').replaceAll(ACCENTS, '$1').normalize('NFC');
}

/** Shorter words have neighbours that are words as well. */
export const SHORTEST = 5;
/** From this length on, two slips leave a word that can be told from others. */
const LONG = 8;
const ONLY_LETTERS = /^\p{L}+$/u;

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
