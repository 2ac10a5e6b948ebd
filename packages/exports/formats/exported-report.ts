import type { Source } from '@plumbline/contracts/evidence/source';
import type { Citation } from '@plumbline/contracts/report/report';
import { withoutHiddenCharacters } from '@plumbline/language/normalised-text';
import { headingOf, placePartsOf, provenancePartsOf, type SourceFacts } from '@plumbline/report/document';
import { shownQuotation } from '@plumbline/text/readable-text';
import { isWebAddress } from '@plumbline/web/addresses';

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
  /** The pictures that the quoted words were read in as `data:` addresses; `label` says who read them. */
  readonly figures?: readonly { readonly label: string; readonly address: string }[] | undefined;
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

const TABLE_OR_CODE = /^[ \t]*(?:\||```|~~~)|^ {4}(?! *$)|\t/m;
const LIST_ENTRY = /\n[ \t]*(?:[-*+•]|\d{1,3}[.)])\s/;

/** What is known of a cited document; a run under way knows no more than its name. */
export type KnownSource = Pick<Source, 'sourceId' | 'language' | 'publishedAt' | 'authors' | 'address' | 'retrievedAt'>;

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

/** The documents behind the citations, in the order of their first number. */
export function exportSources(citations: readonly Citation[], known: readonly KnownSource[]): ExportedSource[] {
  const bySource = Map.groupBy(citations, ({ quote }) => quote.sourceId);
  const facts = new Map(known.map((source) => [source.sourceId, source]));
  return [...bySource].flatMap(([sourceId, [first, ...others]]) =>
    first === undefined ? [] : [toSource(sourceId, [first, ...others], facts.get(sourceId))],
  );
}

function toSource(
  sourceId: string,
  cited: readonly [Citation, ...Citation[]],
  known: KnownSource | undefined,
): ExportedSource {
  const [{ title, locator }] = cited;
  const address = linkableAddress(locator) ?? linkableAddress(known?.address ?? '');
  const doi = doiOf(locator);
  return {
    id: idOf(locator, sourceId),
    type:
      linkableAddress(locator) === null ? 'document' : doi !== null || PREPRINT.test(locator) ? 'article' : 'webpage',
    title: plainLine(title),
    authors: (known?.authors ?? []).map(plainLine),
    locator: plainLine(locator),
    address,
    doi,
    issued: dateOf(known?.publishedAt),
    accessed: dateOf(known?.retrievedAt),
    language: known === undefined || known.language === 'und' ? null : known.language,
    numbers: cited.map(({ number }) => number),
  };
}

const LONGEST_NAME = 30;

/** A name that people recognise, and enough of the source's id that no other has it. */
function idOf(locator: string, sourceId: string): string {
  const name = locator
    .replace(/^https?:\/\/(?:www\.)?/i, '')
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .toLowerCase();
  return [name.slice(0, LONGEST_NAME).replace(/-$/, ''), sourceId.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 8)]
    .filter((part) => part !== '')
    .join('-');
}

/** The registered form is https://doi.org/10.…/… */
function doiOf(locator: string): string | null {
  const found = /^https?:\/\/(?:dx\.)?doi\.org\/(10\.\d{4,9}\/\S+)$/i.exec(locator)?.[1];
  if (found === undefined) return null;
  try {
    return plainLine(decodeURIComponent(found));
  } catch {
    return plainLine(found);
  }
}

const PREPRINT = /^https?:\/\/(?:[a-z]+\.)?(?:arxiv|biorxiv|medrxiv)\.org\//i;

/** Providers and pages supply dates in many forms; only a plain year, month or day is taken. */
function dateOf(date: string | null | undefined): string | null {
  return /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?(?=$|T|\s)/.exec(date ?? '')?.[0] ?? null;
}

/** A citation with everything that a reader is told of it. */
export function exportCitation(citation: Citation, facts: SourceFacts): ExportedCitation {
  const { number, title, locator } = citation;
  const [page = '', ...warnings] = placePartsOf(citation, facts, plainLine);
  return {
    number,
    title: plainLine(title),
    place: filled([plainLine(facts.detailOf(citation)), page, plainLine(headingOf(citation))]),
    standing: filled([...provenancePartsOf(citation, facts, plainLine), ...warnings]),
    address: linkableAddress(locator),
    quotation: quotationOf(citation),
  };
}

/** An address that may become a link; null: a file, or an address that no browser would send as it is. */
function linkableAddress(locator: string): string | null {
  if (!isWebAddress(locator) || !URL.canParse(locator)) return null;
  const { protocol, href } = new URL(locator);
  return protocol === 'http:' || protocol === 'https:' ? href.replaceAll(/["'<>\\^`{|}]/g, encodeURIComponent) : null;
}

/** The unit around the quote, in which the words of the quote are apart. */
function quotationOf({ quote, deciding }: Pick<Citation, 'quote' | 'deciding'>): ExportedQuotation {
  const layout = layoutOf(quote.text);
  const start = deciding === undefined ? 0 : deciding.start - quote.start;
  const end = deciding === undefined ? quote.text.length : deciding.end - quote.start;
  const show = (words: string): string => {
    const text = plainText(shownQuotation(words));
    return layout === 'prose' ? text.replaceAll(/\s+/g, ' ') : text;
  };
  return {
    before: show(quote.text.slice(0, start)).trimStart(),
    deciding: show(quote.text.slice(start, end)),
    after: show(quote.text.slice(end)).trimEnd(),
    layout,
  };
}

/** Where the lines of the source mean something they are kept; lines of prose end where a page happened to end. */
function layoutOf(text: string): ExportedQuotation['layout'] {
  if (!text.trim().includes('\n')) return /^\s*\|.*\|\s*$/.test(text) ? 'code' : 'prose';
  if (TABLE_OR_CODE.test(text)) return 'code';
  return LIST_ENTRY.test(text) ? 'lines' : 'prose';
}

function filled(parts: readonly string[]): string[] {
  return parts.filter((part) => part !== '');
}
