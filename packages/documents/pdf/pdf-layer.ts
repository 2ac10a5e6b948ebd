import { hiddenMark } from '@plumbline/text/unsaid-words';
import type { getDocumentProxy } from 'unpdf';
import { readAnnotations, withAnnotations } from './pdf-annotations.ts';
import { CELL_GAP, type Piece, type Row, rowOf } from './pdf-geometry.ts';
import { inReadingOrder } from './pdf-reading-order.ts';
import { markUnseen } from './pdf-unseen-words.ts';

export type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;
type PdfPageProxy = Awaited<ReturnType<PdfDocument['getPage']>>;
type TextItems = Awaited<ReturnType<PdfPageProxy['getTextContent']>>['items'];

/** One line of the text layer; offsets point into the layer's text, without the line break. */
export interface PdfLine {
  readonly start: number;
  readonly end: number;
  /** Left and right border, in points. */
  readonly left: number;
  readonly right: number;
  /** Height of the baseline above the lower edge of the page, in points. */
  readonly base: number;
  /** Height of its letters, in points. */
  readonly size: number;
  /** In the order of the layer. */
  readonly cells: readonly PdfCell[];
  /** Its raised and lowered words, which are smaller than the others; in the order of the layer. */
  readonly shifts: readonly PdfShift[];
}

/** Words above or below the line: a power, an index, the mark of a note. */
export interface PdfShift {
  readonly start: number;
  readonly end: number;
  readonly isRaised: boolean;
}

/** Words of a line with a wider gap before and after them than between words. */
export interface PdfCell {
  readonly start: number;
  readonly end: number;
  readonly left: number;
  readonly right: number;
}

export interface PdfPage {
  readonly start: number;
  readonly end: number;
  /** In points. */
  readonly height: number;
  /** In the order of the layer, without empty lines. */
  readonly lines: readonly PdfLine[];
  /** It shows something, but no text: probably a scan. */
  readonly isPicture: boolean;
  /** It may hold words that are not to be seen, for which no one looked. */
  readonly isUnchecked: boolean;
  /** How its words were recognised; null: they are the file's own, or were not looked for. */
  readonly recognition: Recognition | null;
}

/** A page with a text of its own, into which its offsets point. */
export interface LoosePage {
  readonly text: string;
  readonly page: PdfPage;
}

/** How surely the words of a page were recognised in its picture. */
export interface Recognition {
  /** In percent. */
  readonly confidence: number;
  /** Lines that were left out, because hardly a word of them is sure. */
  readonly illegible: number;
}

/** All words of a PDF, page after page. */
export interface PdfLayer {
  readonly text: string;
  readonly pages: readonly PdfPage[];
}

/** Counted from 1, both included. */
export interface PageRange {
  readonly first: number;
  readonly last: number;
}

export const PAGE_SEPARATOR = '\n\n';

/** Pages of pictures that are looked at, which may take long; further pages without text are taken for others. */
const ENOUGH_PICTURES = 3;
/** Smaller letters cannot be read, in points. */
const SMALLEST_LETTERS = 1;
/** Pages on which words are looked for that are not to be seen. */
const MOST_LOOKED_AT = 100;
/** What a font without a map of its characters yields, such as for a ligature; beside a word alone it may be a mark of a list. */
const UNREAD_IN_WORD =
  /(?<=\p{L})[\p{Cc}\p{Co}](?=\p{L})|(?![\t\n\r\uF000-\uF0FF])(?:(?<=\p{L})[\p{Cc}\p{Co}]|[\p{Cc}\p{Co}](?=\p{Ll}))/gu;
/** Operators of pdf.js: those that paint images, and the one for paths. */
const IMAGES: ReadonlySet<number> = new Set([83, 84, 85, 86, 87, 88, 89, 90]);
const PATH = 91;
/** A page with more paths shows something; a frame and a background are fewer. */
const A_DRAWING = 20;

/** Font sizes that differ by less count as equal. */
const SAME_SIZE = 1.15;

/** Shifted words are smaller than this share of the line's letters, and begin so far above or below it. */
const SHIFTED = { size: 0.85, raised: [0.15, 1], lowered: [0.06, 0.6] } as const;

export function isSameSize(first: PdfLine, second: PdfLine): boolean {
  return Math.max(first.size, second.size) <= Math.min(first.size, second.size) * SAME_SIZE;
}

/**
 * Reads the text layer page by page, so that memory for a page's drawings can be freed.
 *
 * @param looks whether to look for words that are not to be seen, on the first hundred pages, which takes as long as reading
 * @param range all pages when left out
 */
export async function readLayer(
  pdf: PdfDocument,
  looks: boolean,
  { first, last }: PageRange = { first: 1, last: pdf.numPages },
): Promise<PdfLayer> {
  const pages: PdfPage[] = [];
  const texts: string[] = [];
  let start = 0;
  let pictures = 0;
  for (let number = first; number <= last; number++) {
    const { text, hasWords, ...page } = await readPage(pdf, number, start, looks);
    texts.push(text);
    const isPicture = !hasWords && (pictures >= ENOUGH_PICTURES || (await isDrawn(pdf, number)));
    if (isPicture) pictures += 1;
    pages.push({ ...page, start, end: start + text.length, isPicture, recognition: null });
    start += text.length + PAGE_SEPARATOR.length;
  }
  return { text: texts.join(PAGE_SEPARATOR), pages };
}

