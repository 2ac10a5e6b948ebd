import type { Source } from '../../workflows/contracts/evidence.ts';
import type { Citation } from '../../workflows/contracts/report.ts';
import { codeSpan, escapeMarkdown } from '../../workflows/domain/markdown-text.ts';
import { markDeciding } from './deciding-words.ts';
import type { ReportPhrases } from './report-phrases.ts';

/** What the list of sources needs besides the citations. */
export interface SourceFacts {
  readonly phrases: ReportPhrases;
  readonly sourceOf: (citation: Citation) => Source | undefined;
  /** The quote is from a passage below the relevance threshold. */
  readonly isBelowThreshold: (citation: Citation) => boolean;
  /** The quote is from a passage that addresses a program. */
  readonly isUntrusted: (citation: Citation) => boolean;
}

/** Whether a locator is a web page, not a file. */
export function isWebAddress(locator: string): boolean {
  return /^https?:\/\//i.test(locator);
}

/** One entry for each citation, under the reader's number. */
export function sourcesByNumber(citations: readonly Citation[], facts: SourceFacts): string[] {
  return citations.map((citation) => {
    const marker = `${citation.number}. `;
    const line = joined([nameOf(citation), placeOf(citation, facts), provenanceOf(citation, facts)]);
    return `${marker}${line}\n\n${' '.repeat(marker.length)}> ${quotationIn(citation)}`;
  });
}

/** One entry for each document, followed by its cited places. */
export function sourcesByDocument(citations: readonly Citation[], facts: SourceFacts): string[] {
  const documents = Map.groupBy(citations, ({ locator }) => locator);
  return [...documents.values()].map((cited) => {
    const quotes = cited.map((citation) => {
      const place = placeOf(citation, facts);
      const quotation = `> ${quotationIn(citation)}`;
      return place === '' ? `  ${quotation}` : `  ${place}\n\n  ${quotation}`;
    });
    const [name = ''] = cited.map((citation) => joined([nameOf(citation), provenanceOf(citation, facts)]));
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

function nameOf({ title, locator }: Citation): string {
  return `${escapeMarkdown(title)} · ${isWebAddress(locator) ? linkTo(locator) : codeSpan(locator)}`;
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
function printedLabel(page: number, source: Source | undefined): string | null {
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
