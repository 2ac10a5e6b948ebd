import { getDocumentProxy, getMeta } from 'unpdf';
import { counted } from '../../workflows/contracts/counted.ts';
import { deriveText } from '../text/offset-map.ts';
import { LargePdfError, UnreadableFileError } from './document-errors.ts';
import type { ReadText } from './file-format.ts';
import { isDamaged } from './pdf-damage.ts';
import { type LayerPart, packLayer } from './pdf-layer-parts.ts';
import {
  PAGE_SEPARATOR,
  type PageRange,
  type PdfDocument,
  type PdfLayer,
  type PdfPage,
  readLayer,
} from './pdf-layer.ts';
import { readWriting, runningOn, visibleLines, writeParagraphs } from './pdf-paragraphs.ts';
import { findRunningLines, type RunningLines } from './pdf-running-lines.ts';

// Programs write file names and counters into the title; titles by authors contain spaces.
const WORD = /\p{L}{2}/u;
const PROGRAM_TITLE = /^(?:microsoft (?:word|powerpoint|excel)|powerpoint)\b|\.(?:docx?|pptx?|indd|qxd|pdf|dvi|tex)$/i;
const DAMAGED = 'the text layer is damaged; it needs OCR first';

/** A PDF of more pages is large. */
const MOST_PAGES = 500;
const MOST_LABELS = 100_000;

/** Read here, read here unless the PDF is large, or made of parts that were read before. */
export type PdfLayerSource = 'always' | 'unless large' | (() => PdfLayer);

/** The text layer of some pages. @throws {UnreadableFileError} */
export async function readPdfPages(bytes: Uint8Array, pages: PageRange): Promise<LayerPart> {
  return withPdf(bytes, async (pdf) => packLayer(await readLayer(pdf, pages)));
}

/**
 * Text of a PDF page by page: its text layer without running heads and feet, in paragraphs and Markdown tables. Pages made
 * unreadable by a broken font stay empty, and `problem` names them.
 *
 * @throws {LargePdfError} for a large one that should not be read here
 * @throws {UnreadableFileError}
 */
export function readPdf(bytes: Uint8Array, source: PdfLayerSource = 'always'): Promise<ReadText> {
  return withPdf(bytes, async (pdf) => {
    if (source === 'unless large' && pdf.numPages > MOST_PAGES) throw new LargePdfError(pdf.numPages);
    const layer = typeof source === 'function' ? source() : await readLayer(pdf);
    if (layer.text.trim() === '') throw new UnreadableFileError('PDF without a text layer (a scan needs OCR first)');
    const running = findRunningLines(layer);
    const damaged = findDamagedPages(layer, running);
    if (damaged.size > 0 && damaged.size === layer.pages.filter(({ lines }) => lines.length > 0).length)
      throw new UnreadableFileError(DAMAGED);
    const { info } = await getMeta(pdf);
    return {
      ...writePages(layer, running, damaged),
      title: usefulTitle(info['Title']) ?? usefulTitle(running.head),
      publishedAt: null,
      stated: null,
      pageLabels: usefulLabels(await readLabels(pdf, layer.pages.length)) ?? usefulLabels(running.labels),
      beside: Object.values(info)
        .filter((value) => typeof value === 'string')
        .join('\n\n'),
      problem: problemOf(layer, damaged),
    };
  });
}

async function withPdf<Result>(bytes: Uint8Array, read: (pdf: PdfDocument) => Promise<Result>): Promise<Result> {
  const pdf = await openPdf(bytes);
  try {
    return await read(pdf);
  } catch (error) {
    if (error instanceof UnreadableFileError || error instanceof LargePdfError) throw error;
    throw new UnreadableFileError(`damaged PDF: ${messageOf(error)}`, { cause: error });
  } finally {
    await pdf.loadingTask.destroy();
  }
}

