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
