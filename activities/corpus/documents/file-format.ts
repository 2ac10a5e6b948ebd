import { extname } from 'node:path';
import type { FrontMatter } from '../../language/text/front-matter.ts';
import type { OffsetMap } from '../../language/text/offset-map.ts';

/** A kind of file that is read. */
interface FormatEntry {
  /** Lower-case endings, separated by spaces. */
  readonly endings: string;
  /** The first one names the format in records. */
  readonly mediaTypes: readonly [string, ...string[]];
  /** Media type of the stored text; that of the file where its own text is stored. */
  readonly stored?: string;
}

const MARKDOWN = 'text/markdown';

const FORMATS = {
  markdown: { endings: '.md .markdown .mdown .mkd .mdx', mediaTypes: [MARKDOWN, 'text/x-markdown'] },
  // Servers that do not know the type, or want the file to be saved, send all but the first; the content tells it.
  text: {
    endings: '.txt .text .rst .adoc .asciidoc .org .log',
    mediaTypes: [
      'text/plain',
      '',
      'application/octet-stream',
      'binary/octet-stream',
      'application/binary',
      'application/unknown',
      'application/x-unknown',
      'unknown/unknown',
      'application/download',
      'application/x-download',
      'application/force-download',
      'application/x-force-download',
    ],
  },
  html: {
    endings: '.html .htm .xhtml',
    // The reader drops the tags of any markup language.
    mediaTypes: ['text/html', 'application/xhtml+xml', 'application/xml', 'text/xml'],
  },
  pdf: { endings: '.pdf', mediaTypes: ['application/pdf', 'application/x-pdf'], stored: 'text/plain' },
  docx: {
    endings: '.docx',
    mediaTypes: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    stored: MARKDOWN,
  },
  spreadsheet: {
    endings: '.xlsx .xlsm .xls .ods',
    mediaTypes: [
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/vnd.ms-excel',
      'application/vnd.ms-excel.sheet.macroenabled.12',
      'application/vnd.oasis.opendocument.spreadsheet',
    ],
    stored: MARKDOWN,
  },
  pptx: {
    endings: '.pptx .pptm .ppsx',
    mediaTypes: ['application/vnd.openxmlformats-officedocument.presentationml.presentation'],
    stored: MARKDOWN,
  },
  odf: {
    endings: '.odt .odp',
    mediaTypes: ['application/vnd.oasis.opendocument.text', 'application/vnd.oasis.opendocument.presentation'],
    stored: MARKDOWN,
  },
  epub: { endings: '.epub', mediaTypes: ['application/epub+zip'], stored: MARKDOWN },
  mail: { endings: '.eml .mbox', mediaTypes: ['message/rfc822', 'application/mbox'], stored: MARKDOWN },
  picture: {
    endings: '.png .jpg .jpeg .tif .tiff .bmp .webp .pbm .pgm .ppm',
    // Pictures of the web are no documents.
    mediaTypes: ['image/*'],
    stored: 'text/plain',
  },
  csv: {
    endings: '.csv .tsv .tab',
    mediaTypes: ['text/csv', 'text/tab-separated-values', 'application/csv'],
    stored: MARKDOWN,
  },
} as const satisfies Record<string, FormatEntry>;

export type FileFormat = keyof typeof FORMATS;

const ENTRIES = Object.entries(FORMATS) as [FileFormat, FormatEntry][];
const FORMAT_BY_ENDING: ReadonlyMap<string, FileFormat> = new Map(
  ENTRIES.flatMap(([format, { endings }]) => endings.split(' ').map((ending) => [ending, format] as const)),
);
const FORMAT_BY_MEDIA_TYPE: ReadonlyMap<string, FileFormat> = new Map(
  ENTRIES.flatMap(([format, { mediaTypes }]) => mediaTypes.map((mediaType) => [mediaType, format] as const)),
);

