import { languageDetector } from '@plumbline/language/detection';
import { deriveText } from '@plumbline/text/offset-map';
import { getDocumentProxy, getMeta } from 'unpdf';
import { ShownPictures } from '../figures/picture-words.ts';
import { type ScanReading, SCANS_UNREAD } from '../scans/scan-reading.ts';
import { LargePdfError, NO_TEXT, reasonOf, UnreadableFileError } from '../text/document-errors.ts';
import { type ReadText, type ScannedPage, isOfProgram } from '../text/file-format.ts';
import { packLayer, type PagesPart } from './pdf-layer-parts.ts';
import {
  PAGE_SEPARATOR,
  type PageRange,
  type PdfDocument,
  type PdfLayer,
  type PdfPage,
  readLayer,
} from './pdf-layer.ts';
import { readWriting, runningOn, visibleLines, writeParagraphs } from './pdf-paragraphs.ts';
import { DAMAGED, problemOf } from './pdf-problems.ts';
import { figuresOf, picturesIn, type RecognisedPages, recognisePages, replacePages } from './pdf-recognition.ts';
import { findRunningLines, type RunningLines } from './pdf-running-lines.ts';
import { mayHideWords } from './pdf-unseen-hints.ts';

/** Minimum length of a judged text, in letters. */
const MIN_LETTERS = 200;
/** Minimum share of letters among the characters of a text page, as opposed to figures or formulas. */
const PROSE_SHARE = 0.75;
/** Minimum number of different letters; tables of marks or gene sequences have fewer. */
const MIN_ALPHABET = 12;
/** Share of undecodable characters from which on a text is unreadable. */
const UNREADABLE_SHARE = 0.3;
/**
 * Mean word length below which words count as broken into pieces. Prose of 30 languages measured 3.1 letters (Welsh) or
 * more; words broken after every second letter 1.9 or less.
 */
const SHORTEST_WORDS = 2.2;
/**
 * How well the best of sixty languages fits (0..1), and how often vowels and consonants alternate inside words. Prose
 * in these languages scored 0.64 or more; in nine languages unknown to the detector 0.28 or more, with an alternation
 * of 0.63 or more. The rule misses 2 in 100 of 781 texts with shifted or exchanged letters.
 */
const UNLIKE_ANY_LANGUAGE = 0.2;
const UNLIKE_MOST_LANGUAGES = 0.4;
const FEW_CHANGES = 0.58;
/** Characters that the detector examines. */
const JUDGED_LENGTH = 1_000;

const ALPHABETIC = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/gu;
const VOWEL = /[aeiouyæøœıаеёиоуыэюяіїєөүαεηιουω]/;
// Replacement characters, private use, and control characters: what a broken font yields instead of letters.
const UNREADABLE = /[\uFFFD\p{Co}\p{Cn}]|(?![\n\r\t])\p{Cc}/gu;

const IMAGE = /\/Subtype\s{0,3}\/Image\b|\bBI\s/;
// Titles by authors contain spaces.
const WORD = /\p{L}{2}/u;

/** A PDF of more pages is large. */
const MOST_PAGES = 500;
const MOST_LABELS = 100_000;

/** Read here, read here unless the PDF is large or shows scans to be read, or made of parts that were read before. */
export type PdfLayerSource = 'always' | 'unless large' | (() => PdfLayer);

/** The text layer of some pages. @throws {UnreadableFileError} */
export async function readPdfPages(bytes: Uint8Array, pages: PageRange): Promise<PagesPart> {
  return withPdf(bytes, async (pdf) => {
    const layer = await readLayer(pdf, false, pages);
    return { part: packLayer(layer), pictures: picturesIn(layer).map((number) => number + pages.first - 1) };
  });
}

/** What some pages show as pictures. @param languages see `recogniserOf` @throws {UnreadableFileError} */
export async function recognisePdfPages(
  bytes: Uint8Array,
  numbers: readonly number[],
  languages: string,
): Promise<RecognisedPages> {
  return withPdf(bytes, (pdf) => recognisePages(pdf, numbers, languages));
}

/**
 * Text of a PDF page by page: its text layer without running heads and feet, in paragraphs and Markdown tables. Pages made
 * unreadable by a broken font stay empty, and `problem` names them.
 *
 * @throws {LargePdfError} for a large one that should not be read here
 * @throws {UnreadableFileError}
 */
