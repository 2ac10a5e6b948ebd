import type { getDocumentProxy } from 'unpdf';
import { readAnnotations, withAnnotations } from './pdf-annotations.ts';
import { inReadingOrder } from './pdf-reading-order.ts';
import { CELL_GAP, type Piece, type Row, rowOf } from './pdf-rows.ts';

export type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;

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

/** Reads the text layer page by page, so that memory for a page's drawings can be freed. @param range all pages when left out */
export async function readLayer(
  pdf: PdfDocument,
  { first, last }: PageRange = { first: 1, last: pdf.numPages },
): Promise<PdfLayer> {
  const pages: PdfPage[] = [];
  const texts: string[] = [];
  let start = 0;
  let pictures = 0;
  for (let number = first; number <= last; number++) {
    const { text, hasWords, ...page } = await readPage(pdf, number, start);
    texts.push(text);
    const isPicture = !hasWords && (pictures >= ENOUGH_PICTURES || (await isDrawn(pdf, number)));
    if (isPicture) pictures += 1;
    pages.push({ ...page, start, end: start + text.length, isPicture });
    start += text.length + PAGE_SEPARATOR.length;
  }
  return { text: texts.join(PAGE_SEPARATOR), pages };
}

async function readPage(pdf: PdfDocument, number: number, start: number) {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  const [, bottom = 0, , top = 0] = page.view;
  const annotations = readAnnotations(await page.getAnnotations(), bottom);
  page.cleanup();

  const rows: Row[] = [];
  let open: Piece[] = [];
  const closeRow = (): void => {
    const row = rowOf(open);
    if (row !== null) rows.push(row);
    open = [];
  };
  for (const item of items) {
    if (!('str' in item)) continue;
    const [, , c, d, left, y] = item.transform as [number, number, number, number, number, number];
    const text = item.str.toWellFormed();
    open.push({ text, left, right: left + item.width, base: y - bottom, size: Math.hypot(c, d) });
    if (item.hasEOL) closeRow();
  }
  closeRow();
  return {
    ...writeRows(withAnnotations(inReadingOrder(rows), annotations), start),
    height: top - bottom,
    hasWords: rows.length > 0,
  };
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
async function isDrawn(pdf: PdfDocument, number: number): Promise<boolean> {
  const page = await pdf.getPage(number);
  const { fnArray } = await page.getOperatorList();
  page.cleanup();
  return fnArray.some((operator) => IMAGES.has(operator)) || fnArray.filter((one) => one === PATH).length > A_DRAWING;
}

function toLine(row: Row, start: number): PdfLine {
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