/** Formats that are not read and that users expect to work, with advice. */
const ADVICE: readonly (readonly [endings: string, advice: string])[] = [
  ['.doc .dot', 'old Word format: save it as DOCX or PDF'],
  ['.ppt .pps', 'old PowerPoint format: save it as PPTX or PDF'],
  ['.xlsb', 'binary Excel format: save it as XLSX'],
  ['.msg', 'Outlook message: save it as EML or PDF'],
  ['.pages .numbers .key', 'Apple format: export it as DOCX, XLSX, PPTX or PDF'],
  ['.mp3 .wav .m4a .ogg .flac .aac', 'audio: needs a transcript'],
  ['.mp4 .mov .avi .mkv .webm .wmv', 'video: needs a transcript'],
  ['.tar .tgz .gz .bz2 .xz .zst .7z .rar', 'packed: unpack it, or pack it as a ZIP file'],
];
const ADVICE_BY_ENDING: ReadonlyMap<string, string> = new Map(
  ADVICE.flatMap(([endings, advice]) => endings.split(' ').map((ending) => [ending, advice] as const)),
);

/**
 * Format by file name; a name without extension (README) is read as text. Undefined: files of this type are not read.
 */
export function fileFormatOf(path: string): FileFormat | undefined {
  const ending = extname(path).toLowerCase();
  return ending === '' ? 'text' : FORMAT_BY_ENDING.get(ending);
}

/** Format by media type, in lower case and without parameters. Undefined: unreadable. */
export function formatOfMediaType(mediaType: string): FileFormat | undefined {
  return FORMAT_BY_MEDIA_TYPE.get(mediaType);
}

export function mediaTypeOf(format: FileFormat): string {
  return FORMATS[format].mediaTypes[0];
}

/** Media type of the stored text of a document in this format. */
export function storedMediaTypeOf(format: FileFormat): string {
  const { stored, mediaTypes }: FormatEntry = FORMATS[format];
  return stored ?? mediaTypes[0];
}

/** Why a file with this name is not read, for the report. */
export function unreadFormatOf(path: string): string {
  return ADVICE_BY_ENDING.get(extname(path).toLowerCase()) ?? 'unsupported file type';
}

/** A page that is a picture of text. */
export interface ScannedPage {
  /** Counted from 1. */
  readonly page: number;
  /** How surely its words were recognised, in percent; null: they were not. */
  readonly confidence: number | null;
}

/** What the reader of one format extracts from the bytes. */
export interface ReadText {
  readonly text: string;
  /** The title that the format itself states; null when it has none worth showing. */
  readonly title: string | null;
  /** ISO 8601, as the document states it. */
  readonly publishedAt: string | null;
  /** What the document says of itself in its front matter; null for formats that have none. */
  readonly stated: Pick<FrontMatter, 'authors' | 'address' | 'description'> | null;
  /** Ranges of the physical pages in the text; null for formats without pages. */
  readonly pages: readonly { readonly start: number; readonly end: number }[] | null;
  /**
   * Printed page numbers by physical page, empty where a page has none; null when they are simply 1, 2, 3 or unknown.
   */
  readonly pageLabels: readonly string[] | null;
  /** The text layer that the text was made from; null where the file's own text is stored. */
  readonly textLayer: TextLayer | null;
  /** Which part of the document could not be read, and why; null when all was read. */
  readonly problem: string | null;
  /** What was left out around the main content of a web page, as of most pages; absent where nothing was. */
  readonly trimmed?: string;
  /** Paragraphs of the document that were not read, as far as the format tells. Never stored. */
  readonly leftOut: readonly string[];
  /** Its pages that are pictures of text; absent where there are none. */
  readonly scanned?: readonly ScannedPage[];
  /** Other text in the file: properties, comments, hidden text. Never stored. */
  readonly beside: string;
}

/** Shared by all formats without pages. */
export const NO_PAGES = {
  stated: null,
  pages: null,
  pageLabels: null,
  textLayer: null,
  problem: null,
  leftOut: [] as readonly string[],
  beside: '',
} as const;

/**
 * The words of the original document, and a map to them from the stored text, so that a quote can be traced to them.
 */
export interface TextLayer {
  readonly text: string;
  readonly map: OffsetMap;
}