async function openPdf(bytes: Uint8Array): Promise<PdfDocument> {
  try {
    // pdf.js takes ownership of the buffer, so it gets a copy; its warnings are dropped.
    return await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') {
      throw new UnreadableFileError('encrypted PDF (a password is needed)', { cause: error });
    }
    throw new UnreadableFileError(`damaged PDF: ${messageOf(error)}`, { cause: error });
  }
}

function writePages(
  { text, pages }: PdfLayer,
  running: RunningLines,
  damaged: ReadonlySet<number>,
): Pick<ReadText, 'text' | 'pages' | 'textLayer'> {
  const bodies = pages.map(({ lines }, index) => {
    const kept = damaged.has(index) ? [] : lines.filter((line) => !running.lines.has(line));
    return visibleLines(text, kept);
  });
  const writing = readWriting(text, bodies);
  const derivation = deriveText(text);
  const ranges = bodies.map((body, index) => {
    const start = derivation.length();
    const junction = runningOn(writing, body, bodies[index + 1] ?? []);
    writeParagraphs(writing, body, junction?.omitted ?? 0, derivation);
    const end = derivation.length();
    if (index < bodies.length - 1) derivation.insert(junction?.separator ?? PAGE_SEPARATOR);
    return { start, end };
  });
  const derived = derivation.finish();
  return { text: derived.text, pages: ranges, textLayer: { text, map: derived.map } };
}

/** Pages with too few words are judged together. */
function findDamagedPages({ text, pages }: PdfLayer, running: RunningLines): ReadonlySet<number> {
  const bodies = pages.map(({ lines }) =>
    lines
      .filter((line) => !running.lines.has(line))
      .map(({ start, end }) => text.slice(start, end))
      .join('\n'),
  );
  const verdicts = bodies.map(isDamaged);
  const short = bodies.filter((body, index) => verdicts[index] === null && body !== '');
  const areShortDamaged = isDamaged(short.join('\n')) ?? false;
  return new Set(
    bodies.flatMap((body, index) => ((verdicts[index] ?? (body !== '' && areShortDamaged)) ? [index] : [])),
  );
}

/** Null when the labels only repeat the physical page numbers. */
/** Of the pages that were read. pdf.js makes one for each page that the file claims to have. */
async function readLabels(pdf: PdfDocument, pages: number): Promise<readonly string[] | null> {
  if (pdf.numPages > MOST_LABELS) return null;
  return (await pdf.getPageLabels())?.slice(0, pages) ?? null;
}

function usefulLabels(labels: readonly string[] | null): readonly string[] | null {
  return labels?.some((label, index) => label !== '' && label !== String(index + 1)) === true ? labels : null;
}

/** What was not read, and of which pages; null if nothing is missing. */
function problemOf({ pages }: PdfLayer, damaged: ReadonlySet<number>): string | null {
  const where = (isMeant: (page: PdfPage, index: number) => boolean): string =>
    rangesOf(pages.flatMap((page, index) => (isMeant(page, index) ? [index + 1] : [])));
  const notes = pages.reduce((sum, page) => sum + page.notes, 0);
  const problems = [
    [where((_, index) => damaged.has(index)), DAMAGED],
    [where(({ isPicture }) => isPicture), 'no text (a scan needs OCR first)'],
    [
      where((page) => page.notes > 0),
      `${counted(notes, 'form field or comment', 'form fields and comments')} not read`,
    ],
  ] as const;
  return problems.flatMap(([place, problem]) => (place === '' ? [] : [`page ${place}: ${problem}`])).join('; ') || null;
}

/** `1, 3–7` */
function rangesOf(numbers: readonly number[]): string {
  const ranges: { first: number; last: number }[] = [];
  for (const number of numbers) {
    const range = ranges.at(-1);
    if (range?.last === number - 1) range.last = number;
    else ranges.push({ first: number, last: number });
  }
  return ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`)).join(', ');
}

function usefulTitle(title: unknown): string | null {
  if (typeof title !== 'string') return null;
  const trimmed = title.trim();
  const words = trimmed.split(/\s+/u).filter((part) => WORD.test(part));
  return words.length > 1 && !PROGRAM_TITLE.test(trimmed) ? trimmed : null;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
