import { normaliseText } from '@plumbline/language/normalised-text';
import { sourceOfAll } from '@plumbline/language/word-patterns';
import { withoutUnsaid } from '@plumbline/text/unsaid-words';
import search from 'approx-string-match';

/** Marks of omitted words at either end, set by the quoting writer, not by the source. */
const OMISSION = /^(?:\s*\[?(?:…|\.{3})\]?)+\s*|(?<!\s|…|\.{3})(?:\s*\[?(?:…|\.{3})\]?)+$/gu;
/** Closing tags after a quotation that ends inside the element. */
const CLOSING_TAGS = /(?:<\/(?:del|s|strike|su[bp])\s*>)+/iy;
const BROKEN_AT_HYPHEN = /(?<=\p{L})([-‐])[ \t]*\r?\n\s*(?=\p{Ll})/gu;
/** Most edits of an approximate match, as a share of the quotation's length. */
const MAX_ERROR_SHARE = 0.05;
// A single edit can turn these into their opposite or another fact.
const DECISIVE = new RegExp(String.raw`\d+|(?<!\p{L})(?:${sourceOfAll(({ decisiveWords }) => decisiveWords)})`, 'giu');

/** Position of a quotation in the stored text. The words are always sliced from the source. */
interface LocatedQuote {
  readonly start: number;
  readonly end: number;
  readonly method: 'exact' | 'normalised' | 'approximate';
}

/**
 * Locates a quotation in a text: exactly, else in normalised spelling, else with at most 5 % edits that touch neither
 * digits nor negations.
 *
 * @param within the only part of the text that is searched
 * @returns null if the text does not contain the quotation
 */
export function locateQuote(
  quotation: string,
  text: string,
  within: { readonly start: number; readonly end: number } = { start: 0, end: text.length },
): LocatedQuote | null {
  const wanted = quotation.trim();
  if (wanted === '') return null;
  const part = text.slice(within.start, within.end);
  const bare = wanted.replace(OMISSION, '');
  const found =
    locateExactly(wanted, part) ??
    locateNormalised(bare, part) ??
    locateHyphenated(bare, part) ??
    locateWithoutUnsaid(bare, part);
  if (found === null) return null;
  const end = found.end + within.start;
  CLOSING_TAGS.lastIndex = end;
  const tags = CLOSING_TAGS.exec(text)?.[0] ?? '';
  return { ...found, start: found.start + within.start, end: Math.min(end + tags.length, within.end) };
}

/** A quotation may break a line at a hyphen that belongs to the word. */
function locateHyphenated(wanted: string, part: string): LocatedQuote | null {
  const unbroken = wanted.replace(BROKEN_AT_HYPHEN, '$1');
  return unbroken === wanted ? null : locateNormalised(unbroken, part);
}

/** A quotation may leave out what is struck out or hidden. */
function locateWithoutUnsaid(wanted: string, part: string): LocatedQuote | null {
  const said = withoutUnsaid(part);
  return said === part ? null : locateNormalised(wanted, said);
}

function locateExactly(wanted: string, part: string): LocatedQuote | null {
  const start = part.indexOf(wanted);
  return start === -1 ? null : { start, end: start + wanted.length, method: 'exact' };
}

function locateNormalised(wanted: string, part: string): LocatedQuote | null {
  const pattern = normaliseText(wanted).text;
  if (pattern === '') return null;
  const { text, starts, ends } = normaliseText(part);

  const toSource = (start: number, end: number, method: LocatedQuote['method']): LocatedQuote | null => {
    const sourceStart = starts[start];
    const sourceEnd = ends[end - 1];
    return sourceStart === undefined || sourceEnd === undefined ? null : { start: sourceStart, end: sourceEnd, method };
  };

  const index = text.indexOf(pattern);
  if (index !== -1) return toSource(index, index + pattern.length, 'normalised');
  const match = closestMatch(pattern, text);
  return match === undefined ? null : toSource(match.start, match.end, 'approximate');
}

function closestMatch(pattern: string, text: string): { start: number; end: number } | undefined {
  const maxErrors = Math.floor(pattern.length * MAX_ERROR_SHARE);
  if (maxErrors === 0) return undefined;
  const wanted = decisiveParts(pattern);
  return search(text, pattern, maxErrors)
    .map((match) => withWholeNumbers(text, match))
    .find((match) => decisiveParts(text.slice(match.start, match.end)) === wanted);
}

/** A match that ends inside a number would hide its other digits from the comparison. */
function withWholeNumbers(text: string, match: { start: number; end: number }): { start: number; end: number } {
  let { start, end } = match;
  while (start > 0 && isDigit(text[start]) && isDigit(text[start - 1])) start -= 1;
  while (end < text.length && isDigit(text[end - 1]) && isDigit(text[end])) end += 1;
  return { start, end };
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && /\d/.test(character);
}

function decisiveParts(text: string): string {
  return (text.match(DECISIVE) ?? []).join(' ').toLowerCase();
}
