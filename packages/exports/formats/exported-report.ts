import { withoutHiddenCharacters } from '@plumbline/language/normalised-text';

/** Characters that XML 1.0 forbids even as references, beside those that are hidden anyway. */
const NO_CHARACTERS = /[\uFFFE\uFFFF]/g;

const FIRST_LETTER = /\p{L}/u;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * A report as every export shows it. Its texts are plain: no markup, no invisible characters. Whatever is in them, a
 * format writes it as text.
 */
export interface ExportedReport {
  readonly researchId: string;
  readonly title: string;
  /** ISO 639-1 code of the fixed words. */
  readonly language: string;
  /** ISO 8601: when it was published, or what a partial report is as of. */
  readonly writtenAt: string;
  /** Says that the report is partial; null: it is complete. */
  readonly partialNotice: string | null;
  readonly blocks: readonly Block[];
  /** By number. */
  readonly citations: readonly ExportedCitation[];
  /** The documents that the citations are from, in the order of their first number. */
  readonly sources: readonly ExportedSource[];
}

export type Block =
  | { readonly kind: 'heading'; readonly level: 2 | 3; readonly text: string }
  | { readonly kind: 'paragraph'; readonly inlines: readonly Inline[] }
  /** Words of a source in another language, as a paragraph of their own. */
  | { readonly kind: 'quotation'; readonly inlines: readonly Inline[] }
  | { readonly kind: 'list'; readonly items: readonly ListItem[] }
  | {
      readonly kind: 'table';
      /** The first heads the names of the rows. */
      readonly head: readonly string[];
      readonly rows: readonly { readonly heading: string; readonly cells: readonly (readonly Inline[])[] }[];
    }
  /** Lines to be copied. */
  | { readonly kind: 'code'; readonly text: string }
  /** Stands where the report lists its citations. */
  | { readonly kind: 'citations' };

export interface ListItem {
  /** Null: its list is not ordered. */
  readonly number: number | null;
  /** With the list below it. */
  readonly blocks: readonly Block[];
}

export type Inline =
  | { readonly kind: 'text'; readonly text: string; readonly style?: 'bold' | 'italic' | 'code' }
  | { readonly kind: 'citation'; readonly number: number };

/** One numbered quotation. */
export interface ExportedCitation {
  readonly number: number;
  readonly title: string;
  /** Where it stands: path with lines or address, page, headings; each part is shown after the other. */
  readonly place: readonly string[];
  /** Dates, tier, warnings. */
  readonly standing: readonly string[];
  /** An http(s) address; null for a file. */
  readonly address: string | null;
  readonly quotation: ExportedQuotation;
}

/**
 * The quoted unit, in three parts of which the middle is what decides; the others are empty where it is all. What the source
 * strikes out is between `~~`, for formats to strike out.
 */
export interface ExportedQuotation {
  readonly before: string;
  readonly deciding: string;
  readonly after: string;
  /** `code` keeps every line and space, `lines` every line; `prose` has one line. */
  readonly layout: 'prose' | 'lines' | 'code';
}

/** A cited document, for lists of literature. */
export interface ExportedSource {
  /** The same in every export of every run, as long as the document keeps its place. */
  readonly id: string;
  readonly type: 'webpage' | 'article' | 'document';
  readonly title: string;
  /** As the document names them; empty: unknown. */
  readonly authors: readonly string[];
  /** Path in its folder; of a web page its address. */
  readonly locator: string;
  readonly address: string | null;
  readonly doi: string | null;
  /** `2026`, `2026-01` or `2026-01-02`; null: unknown. */
  readonly issued: string | null;
  readonly accessed: string | null;
  /** ISO 639-1; null: unknown. */
  readonly language: string | null;
  /** Its citations in the report. */
  readonly numbers: readonly number[];
}

/** What exports are made of. */
export interface ExportMaterial {
  readonly report: ExportedReport;
  /** The report as it is printed. */
  readonly markdown: string;
  /** The record, or what is known of a run under way. */
  readonly json: string;
}

export interface WrittenExport {
  readonly bytes: Uint8Array;
  /** What a reader of the file should know, in English; empty where all is well. */
  readonly notes: readonly string[];
}

/** Writes one format. It executes nothing of what the report says, and asks no network. */
export type WriteExport = (material: ExportMaterial) => WrittenExport | Promise<WrittenExport>;

export function writtenText(text: string): WrittenExport {
  return { bytes: new TextEncoder().encode(text), notes: [] };
}

/** Whether a paragraph begins at the right: as its first letter does (Unicode UAX #9, rule P2). */
export function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(FIRST_LETTER.exec(text)?.[0] ?? '');
}

/** Foreign text as a reader sees it: no control characters, no marks that turn the direction, no half characters. */
export function plainText(text: string): string {
  return withoutHiddenCharacters(text.toWellFormed().replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')).replaceAll(
    NO_CHARACTERS,
    '',
  );
}

/** The same on one line. */
export function plainLine(text: string): string {
  return plainText(text).replaceAll(/\s+/g, ' ').trim();
}
