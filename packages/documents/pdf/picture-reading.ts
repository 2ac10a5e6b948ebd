import { type ScanReading, unreadPicture } from '../scans/scan-reading.ts';
import { recogniserOf } from '../scans/text-recognition.ts';
import { oneLine } from '../tables/table-text.ts';
import { LargePdfError, UnreadableFileError } from '../text/document-errors.ts';
import { NO_PAGES, type ReadText } from '../text/file-format.ts';
import type { LoosePage, PdfLayer, PdfLine } from './pdf-layer.ts';
import { type PdfLayerSource, readPages, withPdf } from './pdf-reading.ts';
import { recognisePage, type RecognisedPages, toLayer, withoutText } from './pdf-recognition.ts';
import { pageOfPicture } from './picture-page.ts';
import { toPage } from './recognised-lines.ts';

/** Of lines one above the other in a box, in heights of letters. */
const LINE_STEP = 1.45;
/** Any size does: only the proportions of letters and lines count. */
const POINTS_PER_PIXEL = 72 / 300;

/**
 * Text of a picture: a scan, a screenshot. Several in one TIFF are its pages, and read as the pages of a large PDF are.
 *
 * @param source see `readPdf`
 * @throws {LargePdfError} when the pictures should not be read here
 * @throws {UnreadableFileError} when it has no words, or none that are sure
 */
export async function readPicture(bytes: Uint8Array, source: PdfLayerSource, scans: ScanReading): Promise<ReadText> {
  const { languages } = scans;
  if (languages === null) throw new UnreadableFileError(unreadPicture(scans));
  const layer = typeof source === 'function' ? source() : await recogniseAll(bytes, source, languages);
  const { running: _, ...written } = readPages(layer, scans);
  return { ...NO_PAGES, ...written, title: null, publishedAt: null };
}

async function recogniseAll(
  bytes: Uint8Array,
  source: Exclude<PdfLayerSource, () => PdfLayer>,
  languages: string,
): Promise<PdfLayer> {
  const { length } = placesOfPictures(bytes);
  if (source === 'unless large' && length > 1) throw new LargePdfError(length);
  const numbers = Array.from({ length }, (_, index) => index + 1);
  return (await recognisePictures(bytes, numbers, languages)).layer;
}

/** The pages of a picture file before their words are recognised. */
export function pictureLayer(bytes: Uint8Array): PdfLayer {
  return toLayer(placesOfPictures(bytes).map(() => withoutText(1, true)));
}

/** @param numbers of the pictures, counted from 1 @throws {UnreadableFileError} */
export async function recognisePictures(
  bytes: Uint8Array,
  numbers: readonly number[],
  languages: string,
): Promise<RecognisedPages> {
  const places = placesOfPictures(bytes);
  const recogniser = await recogniserOf(languages);
  try {
    const pages: LoosePage[] = [];
    for (const number of numbers) {
      const lines = await recogniser.read(beginningWith(places[number - 1] ?? null, bytes));
      const height = Math.max(1, ...lines.map(({ bottom }) => bottom)) * POINTS_PER_PIXEL;
      pages.push(toPage(lines, POINTS_PER_PIXEL, height));
    }
    return { numbers, layer: toLayer(pages) };
  } catch (error) {
    throw new UnreadableFileError('a damaged picture', { cause: error });
  }
}

/** The words of a picture that a document shows, and how sure they are, in percent. @throws {UnreadableFileError} */
export async function recogniseFigure(bytes: Uint8Array, languages: string) {
  const figure = await pageOfFigure(bytes, languages);
  return { rows: rowsOf(figure), confidence: figure.page.recognition?.confidence ?? 0 };
}

async function pageOfFigure(bytes: Uint8Array, languages: string): Promise<LoosePage> {
  const page = pageOfPicture(bytes);
  const recogniser = await recogniserOf(languages);
  if (page !== null) return withPdf(page, (pdf) => recognisePage(pdf, 1, recogniser, true));
  const lines = await recogniser.read(bytes, true);
  return toPage(lines, POINTS_PER_PIXEL, Math.max(1, ...lines.map(({ bottom }) => bottom)) * POINTS_PER_PIXEL);
}

const TIFF = { entrySize: 12, headerSize: 8 } as const;

/** Where the pictures of a TIFF are described; of other files null, once. */
function placesOfPictures(bytes: Uint8Array): readonly (number | null)[] {
  const view = viewOf(bytes);
  if (view === null) return [null];
  const places: number[] = [];
  for (let place = view.getUint32(4, isLittle(bytes)); place >= TIFF.headerSize && !places.includes(place);) {
    if (place + 2 > bytes.length) break;
    const end = place + 2 + view.getUint16(place, isLittle(bytes)) * TIFF.entrySize;
    if (end + 4 > bytes.length) break;
    places.push(place);
    place = view.getUint32(end, isLittle(bytes));
  }
  return places;
}

/** A TIFF whose first picture is the one at a place: the others are not looked at. */
function beginningWith(place: number | null, bytes: Uint8Array): Uint8Array {
  if (place === null) return bytes;
  const own = new Uint8Array(bytes);
  viewOf(own)?.setUint32(4, place, isLittle(bytes));
  return own;
}

function viewOf(bytes: Uint8Array): DataView | null {
  const mark = Buffer.from(bytes.subarray(0, 4)).toString('latin1');
  const isTiff = bytes.length >= TIFF.headerSize && (mark === 'II*\0' || mark === 'MM\0*');
  return isTiff ? new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) : null;
}

function isLittle([first]: Uint8Array): boolean {
  return first === 'I'.charCodeAt(0);
}

/** The words of each box, and those beside them in the same row. */
function rowsOf({ text, page }: LoosePage): string {
  const boxes: PdfLine[][] = [];
  for (const line of page.lines.toSorted((one, other) => other.base - one.base)) {
    const box = boxes.find((lines) => isNextIn(lines, line));
    if (box === undefined) boxes.push([line]);
    else box.push(line);
  }
  const rows: PdfLine[][][] = [];
  for (const box of boxes.toSorted((one, other) => middleOf(other) - middleOf(one))) {
    const row = rows.at(-1);
    const [first = []] = row ?? [];
    if (row !== undefined && middleOf(first) - middleOf(box) < (box[0]?.size ?? 0) / 2) row.push(box);
    else rows.push([box]);
  }
  const leftOf = (box: readonly PdfLine[]): number => box[0]?.left ?? 0;
  return rows
    .map((row) => row.toSorted((one, other) => leftOf(one) - leftOf(other)))
    .map((row) => row.map((box) => oneLine(box.map(({ start, end }) => text.slice(start, end)).join(' '))).join(' | '))
    .map((row) => `- ${row}`)
    .join('\n');
}

function isNextIn(lines: readonly PdfLine[], { base, size, left, right }: PdfLine): boolean {
  const last = lines.at(-1);
  if (last === undefined || last.base - base > LINE_STEP * Math.max(size, last.size) || last.base - base < size / 2)
    return false;
  return Math.abs(last.left - left) < size || Math.abs(last.left + last.right - left - right) < 2 * size;
}

function middleOf(lines: readonly PdfLine[]): number {
  return ((lines[0]?.base ?? 0) + (lines.at(-1)?.base ?? 0)) / 2;
}
