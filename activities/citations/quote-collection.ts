import { citationKeyOf } from '../../workflows/contracts/citation-key.ts';
import { MIN_QUOTE_LENGTH, type Quote } from '../../workflows/contracts/evidence.ts';
import { bareWords } from '../../workflows/domain/bare-words.ts';
import type { StoredPassage } from '../index/corpus-index.ts';
import { struckSpans, withStruckMarks } from '../text/struck-words.ts';
import { locateQuote } from './quote-location.ts';

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
 * A quotation of struck words includes their marks. Merges overlapping spans into one quote, and leaves out the same words at another place. Keys are numbered in the given
 * order.
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
  const struck = struckSpans(text);
  const spans = quotations.flatMap(({ text: quotation, reason }): Span[] => {
    const found = quotation.trim().length < shortest ? null : locateQuote(quotation, text);
    if (found === null) return [];
    const located = withStruckMarks(found, struck);
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
