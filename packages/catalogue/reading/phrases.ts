import { ofAll, sourceOfAll } from '@plumbline/language/word-patterns';

/** Words that rules read messages by, in all languages at once, because people mix them. */
export const BELOW = sourceOfAll(({ filterBelow }) => filterBelow);
export const ABOVE = sourceOfAll(({ filterAbove }) => filterAbove);
export const AT_MOST = `${BELOW}|${sourceOfAll(({ filterAtMost }) => filterAtMost)}`;
export const AT_LEAST = `${ABOVE}|${sourceOfAll(({ filterAtLeast }) => filterAtLeast)}`;
/** An amount behind one of these is no limit. */
export const ABOUT = sourceOfAll(({ filterAbout }) => filterAbout);
export const OR_MORE = String.raw`${sourceOfAll(({ filterOrMore }) => filterOrMore)}|plus|\+`;

/** What comes with one of these is a wish. */
export const WISH = sourceOfAll(({ wishes }) => wishes);
export const NOT = sourceOfAll(({ filterNegators }) => filterNegators);
const MARK = `(?<![\\p{L}\\p{N}])(?:${WISH})(?![\\p{L}\\p{N}])`;
const BORDER = String.raw`[;.!?](?:\s|$)|,(?!\d)|\b(?:${sourceOfAll(({ wishBorders }) => wishBorders)})\b`;
const CLAUSE = String.raw`(?:(?!${BORDER}).){0,300}`;
const LAST = String.raw`${CLAUSE},?\s{0,9}${MARK}(?=\s{0,9}(?:[;.!?,]|$))`;
/** A wish: from its mark to the end of the clause, or the clause before a mark that comes last. */
export const WISHED = new RegExp(`${MARK}${CLAUSE}|(?<=^|${BORDER})${LAST}`, 'gisu');

/** What people say to ask for something; it tells nothing about the thing. */
export const REQUEST = sourceOfAll(({ filterRequests }) => filterRequests);

export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map(
  ofAll(({ countWords }) => countWords?.split(' ').map((words, index) => ({ words, value: index + 1 }))).flatMap(
    ({ words, value }) => words.split('|').map((word) => [word, value] as const),
  ),
);

export const DIGITS = String.raw`\d+(?:[.,]\d+)*`;
/** A number in digits or in words, as one group without a name. */
export const NUMBER = `(?:${DIGITS}|${[...NUMBER_WORDS.keys()].join('|')})`;
/** Between words and the value that they announce. */
export const ARTICLE = `(?:${sourceOfAll(({ filterArticles }) => filterArticles)})`;

/** A pattern for any of the phrases, longest first; never matches without phrases. */
export function anyOf(phrases: readonly string[]): string {
  if (phrases.length === 0) return '(?!)';
  const longest = [...phrases].sort((a, b) => b.length - a.length);
  return longest.map((phrase) => RegExp.escape(phrase).replaceAll(/\\x20| /g, String.raw`\s+`)).join('|');
}

/** Longer phrases with an article do not occur; without this bound long messages would be read again for every word. */
const MAX_PHRASE_LENGTH = 80;

/** Start of the phrase directly before a place in a text, allowing an article between them, or -1. */
export function startOfPhraseBefore(text: string, place: number, pattern: string): number {
  const before = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${pattern})[\s:]+(?:${ARTICLE}\s+)?$`, 'iu');
  const from = Math.max(0, place - MAX_PHRASE_LENGTH);
  const found = text.slice(from, place).search(before);
  return found === -1 ? -1 : from + found;
}
