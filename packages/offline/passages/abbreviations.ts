import { createMemo } from '@plumbline/text/text-memo';

/** A short form and its long form, as a text introduces them: "mean time between failures (MTBF)". */
export interface Abbreviation {
  readonly short: string;
  readonly long: string;
}

const MOST_WORDS = 9;
const LONGEST_SHORT = 10;
// The lookbehind does not change the matches; it limits the attempts to the beginnings of words.
const INTRODUCED = new RegExp(
  `(?<![\\p{L}\\p{N}-])((?:[\\p{L}\\p{N}-]+\\s+){1,${MOST_WORDS}})\\((\\p{Lu}[\\p{L}\\p{N}-]{1,${LONGEST_SHORT - 1}})\\)`,
  'gu',
);
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** Abbreviations that a text introduces in brackets after their long form. */
export function abbreviationsIn(text: string): Abbreviation[] {
  return [...text.matchAll(INTRODUCED)].flatMap(([, words = '', short = '']) => {
    const long = longFormOf(short, words.trim().replace(/\s+/g, ' '));
    return long === undefined ? [] : [{ short, long }];
  });
}

/**
 * Appends the other form of every abbreviation to a statement that uses it: a statement about "MTBF" is about failures,
 * too.
 */
export function createAbbreviationReader(text: string): (statement: string) => string {
  return remember(text, () => makeReader(text));
}

/** The passages of a few answers: each is read for every part of a question. */
const remember = createMemo<(statement: string) => string>(500_000);

function makeReader(text: string): (statement: string) => string {
  const known = abbreviationsIn(text).map(({ short, long }) => ({
    short: { words: short, pattern: wholeWord(short, 'u') },
    long: { words: long, pattern: wholeWord(long, 'iu') },
  }));
  if (known.length === 0) return (statement) => statement;
  return (statement) => {
    const added = known.flatMap(({ short, long }) => {
      const [isShort, isLong] = [short.pattern.test(statement), long.pattern.test(statement)];
      return isShort === isLong ? [] : [isShort ? long.words : short.words];
    });
    return [statement, ...added].join(' ');
  };
}

/**
 * The shortest end of the words that contains the letters of the short form in order, with the first letter at the
 * beginning of a word (Schwartz and Hearst, "A simple algorithm for identifying abbreviation definitions in biomedical
 * text", 2003).
 */
function longFormOf(short: string, words: string): string | undefined {
  let at = words.length;
  for (let index = short.length - 1; index >= 0; index -= 1) {
    const letter = short.charAt(index);
    if (!LETTER_OR_DIGIT.test(letter)) continue;
    do at -= 1;
    while (at >= 0 && !spells(words, at, letter, index === 0));
    if (at < 0) return undefined;
  }
  const long = words.slice(words.lastIndexOf(' ', at) + 1);
  return long.length > short.length ? long : undefined;
}

function spells(words: string, at: number, letter: string, isFirst: boolean): boolean {
  if (words[at]?.toLowerCase() !== letter.toLowerCase()) return false;
  return !isFirst || at === 0 || !LETTER_OR_DIGIT.test(words[at - 1] ?? '');
}

/**
 * Matches the singular or a plural with s.
 *
 * @param words letters, digits, hyphens and spaces, so nothing needs escaping
 */
function wholeWord(words: string, flags: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${words.replaceAll(' ', '\\s+')}s?(?![\\p{L}\\p{N}])`, flags);
}
