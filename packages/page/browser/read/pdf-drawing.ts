import { GlobalWorkerOptions, type PDFDocumentProxy, type PDFPageProxy, TextLayer, getDocument } from 'pdfjs-dist';
import { findOnPage, type ItemRange } from '../models/page-words.ts';

const PACKAGE = new URL('./pdfjs-dist/', import.meta.url).href;
GlobalWorkerOptions.workerSrc = `${PACKAGE}legacy/build/pdf.worker.min.mjs`;

/** Sharp on screens with several points to a pixel, without pictures that are larger than can be seen. */
const SHARPEST = 2;

export interface DrawnPage {
  readonly page: number;
  /** Rectangles that were marked; none: the words were not found. */
  readonly marks: number;
}

/** A PDF whose pages can be drawn. */
export interface PdfDocument {
  readonly pageCount: number;
  /**
   * Draws a page into an element, at first as wide as that.
   *
   * @param wanted spellings of the words to mark; the first that is found counts
   */
  draw(page: number, wanted: readonly string[], place: PagePlace, signal: AbortSignal): Promise<DrawnPage>;
  close(): void;
}

/** Where a page is drawn, and how much larger than that. */
interface PagePlace {
  readonly place: HTMLElement;
  readonly zoom: number;
}

export async function openPdf(bytes: ArrayBuffer): Promise<PdfDocument> {
  const loading = getDocument({
    data: new Uint8Array(bytes),
    cMapUrl: `${PACKAGE}cmaps/`,
    standardFontDataUrl: `${PACKAGE}standard_fonts/`,
    iccUrl: `${PACKAGE}iccs/`,
    wasmUrl: `${PACKAGE}wasm/`,
    // The page may run nothing but scripts of this server, and WebAssembly counts as more than that.
    useWasm: false,
  });
  const pdf = await loading.promise;
  return {
    pageCount: pdf.numPages,
    draw: (page, wanted, place, signal) => drawPage(pdf, page, wanted, place, signal),
    close: () => void loading.destroy(),
  };
}

async function drawPage(
  pdf: PDFDocumentProxy,
  number: number,
  wanted: readonly string[],
  { place, zoom }: PagePlace,
  signal: AbortSignal,
): Promise<DrawnPage> {
  const page = await pdf.getPage(Math.min(Math.max(1, number), pdf.numPages));
  const sheet = document.createElement('div');
  sheet.className = 'sheet';
  const { width: natural } = page.getViewport({ scale: 1 });
  const scale = (zoom * place.clientWidth) / natural;
  const { width, height } = page.getViewport({ scale });
  sheet.style.setProperty('--total-scale-factor', String(scale));
  sheet.style.width = `${width}px`;
  sheet.style.height = `${height}px`;
  sheet.append(await pictureOf(page, scale));
  const layer = await layText(page, scale, sheet);
  signal.throwIfAborted();
  // Before marking: what is not in the document has no places.
  place.replaceChildren(sheet);
  const marks = markWords(layer, wanted, sheet);
  const [first] = marks;
  place.scrollTop = first === undefined ? 0 : first.offsetTop - 80;
  place.scrollLeft = first === undefined ? 0 : first.offsetLeft - 40;
  return { page: number, marks: marks.length };
}

async function pictureOf(page: PDFPageProxy, scale: number): Promise<HTMLCanvasElement> {
  const canvas = document.createElement('canvas');
  const viewport = page.getViewport({ scale: scale * Math.min(devicePixelRatio, SHARPEST) });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  // The text lies above it, for those who cannot see the picture.
  canvas.setAttribute('aria-hidden', 'true');
  await page.render({ canvas, viewport }).promise;
  return canvas;
}

async function layText(page: PDFPageProxy, scale: number, sheet: HTMLElement): Promise<TextLayer> {
  const container = document.createElement('div');
  container.className = 'text-layer';
  sheet.append(container);
  const layer = new TextLayer({
    textContentSource: await page.getTextContent(),
    container,
    viewport: page.getViewport({ scale }),
  });
  await layer.render();
  return layer;
}

/** Lays a mark over every line of the words. */
function markWords(layer: TextLayer, wanted: readonly string[], sheet: HTMLElement): HTMLElement[] {
  const ranges = wanted.map((words) => findOnPage(layer.textContentItemsStr, words)).find(({ length }) => length > 0);
  const { left, top } = sheet.getBoundingClientRect();
  const places = (ranges ?? []).flatMap((range) => placesOf(layer.textDivs, range));
  return places.map((place) => {
    const mark = document.createElement('div');
    mark.className = 'pdf-mark';
    mark.style.left = `${place.left - left}px`;
    mark.style.top = `${place.top - top}px`;
    mark.style.width = `${place.width}px`;
    mark.style.height = `${place.height}px`;
    sheet.append(mark);
    return mark;
  });
}

function placesOf(items: readonly HTMLElement[], { item, start, end }: ItemRange): DOMRect[] {
  const text = items[item]?.firstChild ?? null;
  if (text === null) return [];
  const range = document.createRange();
  range.setStart(text, start);
  range.setEnd(text, Math.min(end, text.textContent?.length ?? 0));
  return [...range.getClientRects()];
}
