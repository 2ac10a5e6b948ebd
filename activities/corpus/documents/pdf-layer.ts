import type { getDocumentProxy } from 'unpdf';

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
  /** Filled form fields and comments, which are not in the layer. */
  readonly notes: number;
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

/** Narrowest gap between two cells, in font sizes. */
const CELL_GAP = 0.8;

/** Pages of pictures that are looked at, which may take long; further pages without text are taken for others. */
const ENOUGH_PICTURES = 3;
/** Operators of pdf.js: those that paint images, and the one for paths. */
const IMAGES: ReadonlySet<number> = new Set([83, 84, 85, 86, 87, 88, 89, 90]);
const PATH = 91;
/** A page with more paths shows something; a frame and a background are fewer. */
const A_DRAWING = 20;

/** A run of words in one font, at the position that pdf.js reports. */
export interface Piece {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly base: number;
  readonly size: number;
}

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
    const { text, ...page } = await readPage(pdf, number, start);
    texts.push(text);
    const isPicture = page.lines.length === 0 && (pictures >= ENOUGH_PICTURES || (await isDrawn(pdf, number)));
    if (isPicture) pictures += 1;
    pages.push({ ...page, start, end: start + text.length, isPicture, recognition: null });
    start += text.length + PAGE_SEPARATOR.length;
  }
  return { text: texts.join(PAGE_SEPARATOR), pages };
}

async function readPage(pdf: PdfDocument, number: number, start: number) {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  const notes = (await page.getAnnotations()).filter(isNote).length;
  const [, bottom = 0, , top = 0] = page.view;
  page.cleanup();

  const lines: PdfLine[] = [];
  let text = '';
  let open: Piece[] = [];
  const closeLine = (): void => {
    const line = toLine(open, start + text.length - open.reduce((sum, piece) => sum + piece.text.length, 0));
    if (line !== null) lines.push(line);
    open = [];
  };
  for (const item of items) {
    if (!('str' in item)) continue;
    const [, , c, d, left, y] = item.transform as [number, number, number, number, number, number];
    const words = item.str.toWellFormed();
    text += words;
    open.push({ text: words, left, right: left + item.width, base: y - bottom, size: Math.hypot(c, d) });
    if (item.hasEOL) {
      closeLine();
      text += '\n';
    }
  }
  closeLine();
  return { text, lines, height: top - bottom, notes };
}

/** Whether a page without text shows anything: an empty one costs nothing to look at. */
export async function isDrawn(pdf: PdfDocument, number: number): Promise<boolean> {
  const page = await pdf.getPage(number);
  const { fnArray } = await page.getOperatorList();
  page.cleanup();
  return fnArray.some((operator) => IMAGES.has(operator)) || fnArray.filter((one) => one === PATH).length > A_DRAWING;
}

/** A form field with a value, or words that somebody put on the page; links and marks have none. */
function isNote({ subtype, fieldType, fieldValue, contentsObj }: Partial<Record<string, unknown>>): boolean {
  if (subtype === 'Widget') {
    const values: unknown[] = Array.isArray(fieldValue) ? fieldValue : [fieldValue];
    return (
      (fieldType === 'Tx' || fieldType === 'Ch') &&
      values.some((value) => typeof value === 'string' && value.trim() !== '')
    );
  }
  const words = typeof contentsObj === 'object' && contentsObj !== null && 'str' in contentsObj ? contentsObj.str : '';
  return subtype !== 'Link' && subtype !== 'Popup' && typeof words === 'string' && words.trim() !== '';
}

export function toLine(pieces: readonly Piece[], start: number): PdfLine | null {
  const visible = pieces.filter((piece) => piece.text.trim() !== '');
  const [first] = visible;
  if (first === undefined) return null;
  // Font of most words: a footnote number or a large initial does not determine the line's.
  const main = visible.reduce((longest, piece) => (piece.text.length > longest.text.length ? piece : longest), first);
  return {
    start,
    end: start + pieces.reduce((sum, piece) => sum + piece.text.length, 0),
    left: Math.min(...visible.map((piece) => piece.left)),
    right: Math.max(...visible.map((piece) => piece.right)),
    base: main.base,
    size: main.size,
    cells: cellsOf(pieces, start, main.size),
    shifts: shiftsOf(pieces, start, main),
  };
}

function shiftsOf(pieces: readonly Piece[], start: number, main: Piece): PdfShift[] {
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
