import { basename, extname } from 'node:path';
import type { InjectionSignal } from '@plumbline/contracts/evidence/source';
import { detectLanguage, NO_LANGUAGE } from '@plumbline/language/detection';
import { injectionSignalsIn, ordersIn } from '@plumbline/language/injection';
import { frontMatterEnd, readFrontMatter } from '@plumbline/text/front-matter';
import { splitBlocks } from '@plumbline/text/markdown-blocks';
import { ShownPictures } from '../figures/picture-words.ts';
import { openZip } from '../files/bounded-files.ts';
import type { ReadBeside } from '../markup/included-files.ts';
import { FIGURE_FILE, readMarkup } from '../markup/markup-reading.ts';
import type { PdfLayerSource } from '../pdf/pdf-reading.ts';
import { type ScanReading, SCANS_UNREAD } from '../scans/scan-reading.ts';
import { dateInPath, statedDate } from '../text/document-dates.ts';
import { NO_TEXT, UnreadableFileError } from '../text/document-errors.ts';
import { type FileFormat, isForPrograms, joinProblems, NO_PAGES, type ReadText } from '../text/file-format.ts';
import { plainHeading } from '../text/passage-splitting.ts';
import { type DecodedText, decodeText, withLineFeeds } from '../text/text-decoding.ts';

const MARKUP_COMMENT = /<!--[\s\S]*?(?:-->|$)/g;
const GENERATED = /@generated\b|^.{0,20}\bgenerated\b.{0,200}\bdo not (?:edit|modify)\b/im;
const LONG_LINES = /.{1000,}/g;
const MARKUP_TAG = /<\/?[a-z][^<>]*>/gi;

/** A document ready for the index: `text` is what gets stored, and all offsets point into it. */
export interface ReadDocument extends Omit<ReadText, 'beside'> {
  readonly title: string;
  readonly language: string;
  /** What the file is, whatever its name says. */
  readonly format: FileFormat;
  /** Only its path or address tells its date. */
  readonly isDatedByPath: boolean;
  /** Injection signals in the whole file, including what is not part of its text. */
  readonly untrusted: readonly InjectionSignal[];
  /** See `Source`. */
  readonly untrustedBeside: readonly InjectionSignal[];
}

/** How documents are read that can be read in several ways. */
export interface ReadingChoices {
  /** How the text layer of a PDF is got; see `readPdf`. */
  readonly layer?: PdfLayerSource;
  readonly scans?: ScanReading;
  /** Reads files of the document's folder, which it may include or show. */
  readonly beside?: ReadBeside | undefined;
}

/** What of Markdown may name another file that is read with it. */
const NAMES_FILES = new RegExp(`\\{\\{(?:#|[<%] *(?:readfile|include|code(?:new|_sample)))|${FIGURE_FILE.source}`, 'i');

const HEAD_BYTES = 1_024;
/** Formats packed as ZIP files or in the container of old Office documents. */
const PACKED: ReadonlySet<FileFormat> = new Set<FileFormat>(['docx', 'spreadsheet', 'pptx', 'odf', 'epub']);
/** Formats that a page may be saved as by mistake. */
const OF_TEXT: ReadonlySet<FileFormat> = new Set<FileFormat>(['text', 'data']);
/** Folders of Office Open XML. */
const BY_FOLDER: readonly (readonly [string, FileFormat])[] = [
  ['word/', 'docx'],
  ['xl/', 'spreadsheet'],
  ['ppt/', 'pptx'],
];
/** What the part `mimetype` says: OpenDocument and EPUB. */
const BY_MIMETYPE: readonly (readonly [string, FileFormat])[] = [
  ['application/vnd.oasis.opendocument.spreadsheet', 'spreadsheet'],
  ['application/vnd.oasis.opendocument.text', 'odf'],
  ['application/vnd.oasis.opendocument.presentation', 'odf'],
  ['application/epub+zip', 'epub'],
];
/** Names of streams by which a container of old Office documents is told ([MS-CFB] 2.6). */
const UNREAD_STREAMS: readonly (readonly [string, string])[] = [
  ['EncryptedPackage', 'encrypted DOCX, XLSX or PPTX (a password is needed)'],
  ['WordDocument', 'old Word format: save it as DOCX or PDF'],
  ['PowerPoint Document', 'old PowerPoint format: save it as PPTX or PDF'],
  ['__substg1.0_', 'Outlook message: save it as EML or PDF'],
];

/**
 * @param named format by name or media type; the content may be another
 * @param locator path or address; see `ParseRequest`
 * @param charset as stated by the sender, or null
 * @throws {UnreadableFileError} with the reason for the report
 */
