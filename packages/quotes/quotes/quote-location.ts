import { bareWords } from '@plumbline/contracts/common/bare-words';
import { citationKeyOf } from '@plumbline/contracts/evidence/citation-key';
import { MIN_QUOTE_LENGTH, type Quote } from '@plumbline/contracts/evidence/finding';
import { normaliseText } from '@plumbline/language/normalised-text';
import { sourceOfAll } from '@plumbline/language/word-patterns';
import type { StoredPassage } from '@plumbline/search/corpus-index';
import { withOpenBox } from '@plumbline/text/boxes';
import { unsaidSpans, withoutUnsaid, withUnsaidMarks } from '@plumbline/text/unsaid-words';
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

/** Longer texts are whole passages, not quotations; in characters. */
const MAX_QUOTE_LENGTH = 2_000;

export interface CollectedQuotes {
  readonly quotes: readonly Quote[];
  /** Number of quotations that the passage does not contain, or that are too short or too long. */
  readonly rejected: number;
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly reason: string;
}

/**
 * Locates quotations in a passage and gives them keys; the words kept are always the source's.
 *
 * A quotation of struck or hidden words includes their marks, and one behind an open box includes the box. Merges
 * overlapping spans into one quote, and leaves out the same words at another place. Keys are numbered in the given order.
 *
 * @param minLength in characters; never below `MIN_QUOTE_LENGTH`
 */
export function collectQuotes(
  quotations: readonly { readonly text: string; readonly reason: string }[],
  { passage, source, text }: StoredPassage,
  findingId: string,
  maxQuotes: number,
  minLength: number = MIN_QUOTE_LENGTH,
): CollectedQuotes {
  const shortest = Math.max(minLength, MIN_QUOTE_LENGTH);
  const unsaid = unsaidSpans(text);
  const spans = quotations.flatMap(({ text: quotation, reason }): Span[] => {
    const found = quotation.trim().length < shortest ? null : locateQuote(quotation, text);
    if (found === null) return [];
    const located = withOpenBox(withUnsaidMarks(found, unsaid), text);
    const length = located.end - located.start;
    return length < shortest || length > MAX_QUOTE_LENGTH ? [] : [{ ...located, reason }];
  });
  const merged = spans.reduce<Span[]>(mergeOverlapping, []);
  const wordings = merged.map(({ start, end }) => bareWords(text.slice(start, end)));
  const distinct = merged.filter((_, index) => wordings.indexOf(wordings[index] ?? '') === index);
  const quotes = distinct.slice(0, maxQuotes).map(({ start, end, reason }, index) => ({
    key: citationKeyOf(findingId, index + 1),
    text: text.slice(start, end),
    sourceId: passage.sourceId,
    textHash: source.text.sha256,
    page: passage.page,
    ...(passage.recognised !== undefined && { recognised: passage.recognised }),
    start: passage.start + start,
    end: passage.start + end,
    reason,
  }));
  return { quotes, rejected: quotations.length - spans.length };
}

function mergeOverlapping(spans: readonly Span[], next: Span): Span[] {
  const touching = spans.findIndex(({ start, end }) => next.start < end && start < next.end);
  const other = spans[touching];
  if (other === undefined) return [...spans, next];
  const merged = { ...other, start: Math.min(other.start, next.start), end: Math.max(other.end, next.end) };
  return mergeOverlapping(spans.toSpliced(touching, 1), merged);
}

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
