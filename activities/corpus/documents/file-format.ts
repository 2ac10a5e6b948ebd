import { extname } from 'node:path';
import type { FrontMatter } from '../../language/text/front-matter.ts';
import type { OffsetMap } from '../../language/text/offset-map.ts';

export const FILE_FORMATS = ['markdown', 'text', 'html', 'pdf', 'docx', 'picture'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

export const MEDIA_TYPES: Readonly<Record<FileFormat, string>> = {
  markdown: 'text/markdown',
  text: 'text/plain',
  html: 'text/html',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  picture: 'image/*',
};

/** Media type of the stored text of a document in this format. */
export const TEXT_MEDIA_TYPES: Readonly<Record<FileFormat, string>> = {
  ...MEDIA_TYPES,
  pdf: 'text/plain',
  docx: 'text/markdown',
  picture: 'text/plain',
};

const FORMAT_BY_EXTENSION: ReadonlyMap<string, FileFormat> = new Map([
  ...['.md', '.markdown', '.mdown', '.mkd', '.mdx'].map((extension) => [extension, 'markdown'] as const),
  ...['', '.txt', '.text', '.rst', '.adoc', '.asciidoc', '.org', '.log'].map(
    (extension) => [extension, 'text'] as const,
  ),
  ...['.html', '.htm', '.xhtml'].map((extension) => [extension, 'html'] as const),
  ['.pdf', 'pdf'],
  ['.docx', 'docx'],
  ...['.png', '.jpg', '.jpeg', '.tif', '.tiff', '.bmp', '.webp', '.pbm', '.pgm', '.ppm'].map(
    (extension) => [extension, 'picture'] as const,
  ),
]);

/** Unsupported formats that users expect to work, with advice. */
const ADVICE_BY_EXTENSION: Readonly<Record<string, string>> = {
  '.doc': 'old Word format: save it as DOCX or PDF',
  '.dot': 'old Word format: save it as DOCX or PDF',
  '.rtf': 'rich text format: save it as DOCX or PDF',
  '.odt': 'OpenDocument format: save it as DOCX or PDF',
  '.epub': 'e-book format: convert it to HTML or PDF',
};

/**
 * Format by file name; a name without extension (README) is read as text. Undefined: files of this type are not read.
 */
export function fileFormatOf(path: string): FileFormat | undefined {
  return FORMAT_BY_EXTENSION.get(extname(path).toLowerCase());
}

/** Why a file with this name is not read, for the report. */
export function unreadFormatOf(path: string): string {
  return ADVICE_BY_EXTENSION[extname(path).toLowerCase()] ?? 'unsupported file type';
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
  beside: '',
} as const;

/**
 * The words of the original document, and a map to them from the stored text, so that a quote can be traced to them.
 */
export interface TextLayer {
  readonly text: string;
  readonly map: OffsetMap;
}