export async function readDocument(
  bytes: Uint8Array,
  named: FileFormat,
  locator: string,
  charset: string | null = null,
  choices: ReadingChoices = {},
): Promise<ReadDocument> {
  if (bytes.length === 0) throw new UnreadableFileError('empty file');
  const format = await formatOfContent(bytes, named);
  const { beside, ...document } = await readText(bytes, format, locator, charset, choices);
  if (document.text.trim() === '' && document.undescribed === undefined) throw new UnreadableFileError(NO_TEXT);
  const fileName = basename(locator, extname(locator));
  const title = document.title ?? fileName;
  const language = isForPrograms(format) ? NO_LANGUAGE : detectLanguage(proseOf(document.text));
  const names = [wordsOf(locator), title];
  const hidden = isForPrograms(format) ? [] : unshownParts(document.text);
  const ofPath = document.publishedAt === null ? dateInPath(locator) : null;
  return {
    ...document,
    format,
    publishedAt: document.publishedAt ?? ofPath,
    isDatedByPath: ofPath !== null,
    title,
    language,
    untrusted: injectionSignalsIn(...names, document.text, beside),
    untrustedBeside: signalsBeside([...names, ...besidePage(beside), ...hidden], document.text),
  };
}

/** Only signals that the visible text lacks: a title that repeats a heading hides nothing. */
function signalsBeside(texts: readonly string[], text: string): InjectionSignal[] {
  const orders = texts.flatMap(ordersIn);
  if (orders.length === 0) return [];
  const shown = new Set(ordersIn(text.slice(frontMatterEnd(text)).replace(MARKUP_COMMENT, ' ')));
  return orders.some((order) => !shown.has(order)) ? ['instructions'] : [];
}

/** All words of a page or of a file's properties, shown or hidden; without scripts and style sheets. */
function besidePage(beside: string): string[] {
  // Up to the next one that begins: else, without an end, the page would be searched once for each.
  const page = beside.replace(/<(script|style)\b(?:(?!<(?:script|style)\b)[\s\S])*?<\/\1\s*>/gi, ' ');
  return [...hiddenByMarkup(page), page.replace(MARKUP_COMMENT, ' ').replace(MARKUP_TAG, '\n\n')];
}

/** What Markdown hides from the reader; inside a code block the same is visible. */
function unshownParts(text: string): string[] {
  const frontMatter = text.slice(0, frontMatterEnd(text));
  const prose = splitBlocks(text).reduceRight(
    (rest, { kind, start, end }) => (kind === 'code' ? `${rest.slice(0, start)}${rest.slice(end)}` : rest),
    text,
  );
  return [frontMatter, ...hiddenByMarkup(prose)];
}

/** Comments, and tags with their attributes. */
function hiddenByMarkup(text: string): string[] {
  const tags = text.replace(MARKUP_COMMENT, ' ').match(MARKUP_TAG) ?? [];
  return [...(text.match(MARKUP_COMMENT) ?? []), tags.join('\n\n')];
}

async function readText(
  bytes: Uint8Array,
  format: FileFormat,
  locator: string,
  charset: string | null,
  { layer = 'always', scans = SCANS_UNREAD, beside }: ReadingChoices,
): Promise<ReadText> {
  // Loaded on demand: loading a parser takes longer than reading most Markdown folders.
  const pictures = new ShownPictures(scans, async (picture, languages) =>
    (await import('../pdf/picture-reading.ts')).recogniseFigure(picture, languages),
  );
  switch (format) {
    case 'pdf':
      return (await import('../pdf/pdf-reading.ts')).readPdf(bytes, layer, scans, pictures);
    case 'docx':
      return (await import('../docx/docx-reading.ts')).readDocx(bytes, pictures);
    case 'spreadsheet':
      return (await import('../tables/spreadsheet-reading.ts')).readSpreadsheet(bytes);
    case 'pptx':
      return (await import('../office/pptx-reading.ts')).readPptx(bytes, pictures);
    case 'odf':
      return (await import('../office/odf-reading.ts')).readOdf(bytes, pictures);
    case 'epub':
      return (await import('../office/epub-reading.ts')).readEpub(bytes, pictures);
    case 'mail':
      return (await import('../office/mail-reading.ts')).readMail(bytes);
    case 'picture':
      return (await import('../pdf/picture-reading.ts')).readPicture(bytes, layer, scans);
    case 'asciidoc':
    case 'code':
    case 'csv':
    case 'data':
    case 'figure':
    case 'html':
    case 'markdown':
    case 'rst':
    case 'text':
      return readDecoded(decodeText(bytes, charset), (text) => readWords(text, format, locator, pictures, beside));
  }
}

