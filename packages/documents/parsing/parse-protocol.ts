import type { LayerPart, PagesPart } from '../pdf/pdf-layer-parts.ts';
import type { PageRange } from '../pdf/pdf-layer.ts';
import type { ScanReading } from '../scans/scan-reading.ts';
import type { FileFormat, UndescribedPicture } from '../text/file-format.ts';
import type { PassageRange } from '../text/passage-splitting.ts';
import type { ReadDocument } from './document-reading.ts';

export interface ParseRequest {
  readonly content:
    | {
        readonly path: string;
        /** Real path of the folder that it has to be in. */
        readonly root?: string | undefined;
        readonly refusesHardLinks?: boolean | undefined;
        /** Of the archive at the path. */
        readonly member?: string | undefined;
      }
    | { readonly bytes: Uint8Array };
  /** Path or address: names a document without a title; a page's relative links are resolved against it. */
  readonly locator: string;
  readonly format: FileFormat;
  /** Encoding stated by the sender of a page, or null. */
  readonly charset: string | null;
  /** Absent: scans are not read. */
  readonly scans?: ScanReading;
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
  /** A model failed to describe its pictures: it may be asked again. */
  readonly isUndescribed?: true;
}

export interface UnreadableFile {
  readonly kind: 'unreadable';
  readonly reason: string;
}

export type ParseOutcome =
  | ParsedFile
  | { readonly kind: 'unchanged'; readonly contentHash: string; readonly byteLength: number }
  | UnreadableFile;

/** Pages whose words were recognised, by their numbers. */
export interface RecognisedPart {
  readonly numbers: readonly number[];
  readonly part: LayerPart;
}

/**
 * What a parsing process is asked: a file; some pages of a large PDF; what some pages show as pictures; a large PDF, given
 * the text layer of its pages.
 */
export type ParseQuestion =
  | { readonly kind: 'file'; readonly request: ParseRequest }
  | { readonly kind: 'pages'; readonly request: ParseRequest; readonly contentHash: string; readonly pages: PageRange }
  | {
      readonly kind: 'recognise';
      readonly request: ParseRequest;
      readonly contentHash: string;
      readonly numbers: readonly number[];
      readonly languages: string;
    }
  | {
      readonly kind: 'join';
      readonly request: ParseRequest;
      readonly contentHash: string;
      readonly parts: readonly LayerPart[];
      readonly recognised: readonly RecognisedPart[];
    };

export type ParseReply =
  | ParseOutcome
  /** A PDF of so many pages, or with so many scans, that they are asked for in parts. */
  | { readonly kind: 'large'; readonly contentHash: string; readonly byteLength: number; readonly pages: number }
  /** Pictures that have to be described before the file can be read, and its language. */
  | { readonly kind: 'undescribed'; readonly pictures: readonly UndescribedPicture[]; readonly language: string }
  | ({ readonly kind: 'pages' } & PagesPart)
  | ({ readonly kind: 'recognised' } & RecognisedPart);

/** What the process sends back for a question. */
export interface ParseAnswer {
  readonly reply: ParseReply;
  /** Memory that the process uses now. */
  readonly residentBytes: number;
}
