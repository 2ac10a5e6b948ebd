import type { ReadDocument } from './document-reading.ts';
import type { FileFormat } from './file-format.ts';
import type { PassageRange } from './passage-splitting.ts';
import type { LayerPart } from './pdf-layer-parts.ts';
import type { PageRange } from './pdf-layer.ts';

export interface ParseRequest {
  readonly content:
    | { readonly path: string; /** Of the archive at the path. */ readonly member?: string | undefined }
    | { readonly bytes: Uint8Array };
  /** Path or address: names a document without a title; a page's relative links are resolved against it. */
  readonly locator: string;
  readonly format: FileFormat;
  /** Encoding stated by the sender of a page, or null. */
  readonly charset: string | null;
  /** Hash of the indexed content; an unchanged file is not parsed again. */
  readonly knownHash: string | null;
}

export interface ParsedFile {
  readonly kind: 'parsed';
  /** SHA-256 (hex) of the bytes. */
  readonly contentHash: string;
  readonly byteLength: number;
  readonly document: ReadDocument;
  readonly passages: readonly PassageRange[];
}

export interface UnreadableFile {
  readonly kind: 'unreadable';
  readonly reason: string;
}

export type ParseOutcome =
  | ParsedFile
  | { readonly kind: 'unchanged'; readonly contentHash: string; readonly byteLength: number }
  | UnreadableFile;

/** What a parsing process is asked: a file; some pages of a large PDF; a large PDF, given the text layer of its pages. */
export type ParseQuestion =
  | { readonly kind: 'file'; readonly request: ParseRequest }
  | { readonly kind: 'pages'; readonly request: ParseRequest; readonly contentHash: string; readonly pages: PageRange }
  | {
      readonly kind: 'join';
      readonly request: ParseRequest;
      readonly contentHash: string;
      readonly parts: readonly LayerPart[];
    };

export type ParseReply =
  | ParseOutcome
  /** A PDF of so many pages that they are asked for in parts. */
  | { readonly kind: 'large'; readonly contentHash: string; readonly byteLength: number; readonly pages: number }
  | { readonly kind: 'pages'; readonly part: LayerPart };

/** What the process sends back for a question. */
export interface ParseAnswer {
  readonly reply: ParseReply;
  /** Memory that the process uses now. */
  readonly residentBytes: number;
}
