import { extname } from 'node:path';

export const FILE_FORMATS = ['markdown', 'text', 'html', 'pdf'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

export const MEDIA_TYPES: Readonly<Record<FileFormat, string>> = {
  markdown: 'text/markdown',
  text: 'text/plain',
  html: 'text/html',
  pdf: 'application/pdf',
};

const FORMAT_BY_EXTENSION: ReadonlyMap<string, FileFormat> = new Map([
  ...['.md', '.markdown', '.mdown', '.mkd', '.mdx'].map((extension) => [extension, 'markdown'] as const),
  ...['', '.txt', '.text', '.rst', '.adoc', '.asciidoc', '.org', '.log'].map(
    (extension) => [extension, 'text'] as const,
  ),
  ...['.html', '.htm', '.xhtml'].map((extension) => [extension, 'html'] as const),
  ['.pdf', 'pdf'],
]);

/** Format by file name; a name without extension (README) is read as text. Undefined: not a kind of file that is read. */
export function fileFormatOf(path: string): FileFormat | undefined {
  return FORMAT_BY_EXTENSION.get(extname(path).toLowerCase());
}

/** What a reader gets out of the bytes of one format. */
export interface ReadText {
  readonly text: string;
  /** The format's own title; null when it has none worth showing. */
  readonly title: string | null;
  /** ISO 8601, as the document states it. */
  readonly publishedAt: string | null;
  /** Ranges of the physical pages in the text; null for formats without pages. */
  readonly pages: readonly { readonly start: number; readonly end: number }[] | null;
}
