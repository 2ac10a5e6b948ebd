import type { Finding, Quote } from '@plumbline/contracts/evidence/finding';
import type { Source } from '@plumbline/contracts/evidence/source';
import type { RegisteredSource } from '@plumbline/contracts/evidence/source-registry';
import { createUntrustedTest } from '@plumbline/contracts/evidence/untrusted-findings';
import type { Citation } from '@plumbline/contracts/report/report';
import { type CitableSource, quotationOf, type QuotedUnits } from '@plumbline/quotes/quotes';
import { isWebAddress } from '@plumbline/web/addresses';
import type { ReportPhrases } from '../wording/english-phrases.ts';

/** Numbers citations as they are used, or knows the numbers that a published report has. */
export interface Citing {
  /** The citations of some keys; unknown keys have none. */
  readonly cite: (keys: readonly string[]) => Citation[];
  readonly citations: () => Citation[];
  /** Where the source of a citation is: path and lines, address, id. */
  readonly detailOf: (citation: Citation) => string;
  readonly entries: () => RegisteredSource[];
}

/**
 * Everything that can be cited, and what was. A key gets its number when it is first cited. The entries are those cited in the
 * order of their numbers, then the others in the order of their registration.
 *
 * @param registered the quotes of the findings, of which none has a number yet
 */
export function createSourceRegistry(
  findings: readonly Finding[],
  units: QuotedUnits,
  registered: readonly CitableSource[],
): Citing {
  const known = new Map(findings.flatMap((finding) => finding.quotes.map((quote) => [quote.key, { finding, quote }])));
  const sources = new Map(registered.map((source) => [source.key, source]));
  const used = new Map<string, Citation>();
  const shownUnits = new Set<string>();

  function citationOf(key: string): Citation[] {
    const entry = known.get(key);
    if (entry === undefined) return [];
    const { title, locator, publishedAt, headingPath, noted, extractedInfo } = entry.finding;
    const { page, reason } = entry.quote;
    // Its own, if its reader would repeat it; else what the reader noted of its passage.
    const quote = { ...entry.quote, reason: reason === '' && noted === true ? extractedInfo : reason };
    const citation = used.get(key) ?? {
      number: used.size + 1,
      title,
      locator,
      ...(publishedAt !== undefined && { publishedAt }),
      page,
      headingPath,
      ...quotationOnce(quote),
    };
    used.set(key, citation);
    return [citation];
  }

  /** A unit is shown once; later quotes from it stand alone. */
  function quotationOnce(quote: Quote): Pick<Citation, 'quote' | 'deciding'> {
    const unit = `${quote.textHash} ${quote.unit?.start} ${quote.unit?.end}`;
    const isShown = shownUnits.has(unit);
    shownUnits.add(unit);
    return quotationOf(quote, isShown ? undefined : units.get(quote.key));
  }

  return {
    cite: (keys) => [...new Set(keys)].flatMap(citationOf),
    citations: () => [...used.values()],
    detailOf: (citation) => shownDetail(sources.get(citation.quote.key), citation) ?? citation.locator,
    entries: () => numbered(registered, used),
  };
}

/** The place covers all that the citation shows: of a list, from its first line to its last. */
function shownDetail(source: CitableSource | undefined, citation: Citation | undefined): string | undefined {
  return (citation?.deciding === undefined ? undefined : source?.unitDetail) ?? source?.detail;
}

function numbered(registered: readonly CitableSource[], used: ReadonlyMap<string, Citation>): RegisteredSource[] {
  const entries = registered.map((source) => {
    const { key, type, label, similarity } = source;
    const citation = used.get(key);
    const detail = shownDetail(source, citation) ?? source.detail;
    return { key, type, label, detail, similarity, number: citation?.number ?? null };
  });
  const cited = entries.filter(({ number }) => number !== null);
  const unused = entries.filter(({ number }) => number === null);
  return [...cited.sort((a, b) => (a.number ?? 0) - (b.number ?? 0)), ...unused];
}

/** Where and when a source is from. */
export type SourceOrigin = Pick<Source, 'locator' | 'publishedAt' | 'address' | 'retrievedAt' | 'pageLabels'>;

export type CitedSource = SourceOrigin & Pick<Source, 'sourceId'>;

/** What the list of sources needs besides the citations. */
export interface SourceFacts {
  readonly phrases: ReportPhrases;
  /** Where a source is: path and lines, address, id. */
  readonly detailOf: (citation: Citation) => string;
  readonly sourceOf: (citation: Citation) => SourceOrigin | undefined;
  /** The quote is from a passage that addresses a program. */
  readonly isUntrusted: (citation: Citation) => boolean;
}

/** Writes foreign text so that it stays text in the format at hand. */
type Escape = (text: string) => string;

/** Page and warning of a quotation; both may be empty. */
export function placePartsOf(
  citation: Citation,
  { phrases, sourceOf, isUntrusted }: SourceFacts,
  escape: Escape,
): string[] {
  const { page } = citation;
  const label = page === null ? null : printedLabel(page, sourceOf(citation));
  return [
    page === null ? '' : phrases.page(page, label === null ? null : escape(label), citation.quote.recognised),
    isUntrusted(citation) ? phrases.untrustedPlace : '',
  ];
}

/** Title and last heading of a document, with its date, and the page if it has pages. */
export function placeOf(
  { title, publishedAt = '', page, headingPath, quote }: Citation,
  phrases: ReportPhrases,
  escape: Escape,
): string {
  const names = [title, publishedAt.slice(0, 10), ...headingPath.filter((heading) => heading !== title)]
    .filter((name) => name !== '')
    .map(escape);
  return [...names, ...(page === null ? [] : [phrases.citedPage(page, quote.recognised)])].join(' · ');
}

export function placesOf(citations: readonly Citation[], phrases: ReportPhrases, escape: Escape): string {
  return citations.map((citation) => placeOf(citation, phrases, escape)).join('; ');
}

/** The page number printed on the page, if it differs from the page's position in the file. */
export function printedLabel(page: number | null, source: Pick<SourceOrigin, 'pageLabels'> | undefined): string | null {
  const label = page === null ? '' : (source?.pageLabels?.[page - 1]?.trim() ?? '');
  return label === '' || label === String(page) ? null : label;
}

/** Address and dates. Only web pages tell when they were fetched, because they may change. */
export function provenancePartsOf(citation: Citation, { phrases, sourceOf }: SourceFacts, escape: Escape): string[] {
  const source = sourceOf(citation);
  if (source === undefined) return [];
  const { locator, publishedAt, address, retrievedAt } = source;
  // Providers and pages supply the dates, so only the ten characters of a date are shown, escaped.
  const dayOf = (date: string): string => escape(date.slice(0, 10));
  return [
    address === undefined ? '' : escape(address),
    publishedAt === null ? '' : phrases.published(dayOf(publishedAt)),
    isWebAddress(locator) && retrievedAt !== '' ? phrases.retrieved(dayOf(retrievedAt)) : '',
  ];
}

/** What is known of the sources of citations. */
export function createSourceFacts(
  findings: readonly Finding[],
  sources: readonly CitedSource[],
): Omit<SourceFacts, 'phrases' | 'detailOf'> {
  const known = new Map(sources.map((source) => [source.sourceId, source]));
  const isUntrusted = createUntrustedTest(findings);
  return {
    sourceOf: ({ quote }) => known.get(quote.sourceId),
    isUntrusted: ({ quote }) => isUntrusted({ citations: [quote.key] }),
  };
}
