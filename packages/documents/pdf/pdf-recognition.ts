import type { ShownPictures } from '../figures/picture-words.ts';
import { encodeImage, eraseRules, evenOut, FAINT, isEmptyPage } from '../scans/grey-image.ts';
import { recogniserOf, type TextRecogniser } from '../scans/text-recognition.ts';
import { reasonOf } from '../text/document-errors.ts';
import {
  isDrawn,
  type LoosePage,
  PAGE_SEPARATOR,
  type PdfDocument,
  type PdfLayer,
  type PdfLine,
  type PdfPage,
} from './pdf-layer.ts';
import { paintPage } from './pdf-page-image.ts';
import { toPage } from './recognised-lines.ts';

/** Pages on which figures are looked for. */
const MOST_PAGES = 100;

/** Some pages of a PDF by their numbers, counted from 1. */
export interface RecognisedPages {
  readonly numbers: readonly number[];
  /** These pages alone, in the same order. */
  readonly layer: PdfLayer;
}

/** Numbers of the pages that show pictures without text. */
export function picturesIn({ pages }: PdfLayer): number[] {
  return pages.flatMap(({ isPicture }, index) => (isPicture ? [index + 1] : []));
}

/** Reads the words in the images of pages. @param languages see `recogniserOf` */
export async function recognisePages(
  pdf: PdfDocument,
  numbers: readonly number[],
  languages: string,
): Promise<RecognisedPages> {
  const recogniser = await recogniserOf(languages);
  const pages: LoosePage[] = [];
  for (const number of numbers) pages.push(await recognisePage(pdf, number, recogniser));
  return { numbers, layer: toLayer(pages) };
}

/** What is read of the figures on pages with words, as one picture of each page, by its index; damaged ones are counted. */
export async function figuresOf(pdf: PdfDocument, { pages }: PdfLayer, pictures: ShownPictures) {
  const found = new Map<number, string>();
  for (const [index, { lines, recognition }] of pages.slice(0, MOST_PAGES).entries()) {
    if (!pictures.areRead || lines.length === 0 || recognition !== null) continue;
    const page = await pdf.getPage(index + 1);
    const painted = await paintPage(page, true).catch(reasonOf);
    page.cleanup();
    if (typeof painted === 'string') pictures.leaveOut(painted);
    if (painted === null || typeof painted === 'string') continue;
    const words = await pictures.figure(`page ${index + 1}`, '', async () => encodeImage(painted.image));
    if (words !== null) found.set(index, words);
  }
  return found;
}

/** @param isFigure its words stand alone or in boxes, on any ground */
export async function recognisePage(
  pdf: PdfDocument,
  number: number,
  recogniser: TextRecogniser,
  isFigure = false,
): Promise<LoosePage> {
  const page = await pdf.getPage(number);
  const { height } = page.getViewport({ scale: 1 });
  const painted = await paintPage(page);
  page.cleanup();
  if (painted === null) return withoutText(height, await isDrawn(pdf, number));
  const { image, dotsPerInch } = painted;
  if (isFigure) evenOut(image);
  if (isEmptyPage(image)) return withoutText(height, false);
  eraseRules(image, dotsPerInch, isFigure ? FAINT : undefined);
  return toPage(await recogniser.read(encodeImage(image), isFigure), height / image.height, height);
}

/** A page on which no words were found, or none were looked for. */
export function withoutText(height: number, isPicture: boolean): LoosePage {
  return { text: '', page: { start: 0, end: 0, height, lines: [], isPicture, isUnchecked: false, recognition: null } };
}

/** The layer with these pages instead of the pictures that it has there. */
export function replacePages(layer: PdfLayer, recognised: readonly RecognisedPages[]): PdfLayer {
  if (recognised.length === 0) return layer;
  const replaced = new Map(
    recognised.flatMap(({ numbers, layer: { text, pages } }) =>
      pages.map((page, index) => [(numbers[index] ?? 0) - 1, loosen(text, page)] as const),
    ),
  );
  return toLayer(layer.pages.map((own, index) => replaced.get(index) ?? loosen(layer.text, own)));
}

/** One page after the other. */
export function toLayer(loose: readonly LoosePage[]): PdfLayer {
  let start = 0;
  const pages = loose.map(({ text, page }) => {
    const placed = moved(page, start);
    start += text.length + PAGE_SEPARATOR.length;
    return placed;
  });
  return { text: loose.map(({ text }) => text).join(PAGE_SEPARATOR), pages };
}

function loosen(text: string, page: PdfPage): LoosePage {
  return { text: text.slice(page.start, page.end), page: moved(page, -page.start) };
}

function moved(page: PdfPage, by: number): PdfPage {
  const place = <Place extends { readonly start: number; readonly end: number }>(one: Place): Place => ({
    ...one,
    start: one.start + by,
    end: one.end + by,
  });
  const line = (one: PdfLine): PdfLine => ({
    ...place(one),
    cells: one.cells.map(place),
    shifts: one.shifts.map(place),
  });
  return { ...place(page), lines: page.lines.map(line) };
}
