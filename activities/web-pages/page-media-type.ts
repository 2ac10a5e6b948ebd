import { parseMIMEType } from 'undici';
import type { FileFormat } from '../documents/file-format.ts';

/** Readable formats, by media type. */
const FORMATS: ReadonlyMap<string, FileFormat> = new Map([
  ['text/html', 'html'],
  ['application/xhtml+xml', 'html'],
  // The HTML reader drops the tags of any markup language.
  ['application/xml', 'html'],
  ['text/xml', 'html'],
  ['text/plain', 'text'],
  ['text/markdown', 'markdown'],
  ['text/x-markdown', 'markdown'],
  ['application/pdf', 'pdf'],
  ['application/x-pdf', 'pdf'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
]);

/** Sent by servers that do not know the type; the address's extension is more specific. */
const UNKNOWN_TYPES: ReadonlySet<string> = new Set(['', 'application/octet-stream', 'binary/octet-stream']);
const TYPE_BY_ENDING: ReadonlyMap<string, string> = new Map([
  ['pdf', 'application/pdf'],
  ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
]);

export interface PageMediaType {
  /** Lower case, without parameters; empty when the server states none. */
  readonly mediaType: string;
  /** As stated by the server, or null. */
  readonly charset: string | null;
}

/** The media type of an answer, from its header or else its address. */
export function mediaTypeOf(contentType: string | null, url: URL): PageMediaType {
  const parsed = parseMIMEType(contentType ?? '');
  const named = parsed === 'failure' ? '' : parsed.essence.toLowerCase();
  const charset = parsed === 'failure' ? null : (parsed.parameters.get('charset') ?? null);
  const ending = /\.(\w+)$/.exec(url.pathname)?.[1]?.toLowerCase() ?? '';
  const mediaType = UNKNOWN_TYPES.has(named) ? (TYPE_BY_ENDING.get(ending) ?? named) : named;
  return { mediaType, charset };
}

/** The format of a media type; undefined: unreadable. */
export function formatOfMediaType(mediaType: string): FileFormat | undefined {
  return FORMATS.get(mediaType);
}
