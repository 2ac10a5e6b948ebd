import type { Source } from '../../workflows/contracts/evidence.ts';
import type { Citation } from '../../workflows/contracts/report.ts';
import { isWebAddress } from '../citations/web-address.ts';
import type { ReportPhrases } from './report-phrases.ts';

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
