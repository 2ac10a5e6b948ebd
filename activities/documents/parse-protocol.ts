import type { ReadDocument } from './document-reading.ts';
import type { FileFormat } from './file-format.ts';
import type { PassageRange } from './passage-splitting.ts';

export interface ParseRequest {
  readonly content: { readonly path: string } | { readonly bytes: Uint8Array };
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

export type ParseOutcome =
  | ParsedFile
  | { readonly kind: 'unchanged'; readonly contentHash: string; readonly byteLength: number }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** What the process sends back for a request. */
export interface ParseAnswer {
  readonly outcome: ParseOutcome;
  /** Memory that the process uses now. */
  readonly residentBytes: number;
}
