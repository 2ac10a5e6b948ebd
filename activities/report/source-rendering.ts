import type { Source } from '../../workflows/contracts/evidence.ts';
import type { Citation } from '../../workflows/contracts/report.ts';
import type { RegisteredSource } from '../../workflows/contracts/source-registry.ts';
import { codeSpan, escapeMarkdown } from '../../workflows/domain/markdown-text.ts';
import { isWebAddress } from '../citations/web-address.ts';
import { markDeciding } from './deciding-words.ts';
import type { ReportPhrases } from './report-phrases.ts';

/** When a source is from, and how it is graded. */
export type SourceOrigin = Pick<Source, 'locator' | 'publishedAt' | 'retrievedAt' | 'sourceTier' | 'pageLabels'>;

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

/** One entry for each document, followed by its cited places. */
export function sourcesByDocument(citations: readonly Citation[], facts: SourceFacts): string[] {
  const documents = Map.groupBy(citations, ({ locator }) => locator);
  return [...documents.values()].map((cited) => {
    const quotes = cited.map((citation) => {
      const place = joined([linesOf(citation, facts), placeOf(citation, facts)]);
      const quotation = `> ${quotationIn(citation)}`;
      return place === '' ? `  ${quotation}` : `  ${place}\n\n  ${quotation}`;
    });
    const [name = ''] = cited.map((citation) => joined([documentOf(citation), provenanceOf(citation, facts)]));
    return [`- ${name}`, ...quotes].join('\n\n');
  });
}

/** The quotation with its deciding words in bold. */
function quotationIn({ quote, deciding }: Citation): string {
  return markDeciding(
    quote.text,
    deciding === undefined ? [] : [quote.text.slice(deciding.start - quote.start, deciding.end - quote.start)],
  );
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

function placeOf(citation: Citation, { phrases, sourceOf, isBelowThreshold, isUntrusted }: SourceFacts): string {
  const { page, headingPath } = citation;
  return joined([
    page === null ? '' : phrases.page(page, printedLabel(page, sourceOf(citation))),
    headingPath.map(escapeMarkdown).join(' › '),
    isBelowThreshold(citation) ? phrases.belowThreshold : '',
    isUntrusted(citation) ? phrases.untrustedPlace : '',
  ]);
}

/** The page number printed on the page, if it differs from the page's position in the file. */
function printedLabel(page: number, source: SourceOrigin | undefined): string | null {
  const label = source?.pageLabels?.[page - 1]?.trim() ?? '';
  return label === '' || label === String(page) ? null : escapeMarkdown(label);
}

/** Only web pages have dates: they were fetched during the run and may change. */
function provenanceOf(citation: Citation, { phrases, sourceOf }: SourceFacts): string {
  const source = sourceOf(citation);
  if (source === undefined) return '';
  const { locator, publishedAt, retrievedAt, sourceTier } = source;
  const dates = isWebAddress(locator)
    ? [
        publishedAt === null ? '' : phrases.published(dayOf(publishedAt)),
        retrievedAt === '' ? '' : phrases.retrieved(dayOf(retrievedAt)),
      ]
    : [];
  return joined([...dates, sourceTier === null ? '' : phrases.sourceTier[sourceTier]]);
}

/** Providers and pages supply the dates, so only the ten characters of a date are shown, escaped. */
function dayOf(date: string): string {
  return escapeMarkdown(date.slice(0, 10));
}

function joined(parts: readonly string[]): string {
  return parts.filter(Boolean).join(' · ');
}
