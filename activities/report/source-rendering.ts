import type { Source } from '../../workflows/contracts/evidence/evidence.ts';
import type { RegisteredSource } from '../../workflows/contracts/evidence/source-registry.ts';
import type { Citation } from '../../workflows/contracts/report/report.ts';
import { codeSpan, escapeMarkdown } from '../../workflows/domain/markdown-text.ts';
import { isWebAddress } from '../corpus/web-pages/canonical-address.ts';
import { shownQuotation } from '../language/text/readable-text.ts';
import type { ReportPhrases } from './report-phrases.ts';

/** Marks that would end or open emphasis or code inside the bold words. */
const MARKUP = /[*_`]/;
/** Escapes that a text needs only at the start of a line. */
const LINE_START = /^\\(?=[#>~=|+-])|^(\d{1,9})\\(?=[.)])/;

/** `[1] label — detail` for each citation, and below it the quotation. */
export function sourcesByNumber(citations: readonly Citation[], facts: SourceFacts): string[] {
  return citations.map((citation) => {
    const line = joined([nameOf(citation, facts), placeOf(citation, facts), provenanceOf(citation, facts)]);
    return `[${citation.number}] ${line}\n\n> ${quotationIn(citation)}`;
  });
}

/** What could have been cited and was not. */
export function unusedSources(sources: readonly RegisteredSource[], { unused }: ReportPhrases): string[] {
  return sources
    .filter(({ number }) => number === null)
    .map(({ label, detail }) => `[–] ${named(label, detail)} (${unused})`);
}

/** One entry for each document, followed by its cited places, each once. */
export function sourcesByDocument(citations: readonly Citation[], facts: SourceFacts): string[] {
  const documents = Map.groupBy(citations, ({ locator }) => locator);
  return [...documents.values()].map((cited) => {
    const places = Map.groupBy(cited, (citation) => joined([linesOf(citation, facts), placeOf(citation, facts)]));
    const quotes = [...places].flatMap(([place, there]) => [
      ...(place === '' ? [] : [`  ${place}`]),
      ...there.map((citation) => `  > ${quotationIn(citation)}`),
    ]);
    const [name = ''] = cited.map((citation) => joined([documentOf(citation), provenanceOf(citation, facts)]));
    return [`- ${name}`, ...quotes].join('\n\n');
  });
}

/** The quotation with its deciding words in bold, and what is struck out as such. */
function quotationIn({ quote, deciding }: Citation): string {
  const decisive =
    deciding === undefined ? [] : [quote.text.slice(deciding.start - quote.start, deciding.end - quote.start)];
  return markDeciding(shownQuotation(quote.text), decisive.map(shownQuotation));
}

function nameOf(citation: Citation, { detailOf }: SourceFacts): string {
  return named(citation.title, detailOf(citation));
}

function documentOf({ title, locator }: Citation): string {
  return named(title, locator);
}

function named(label: string, detail: string): string {
  return `${escapeMarkdown(label)} — ${isWebAddress(detail) ? linkTo(detail) : codeSpan(detail)}`;
}

/** The lines of a citation below the name of its document. */
function linesOf(citation: Citation, { detailOf, phrases }: SourceFacts): string {
  const lines = detailOf(citation).slice(citation.locator.length + 1);
  return lines === '' ? '' : phrases.lines(lines);
}

/** An autolink (CommonMark 6.5), unless the address contains a character that would end it. */
function linkTo(address: string): string {
  return /^[^\s<>\p{Cc}]+$/u.test(address) ? `<${address}>` : codeSpan(address);
}

function placeOf(citation: Citation, facts: SourceFacts): string {
  return joined(placePartsOf(citation, facts, escapeMarkdown));
}

function provenanceOf(citation: Citation, facts: SourceFacts): string {
  return joined(provenancePartsOf(citation, facts, escapeMarkdown));
}

function joined(parts: readonly string[]): string {
  return parts.filter(Boolean).join(' · ');
}

/** Escapes a text, and sets the first of the given words that it holds in bold unless they are all of it. */
export function markDeciding(text: string, decidingWords: readonly string[]): string {
  const escaped = escapeMarkdown(text);
  const words = decidingWords
    .filter((deciding) => !MARKUP.test(deciding))
    .map((deciding) => escapeMarkdown(deciding).replace(LINE_START, '$1'))
    .find((deciding) => deciding !== '' && escaped.includes(deciding));
  if (words === undefined || words.length === escaped.length) return escaped;
  return escaped.replace(words, () => `**${words}**`);
}

/** When a source is from, and how it is graded. */
export type SourceOrigin = Pick<
  Source,
  'locator' | 'publishedAt' | 'address' | 'retrievedAt' | 'sourceTier' | 'pageLabels'
>;

/** What the list of sources needs besides the citations. */
export interface SourceFacts {
  readonly phrases: ReportPhrases;
  /** Where a source is: path and lines, address, id. */
  readonly detailOf: (citation: Citation) => string;
  readonly sourceOf: (citation: Citation) => SourceOrigin | undefined;
  /** The quote is from a passage below the relevance threshold. */
  readonly isBelowThreshold: (citation: Citation) => boolean;
  /** The quote is from a passage that addresses a program. */
  readonly isUntrusted: (citation: Citation) => boolean;
}

/** Writes foreign text so that it stays text in the format at hand. */
type Escape = (text: string) => string;

/** Page, headings, and warnings of a quotation; some may be empty. */
export function placePartsOf(
  citation: Citation,
  { phrases, sourceOf, isBelowThreshold, isUntrusted }: SourceFacts,
  escape: Escape,
): string[] {
  const { page, headingPath } = citation;
  const label = page === null ? null : printedLabel(page, sourceOf(citation));
  return [
    page === null ? '' : phrases.page(page, label === null ? null : escape(label)),
    headingPath.map(escape).join(' › '),
    isBelowThreshold(citation) ? phrases.belowThreshold : '',
    isUntrusted(citation) ? phrases.untrustedPlace : '',
  ];
}

/** The page number printed on the page, if it differs from the page's position in the file. */
function printedLabel(page: number, source: SourceOrigin | undefined): string | null {
  const label = source?.pageLabels?.[page - 1]?.trim() ?? '';
  return label === '' || label === String(page) ? null : label;
}

/** Address, dates and tier. Only web pages tell when they were fetched, because they may change. */
export function provenancePartsOf(citation: Citation, { phrases, sourceOf }: SourceFacts, escape: Escape): string[] {
  const source = sourceOf(citation);
  if (source === undefined) return [];
  const { locator, publishedAt, address, retrievedAt, sourceTier } = source;
  // Providers and pages supply the dates, so only the ten characters of a date are shown, escaped.
  const dayOf = (date: string): string => escape(date.slice(0, 10));
  return [
    address === undefined ? '' : escape(address),
    publishedAt === null ? '' : phrases.published(dayOf(publishedAt)),
    isWebAddress(locator) && retrievedAt !== '' ? phrases.retrieved(dayOf(retrievedAt)) : '',
    sourceTier === null ? '' : phrases.sourceTier[sourceTier],
  ];
}