async function readPage(pdf: PdfDocument, number: number, start: number, looks: boolean) {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
  const view = [left, 0, right, top - bottom] as const;
  const pieces = piecesOf(items, bottom);
  const annotations = readAnnotations(await page.getAnnotations(), bottom);
  const isLookedAt = looks && number <= MOST_LOOKED_AT;
  const marked = isLookedAt ? markUnseen(pieces, await page.getOperatorList(), view, bottom) : pieces;
  page.cleanup();
  const rows = rowsOf(marked ?? pieces);
  return {
    ...writeRows(withAnnotations(inReadingOrder(rows), annotations), start),
    height: top - bottom,
    isUnchecked: (looks && !isLookedAt) || marked === null,
    hasWords: rows.length > 0,
  };
}

/** A piece, and the number of its line in the order of drawing. */
interface LinePiece extends Piece {
  readonly line: number;
}

function piecesOf(items: TextItems, bottom: number): LinePiece[] {
  let line = 0;
  return items.flatMap((item) => {
    if (!('str' in item)) return [];
    const [a, b, c, d, left, y] = item.transform as [number, number, number, number, number, number];
    const text = item.str.toWellFormed().replace(UNREAD_IN_WORD, '\uFFFD');
    const isTurned = Math.abs(b) > Math.abs(a) / 10 || a < 0;
    const piece = {
      text,
      left,
      right: left + item.width,
      base: y - bottom,
      size: Math.hypot(c, d),
      isTurned,
      isUnseen: false,
    };
    const own = { ...piece, isUnseen: piece.size < SMALLEST_LETTERS && /[\p{L}\p{N}]/u.test(text), line };
    if (item.hasEOL) line += 1;
    return [own];
  });
}

function rowsOf(pieces: readonly LinePiece[]): Row[] {
  const lines: LinePiece[][] = [];
  for (const piece of pieces) (lines[piece.line] ??= []).push(piece);
  return lines.flatMap((line) => rowOf(line.some(({ isUnseen }) => isUnseen) ? withMarks(line) : line) ?? []);
}

/** The pieces of a line with a mark around those that are not to be seen. */
function withMarks(line: readonly Piece[]): Piece[] {
  const visible = line.filter(({ text }) => text.trim() !== '');
  return line.map((piece) => {
    const at = visible.indexOf(piece);
    if (!piece.isUnseen || at === -1) return piece;
    const part = { opens: visible[at - 1]?.isUnseen !== true, closes: visible[at + 1]?.isUnseen !== true };
    return { ...piece, text: piece.text.replace(piece.text.trim(), (words) => hiddenMark(words, part)) };
  });
}

function writeRows(rows: readonly Row[], start: number): { text: string; lines: PdfLine[] } {
  let end = start;
  const lines = rows.map((row) => {
    const line = toLine(row, end);
    end = line.end + 1;
    return line;
  });
  return { text: rows.map(({ text }) => text).join('\n'), lines };
}

/** Whether a page without text shows anything: an empty one costs nothing to look at. */
export async function isDrawn(pdf: PdfDocument, number: number): Promise<boolean> {
  const page = await pdf.getPage(number);
  const { fnArray } = await page.getOperatorList();
  page.cleanup();
  return fnArray.some((operator) => IMAGES.has(operator)) || fnArray.filter((one) => one === PATH).length > A_DRAWING;
}

export function toLine(row: Row, start: number): PdfLine {
  const { pieces, text, left, right, base, size } = row;
  const cells = cellsOf(pieces, start, size);
  return { start, end: start + text.length, left, right, base, size, cells, shifts: shiftsOf(row, start) };
}

function shiftsOf({ pieces, ...main }: Row, start: number): PdfShift[] {
  const shifts: PdfShift[] = [];
  let end = start;
  for (const { text, base, size } of pieces) {
    const begin = end;
    end += text.length;
    if (text.trim() === '' || size > main.size * SHIFTED.size) continue;
    const height = (base - main.base) / main.size;
    const isRaised = height > 0;
    const [least, most] = isRaised ? SHIFTED.raised : SHIFTED.lowered;
    if (Math.abs(height) < least || Math.abs(height) > most) continue;
    const last = shifts.at(-1);
    if (last?.end === begin && last.isRaised === isRaised) shifts[shifts.length - 1] = { ...last, end };
    else shifts.push({ start: begin, end, isRaised });
  }
  return shifts;
}

function cellsOf(pieces: readonly Piece[], start: number, size: number): PdfCell[] {
  const cells: { start: number; end: number; left: number; right: number }[] = [];
  let end = start;
  for (const { text, left, right } of pieces) {
    const begin = end;
    end += text.length;
    if (text.trim() === '') continue;
    const last = cells.at(-1);
    if (last === undefined || Math.abs(left - last.right) > size * CELL_GAP)
      cells.push({ start: begin, end, left, right });
    else Object.assign(last, { end, right });
  }
  return cells;
}