export function readPdf(
  bytes: Uint8Array,
  source: PdfLayerSource = 'always',
  scans: ScanReading = SCANS_UNREAD,
  pictures = new ShownPictures(scans),
): Promise<ReadText> {
  return withPdf(bytes, async (pdf) => {
    const layer = await layerOf(pdf, mayHideWords(bytes), source, scans);
    const { running, scanned, ...written } = readPages(layer, scans, await figuresOf(pdf, layer, pictures));
    const { info } = await getMeta(pdf);
    return {
      ...written,
      ...pictures.shown(written.text, written.problem),
      ...((scanned !== undefined || IMAGE.test(Buffer.from(bytes).toString('latin1'))) && { scanned: scanned ?? [] }),
      title: usefulTitle(info['Title']) ?? usefulTitle(running.head),
      publishedAt: null,
      stated: null,
      pageLabels: usefulLabels(await readLabels(pdf, layer.pages.length)) ?? usefulLabels(running.labels),
      beside: Object.values(info)
        .filter((value) => typeof value === 'string')
        .join('\n\n'),
      leftOut: [],
    };
  });
}

/** The parts of a large PDF are read without a look at how they are drawn. */
function uncheckedIf(mayHide: boolean, layer: PdfLayer): PdfLayer {
  return mayHide ? { ...layer, pages: layer.pages.map((page) => ({ ...page, isUnchecked: true })) } : layer;
}

async function layerOf(
  pdf: PdfDocument,
  mayHide: boolean,
  source: PdfLayerSource,
  { languages }: ScanReading,
): Promise<PdfLayer> {
  if (typeof source === 'function') return uncheckedIf(mayHide, source());
  const isInParts = source === 'unless large';
  if (isInParts && pdf.numPages > MOST_PAGES) throw new LargePdfError(pdf.numPages);
  const layer = await readLayer(pdf, mayHide);
  const pictures = picturesIn(layer);
  if (languages === null || pictures.length === 0) return layer;
  if (isInParts) throw new LargePdfError(pdf.numPages);
  return replacePages(layer, [await recognisePages(pdf, pictures, languages)]);
}

/**
 * The text of a layer, and what was not read.
 *
 * @throws {UnreadableFileError} when it has none
 */
export function readPages(
  layer: PdfLayer,
  { unread }: ScanReading,
  figures: ReadonlyMap<number, string> = new Map(),
): Pick<ReadText, 'text' | 'pages' | 'textLayer' | 'problem' | 'scanned'> & { readonly running: RunningLines } {
  const running = findRunningLines(layer);
  const damaged = findDamagedPages(layer, running);
  const problem = problemOf(layer, damaged, unread);
  if (layer.pages.every(({ lines }) => lines.length === 0)) throw new UnreadableFileError(problem ?? NO_TEXT);
  if (damaged.size > 0 && damaged.size === layer.pages.filter(({ lines }) => lines.length > 0).length)
    throw new UnreadableFileError(DAMAGED);
  const scanned = scannedIn(layer);
  return { ...writePages(layer, running, damaged, figures), problem, running, ...(scanned.length > 0 && { scanned }) };
}

function scannedIn({ pages }: PdfLayer): ScannedPage[] {
  return pages.flatMap(({ isPicture, recognition }, index) =>
    isPicture || recognition !== null
      ? [{ page: index + 1, confidence: isPicture ? null : (recognition?.confidence ?? null) }]
      : [],
  );
}

export async function withPdf<Result>(bytes: Uint8Array, read: (pdf: PdfDocument) => Promise<Result>): Promise<Result> {
  const pdf = await openPdf(bytes);
  try {
    return await read(pdf);
  } catch (error) {
    if (error instanceof UnreadableFileError || error instanceof LargePdfError) throw error;
    throw new UnreadableFileError(`damaged PDF: ${reasonOf(error)}`, { cause: error });
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
    throw new UnreadableFileError(`damaged PDF: ${reasonOf(error)}`, { cause: error });
  }
}

