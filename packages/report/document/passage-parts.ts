import { detectLanguage } from '@plumbline/language/detection';
import { splitSentences } from '@plumbline/language/sentences';
import { analyzeTerms, contentTerms, termMatchWeight } from '@plumbline/language/terms';

/** Offsets into a text, `end` exclusive. */
interface Span {
  readonly start: number;
  readonly end: number;
}

interface MarkedPiece {
  readonly text: string;
  /** It is a word that was searched for. */
  readonly isBold: boolean;
}

/** Shown of a passage until its reader wants all of it, in characters: two or three sentences. */
const LONGEST_EXCERPT = 320;

/** A passage with the words marked that were searched for, as every search marks them: in any inflection, never within code. */
export function markWords(text: string, searched: string): MarkedPiece[] {
  const language = detectLanguage(text);
  const stems = contentTerms(searched, language).map(({ stem }) => stem);
  const isSearched = (stem: string) => stems.some((one) => termMatchWeight(one, stem, language) > 0);
  const pieces: MarkedPiece[] = [];
  let end = 0;
  for (const { start, end: endOfWord, stem } of analyzeTerms(text, language)) {
    if (start < end || !isSearched(stem) || isInCode(text, start)) continue;
    if (start > end) pieces.push({ text: text.slice(end, start), isBold: false });
    pieces.push({ text: text.slice(start, endOfWord), isBold: true });
    end = endOfWord;
  }
  if (end < text.length || pieces.length === 0) pieces.push({ text: text.slice(end), isBold: false });
  return pieces;
}

/** Whether code that began before a place has not ended there. */
export function isInCode(text: string, place: number): boolean {
  return (text.slice(0, place).match(/`/g)?.length ?? 0) % 2 === 1;
}

/**
 * The part of a long passage around the words that match best: whole lines, which are rows, entries and lines of code, and of a long
 * paragraph whole sentences.
 *
 * @param matching where the text does not hold these words, its beginning is shown
 * @returns null: the passage is short
 */
export function excerptOf(text: string, matching: string): Span | null {
  if (text.length <= LONGEST_EXCERPT) return null;
  const found = placeOf(text, matching);
  const lines = spansOf(text, /[^\n]+/g);
  const unit = lines.filter((line) => overlaps(line, found)).reduce(union, found);
  if (unit.end - unit.start <= LONGEST_EXCERPT) return widen(unit, lines);
  const sentences = splitSentences(text, detectLanguage(text));
  return widen(sentences.filter((sentence) => overlaps(sentence, found)).reduce(union, found), sentences);
}

/** Words may go on in another line, where a bullet may stand before them. */
function placeOf(text: string, words: string): Span {
  const parts = words
    .trim()
    .split(/\s+/)
    .map((word) => RegExp.escape(word));
  const match = new RegExp(parts.join(String.raw`\s+(?:• )?`), 'u').exec(text);
  return match === null || match[0] === ''
    ? { start: 0, end: 1 }
    : { start: match.index, end: match.index + match[0].length };
}

/** Adds what precedes and what follows by turns, as long as it fits. */
function widen(unit: Span, around: readonly Span[], isBefore = true): Span {
  const previous = around.findLast(({ end }) => end <= unit.start);
  const next = around.find(({ start }) => start >= unit.end);
  const wider = (isBefore ? [previous, next] : [next, previous])
    .flatMap((neighbour) => (neighbour === undefined ? [] : union(unit, neighbour)))
    .find(({ start, end }) => end - start <= LONGEST_EXCERPT);
  return wider === undefined ? unit : widen(wider, around, !isBefore);
}

function spansOf(text: string, pattern: RegExp): Span[] {
  return [...text.matchAll(pattern)].map(({ index, 0: part }) => ({ start: index, end: index + part.length }));
}

function overlaps(first: Span, second: Span): boolean {
  return first.start < second.end && second.start < first.end;
}

function union(first: Span, second: Span): Span {
  return { start: Math.min(first.start, second.start), end: Math.max(first.end, second.end) };
}