async function readWords(
  text: string,
  format: FileFormat,
  locator: string,
  pictures: ShownPictures,
  beside?: ReadBeside,
): Promise<ReadText> {
  if (format === 'code' || format === 'data') return readSource(text, format, locator);
  if (format === 'csv') return (await import('../tables/grid-tables.ts')).readSeparatedValues(text);
  if (format === 'figure') {
    const { figureText } = await import('../figures/figure-reading.ts');
    return { ...NO_PAGES, text: figureText(text), title: null, publishedAt: null };
  }
  if (format === 'html') {
    const read = await (await import('../html/html-reading.ts')).readHtml(text, locator);
    if (!FIGURE_FILE.test(read.text)) return read;
    const { leftOut: _, ...shown } = await readMarkup(read.text, format, locator, pictures, beside);
    return { ...read, ...shown, problem: joinProblems([read.problem, shown.problem]) };
  }
  if (format === 'text' || (format === 'markdown' && !NAMES_FILES.test(text))) return readMarkdown(text);
  const { text: written, ...said } = await readMarkup(text, format, locator, pictures, beside);
  return { ...(await readMarkdown(written)), ...said };
}

async function readDecoded(
  { text, problem }: DecodedText,
  read: (text: string) => Promise<ReadText>,
): Promise<ReadText> {
  const document = await read(withLineFeeds(text));
  return { ...document, problem: joinProblems([problem, document.problem]) };
}

/** @throws {UnreadableFileError} for code that a program wrote */
function readSource(text: string, format: FileFormat, locator: string): ReadText {
  if (format === 'code' && GENERATED.test(text.slice(0, 2_000))) throw new UnreadableFileError('generated code');
  const long = (text.match(LONG_LINES) ?? []).reduce((sum, { length }) => sum + length, 0);
  if (format === 'code' && long > text.length / 2) throw new UnreadableFileError('minified code');
  return { ...NO_PAGES, text, title: basename(locator), publishedAt: null };
}

async function readMarkdown(text: string): Promise<ReadText> {
  const { title, publishedAt, ...stated } = await readFrontMatter(text);
  const heading = titleHeading(text);
  return {
    ...NO_PAGES,
    text,
    title: longerTitle(title, heading),
    publishedAt: publishedAt ?? statedDate(text),
    stated,
  };
}

/** The stated title, or the heading if it contains the title and more: "Waste Act (WA)". */
function longerTitle(stated: string | null, heading: string | null): string | null {
  return stated === null || heading?.includes(stated) === true ? heading : stated;
}

/** The first heading of the first level, else one that opens the text and has words: a version or a date names a section. */
function titleHeading(text: string): string | null {
  const start = frontMatterEnd(text);
  const blocks = splitBlocks(text.slice(start, start + 20_000));
  const [opening] = blocks;
  const found = blocks.find((block) => block.kind === 'heading' && block.level === 1) ?? opening;
  if (found?.kind !== 'heading') return null;
  const heading = plainHeading(text.slice(start + found.start, start + found.end));
  return /\p{L}/u.test(heading) ? heading : null;
}

/** File and folder names spell spaces in many ways. */
function wordsOf(locator: string): string {
  return locator.replaceAll(/[-_./+%]+/g, ' ');
}

/** The beginning without code, which is English in documents of any language. */
function proseOf(text: string): string {
  const sample = text.slice(0, 20_000);
  const prose = splitBlocks(sample).filter((block) => block.kind !== 'code');
  return prose.map((block) => sample.slice(block.start, block.end)).join('\n') || sample;
}

/**
 * What a file is by its first bytes; its name or media type counts where they do not tell.
 *
 * @throws {UnreadableFileError} for a known format that is not read
 */
async function formatOfContent(bytes: Uint8Array, named: FileFormat): Promise<FileFormat> {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1');
  if (head.startsWith('%PDF-')) return 'pdf';
  if (head.startsWith('PK\x03\x04')) return packedFormat(bytes, named);
  if (head.startsWith('\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1')) return containedFormat(bytes);
  if (head.trimStart().startsWith('{\\rtf')) throw new UnreadableFileError('rich text: save it as DOCX, ODT or PDF');
  const isPage = /^(?:\xEF\xBB\xBF)?\s*(?:<!doctype html|<html[\s>])/i.test(head);
  if (isPage && (OF_TEXT.has(named) || PACKED.has(named))) return 'html';
  if (named === 'spreadsheet' && !head.startsWith('<?xml') && !head.includes('\0')) return 'csv';
  return named;
}

async function packedFormat(bytes: Uint8Array, named: FileFormat): Promise<FileFormat> {
  const zip = await openZip(bytes, PACKED.has(named) ? named.toUpperCase() : 'ZIP file');
  const mimetype = new TextDecoder().decode(await zip.read('mimetype', HEAD_BYTES)).trim();
  const found =
    BY_MIMETYPE.find(([name]) => mimetype.startsWith(name)) ??
    BY_FOLDER.find(([folder]) => zip.names.some((name) => name.startsWith(folder)));
  if (found !== undefined) return found[1];
  if (PACKED.has(named)) return named;
  throw new UnreadableFileError('archive: unpack it');
}

function containedFormat(bytes: Uint8Array): FileFormat {
  const container = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const unread = UNREAD_STREAMS.find(([stream]) => container.includes(Buffer.from(stream, 'utf16le')));
  if (unread !== undefined) throw new UnreadableFileError(unread[1]);
  return 'spreadsheet';
}
