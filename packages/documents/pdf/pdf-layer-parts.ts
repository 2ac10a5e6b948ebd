import {
  PAGE_SEPARATOR,
  type PdfCell,
  type PdfLayer,
  type PdfLine,
  type PdfPage,
  type PdfShift,
  type Recognition,
} from './pdf-layer.ts';

/**
 * The text layer of some successive pages. Its numbers are in one array, because that takes a fifth of the memory of
 * objects, and as little when it is sent to another process.
 */
export interface LayerPart {
  readonly text: string;
  readonly numbers: Float64Array;
}

/** For the confidence of a page whose words were not recognised. */
const UNRECOGNISED = -1;

export function packLayer({ text, pages }: PdfLayer): LayerPart {
  const numbers: number[] = [pages.length];
  for (const { start, end, height, lines, isPicture, isUnchecked, recognition } of pages) {
    numbers.push(start, end, height, Number(isPicture), Number(isUnchecked));
    numbers.push(recognition?.confidence ?? UNRECOGNISED, recognition?.illegible ?? 0, lines.length);
    for (const line of lines) {
      numbers.push(line.start, line.end, line.left, line.right, line.base, line.size);
      numbers.push(line.cells.length, line.shifts.length);
      for (const cell of line.cells) numbers.push(cell.start, cell.end, cell.left, cell.right);
      for (const shift of line.shifts) numbers.push(shift.start, shift.end, Number(shift.isRaised));
    }
  }
  return { text, numbers: Float64Array.from(numbers) };
}

/** What some pages of a PDF hold. */
export interface PagesPart {
  readonly part: LayerPart;
  /** Numbers of the pages that show pictures without text. */
  readonly pictures: readonly number[];
}

/** The text layer of the whole document, as if it had been read at once. @param parts in the order of their pages */
export function joinLayers(parts: readonly LayerPart[]): PdfLayer {
  const pages: PdfPage[] = [];
  let offset = 0;
  for (const { text, numbers } of parts) {
    unpackPages(numbers, offset, pages);
    offset += text.length + PAGE_SEPARATOR.length;
  }
  return { text: parts.map(({ text }) => text).join(PAGE_SEPARATOR), pages };
}

/** @param offset of the part in the text of the document */
function unpackPages(numbers: Float64Array, offset: number, into: PdfPage[]): void {
  let at = 0;
  const next = (): number => numbers[at++] ?? Number.NaN;
  const nextPlace = (): number => next() + offset;
  const cell = (): PdfCell => ({ start: nextPlace(), end: nextPlace(), left: next(), right: next() });
  const shift = (): PdfShift => ({ start: nextPlace(), end: nextPlace(), isRaised: next() === 1 });
  const line = (): PdfLine => {
    const own = { start: nextPlace(), end: nextPlace(), left: next(), right: next(), base: next(), size: next() };
    const [cells, shifts] = [next(), next()];
    return { ...own, cells: repeat(cells, cell), shifts: repeat(shifts, shift) };
  };
  const page = (): PdfPage => ({
    start: nextPlace(),
    end: nextPlace(),
    height: next(),
    isPicture: next() === 1,
    isUnchecked: next() === 1,
    recognition: recognition(next(), next()),
    lines: repeat(next(), line),
  });
  into.push(...repeat(next(), page));
}

function recognition(confidence: number, illegible: number): Recognition | null {
  return confidence === UNRECOGNISED ? null : { confidence, illegible };
}

function repeat<Value>(times: number, read: () => Value): Value[] {
  return Array.from({ length: times }, read);
}