function writePages(
  { text, pages }: PdfLayer,
  running: RunningLines,
  damaged: ReadonlySet<number>,
  figures: ReadonlyMap<number, string>,
): Pick<ReadText, 'text' | 'pages' | 'textLayer'> {
  const bodies = pages.map(({ lines }, index) => {
    const kept = damaged.has(index) ? [] : lines.filter((line) => !running.lines.has(line));
    return visibleLines(text, kept);
  });
  const writing = readWriting(text, bodies);
  const derivation = deriveText(text);
  const ranges = bodies.map((body, index) => {
    const start = derivation.length();
    const figure = figures.get(index);
    const runs = isRecognised(pages[index]) === isRecognised(pages[index + 1]) && figure === undefined;
    const junction = runs ? runningOn(writing, body, bodies[index + 1] ?? []) : null;
    writeParagraphs(writing, body, junction?.omitted ?? 0, derivation);
    if (figure !== undefined) derivation.insert(`\n\n${figure}`);
    const end = derivation.length();
    if (index < bodies.length - 1) derivation.insert(junction?.separator ?? PAGE_SEPARATOR);
    return { start, end };
  });
  const derived = derivation.finish();
  return { text: derived.text, pages: ranges, textLayer: { text, map: derived.map } };
}

/** A sentence must not go on from the file's own words to recognised ones: the page where it begins would not tell. */
function isRecognised(page: PdfPage | undefined): boolean {
  return (page?.recognition ?? null) !== null;
}

/** Pages with too few words are judged together. */
function findDamagedPages({ text, pages }: PdfLayer, running: RunningLines): ReadonlySet<number> {
  const bodies = pages.map(({ lines, recognition }) =>
    lines
      .filter((line) => recognition === null && !running.lines.has(line))
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

/** Of the pages that were read. pdf.js makes one for each page that the file claims to have. */
async function readLabels(pdf: PdfDocument, pages: number): Promise<readonly string[] | null> {
  if (pdf.numPages > MOST_LABELS) return null;
  return (await pdf.getPageLabels())?.slice(0, pages) ?? null;
}

/** Null when the labels only repeat the physical page numbers. */
function usefulLabels(labels: readonly string[] | null): readonly string[] | null {
  return labels?.some((label, index) => label !== '' && label !== String(index + 1)) === true ? labels : null;
}

function usefulTitle(title: unknown): string | null {
  if (typeof title !== 'string') return null;
  const trimmed = title.trim();
  const words = trimmed.split(/\s+/u).filter((part) => WORD.test(part));
  return words.length > 1 && !isOfProgram(trimmed) ? trimmed : null;
}

/** Whether a text is unreadable because of a broken font; null when it is too short to tell. */
export function isDamaged(text: string): boolean | null {
  const characters = text.replaceAll(/\s/g, '').length;
  const unreadable = countOf(text, UNREADABLE);
  if (characters >= MIN_LETTERS && unreadable >= characters * UNREADABLE_SHARE) return true;

  const letters = text.match(ALPHABETIC) ?? [];
  const words = text.match(/\p{L}+/gu) ?? [];
  const isProse = letters.length >= (characters - unreadable) * PROSE_SHARE;
  const alphabet = new Set(letters.map((letter) => letter.toLowerCase()));
  if (letters.length < MIN_LETTERS) return null;
  if (!isProse || alphabet.size < MIN_ALPHABET) return false;
  return letters.length / words.length < SHORTEST_WORDS || isUnlikeLanguage(text);
}

function isUnlikeLanguage(text: string): boolean {
  // The detector examines only the beginning, where a heading may use another font.
  const middle = text.slice(Math.max(0, (text.length - JUDGED_LENGTH) / 2));
  const fit = Math.max(0, ...Object.values(languageDetector().detect(middle).getScores()));
  return fit < UNLIKE_ANY_LANGUAGE || (fit < UNLIKE_MOST_LANGUAGES && shareOfChanges(text) < FEW_CHANGES);
}

function shareOfChanges(text: string): number {
  // Decomposes accented letters into letter and mark.
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = (plain.match(/\p{L}+/gu) ?? []).map((word) => Array.from(word, (letter) => VOWEL.test(letter)));
  const changes = words.flatMap((word) => word.slice(1).map((isVowel, index) => isVowel !== word[index]));
  return changes.filter(Boolean).length / Math.max(1, changes.length);
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
