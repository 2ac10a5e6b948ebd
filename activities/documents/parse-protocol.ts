import type { ReadDocument } from './document-reading.ts';
import type { FileFormat } from './file-format.ts';
import type { PassageRange } from './passage-splitting.ts';

export interface ParseRequest {
  readonly content: { readonly path: string } | { readonly bytes: Uint8Array };
  /** Path or address: names a document without title; relative links of a page start at its address. */
  readonly locator: string;
  readonly format: FileFormat;
  /** Encoding that the sender of a page stated; null when it stated none. */
  readonly charset: string | null;
  /** Hash of the content that is in the index already; the file is not parsed again when it still has it. */
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
  /** Memory that it has taken by now. */
  readonly residentBytes: number;
}
