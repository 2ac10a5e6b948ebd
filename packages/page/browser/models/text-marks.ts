/** A stretch of text, marked or not. */
export interface TextPiece {
  readonly text: string;
  /** `quote`: the quoted words; `deciding`: the part that decides. */
  readonly mark: 'none' | 'quote' | 'deciding';
}

/** To the end of its paragraph. */
const FIGURE = /^(Figure \d+ \(.{1,300}?, read by .{1,120}?\)):(?:.|\n(?!\n))*/gm;

interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Cuts a window of a stored text at the marks. All offsets point into the whole text.
 *
 * @param deciding null: the quotation has no part that decides
 */
export function markedPieces(
  window: { readonly text: string; readonly start: number },
  quote: Range,
  deciding: Range | null,
): TextPiece[] {
  const inner = deciding ?? { start: quote.end, end: quote.end };
  const cuts: readonly (readonly [number, number, TextPiece['mark']])[] = [
    [window.start, quote.start, 'none'],
    [quote.start, inner.start, 'quote'],
    [inner.start, inner.end, 'deciding'],
    [inner.end, quote.end, 'quote'],
    [quote.end, window.start + window.text.length, 'none'],
  ];
  return cuts
    .map(([start, end, mark]) => ({ text: sliceOf(window, start, end), mark }))
    .filter(({ text }) => text !== '');
}

/** The figure that a range of a text has a part of: where it begins, and who read its picture. */
export function figureAt({ start, text }: { readonly text: string; readonly start: number }, range: Range) {
  const found = text
    .matchAll(FIGURE)
    .map(({ 0: { length }, 1: label, index }) => ({ label, place: start + index, length }));
  return found.find(({ place, length }) => place < range.end && range.start < place + length);
}

/** The window around a quotation: enough to read what precedes and follows it. */
export function windowAround({ start, end }: Range, margin: number): Range {
  return { start: Math.max(0, start - margin), end: end + margin };
}

function sliceOf({ text, start }: { readonly text: string; readonly start: number }, from: number, to: number): string {
  return text.slice(Math.max(0, from - start), Math.max(0, to - start));
}

/** A stretch of a source's text, as its own marks show it. */
export interface ShownPiece {
  readonly text: string;
  readonly mark: 'none' | 'del' | 'sup' | 'sub';
}

const OWN_MARKS =
  /(?<![~\\])~~(?![~\s])([^~\n]{1,2000}?)(?<!\s)~~(?!~)|<(del|s|strike|sup|sub)(?:\s[^<>]*)?>([^<>]{1,2000})<\/\2\s*>/gi;

/** Cuts a text at what it strikes out, raises and lowers, so that "2<sup>60</sup>" is never read as 260. */
export function shownPieces(text: string): ShownPiece[] {
  const pieces: ShownPiece[] = [];
  let end = 0;
  for (const { 0: whole, 1: struck, 2: name = '', 3: inside = '', index } of text.matchAll(OWN_MARKS)) {
    const mark = /^su[bp]$/i.test(name) ? (name.toLowerCase() as 'sup' | 'sub') : 'del';
    pieces.push({ text: text.slice(end, index), mark: 'none' }, { text: struck ?? inside, mark });
    end = index + whole.length;
  }
  return [...pieces, { text: text.slice(end), mark: 'none' as const }].filter((piece) => piece.text !== '');
}
