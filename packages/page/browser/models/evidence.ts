import type { AnswerResult } from '@plumbline/contracts/answers/answer';
import type { Finding, Quote } from '@plumbline/contracts/evidence/finding';
import type { Citation } from '@plumbline/contracts/report/report';
import type { ReadCitation, ReadClaim, ReadSource, ReportReading } from '@plumbline/contracts/report/report-reading';
import { claimsOf } from './contents.ts';
import { hashOfCitation } from './route.ts';

/** What a number of a text stands for, wherever it is shown: the quoted words, and where they are from. */
export interface Evidence {
  /** Of this number at this place; in a report also the hash of its address. */
  readonly id: string;
  readonly citation: Citation & Partial<Pick<ReadCitation, 'pageLabel' | 'lines' | 'heading' | 'excerpt'>>;
  /** Null: only the citation is known. */
  readonly source: ReadSource | null;
  /** Where it is cited: by a claim of a report, by an answer, or not yet: a run that is under way has found it. */
  readonly by:
    | { readonly kind: 'claim'; readonly reading: ReportReading; readonly claim: ReadClaim }
    | { readonly kind: 'finding'; readonly researchId: string }
    | { readonly kind: 'document'; readonly folder: string; readonly path: string }
    | { readonly kind: 'answer'; readonly sessionId: string; readonly answerId: string };
}

/** The numbers of a report, in reading order. */
export function evidenceOfReport(reading: ReportReading): Evidence[] {
  const blocks = reading.sections.flatMap(({ groups }) => groups.flatMap((group) => group.blocks));
  return blocks
    .flatMap(claimsOf)
    .flatMap((claim) => claim.citations.flatMap((number) => evidenceOf(reading, claim, number)));
}

/** One number of a claim; none where the report lacks the citation. */
export function evidenceOf(reading: ReportReading, claim: ReadClaim, number: number): Evidence[] {
  const citation = reading.citations.find((candidate) => candidate.number === number);
  if (citation === undefined) return [];
  const source = reading.sources.find(({ sourceId }) => sourceId === citation.quote.sourceId) ?? null;
  return [
    {
      id: hashOfCitation({ claim: claim.number, citation: number }),
      citation,
      source,
      by: { kind: 'claim', reading, claim },
    },
  ];
}

/** The numbers of an answer, in order. Only its list of sources knows the lines. */
export function evidenceOfAnswer({ sessionId, answerId, citations, sources }: AnswerResult): Evidence[] {
  return citations.map((citation) => {
    const detail = sources.find(({ key }) => key === citation.quote.key)?.detail ?? '';
    const [, first, last = first] = /:(\d+)(?:[-–](\d+))?$/.exec(detail) ?? [];
    const lines = first === undefined ? null : first === last ? first : `${first}–${last}`;
    return {
      id: `${answerId} ${citation.number}`,
      citation: { ...citation, lines },
      source: null,
      by: { kind: 'answer', sessionId, answerId },
    };
  });
}

/** The quotations of a finding. A number is given by what cites them, and nothing does so yet. */
export function evidenceOfFinding(researchId: string, finding: Finding): Evidence[] {
  const { title, locator, page, headingPath, quotes } = finding;
  return quotes.map((quote) => ({
    id: quote.key,
    citation: { number: 0, title, locator, page, headingPath, quote },
    source: null,
    by: { kind: 'finding', researchId },
  }));
}

/** A document of the library, from its beginning or around a place in its text. */
export function evidenceOfDocument(
  folder: string,
  { path, title, pages }: OpenedDocument,
  place: Pick<Quote, 'start' | 'end'> | null = null,
): Evidence {
  const { start, end } = place ?? { start: 0, end: 0 };
  const quote = { key: '', sourceId: '', textHash: '', start, end, text: '', page: null, reason: '' };
  const page = pages === null || place !== null || !KINDS.pdf.test(path) ? null : 1;
  const citation = { number: 0, title: title ?? path, locator: path, page, headingPath: [], quote };
  return { id: `${folder}/${path}`, citation, source: null, by: { kind: 'document', folder, path } };
}

type OpenedDocument = { readonly path: string; readonly title: string | null; readonly pages: number | null };

/** How places are named in a language. */
interface PlaceWords {
  readonly lines: (lines: string) => string;
  readonly page: (page: number, label: string | null, recognised?: number) => string;
}

/** The document and the place in it: "docs/Pool.md, lines 50–57". */
export function placeOf(
  { locator, title, lines, page, pageLabel, quote }: Evidence['citation'],
  words: PlaceWords,
): string {
  const parts = [
    locator === '' ? title : locator,
    lines === null || lines === undefined ? '' : words.lines(lines),
    page === null ? '' : words.page(page, pageLabel ?? null, quote.recognised),
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** Whether a model read the words in a picture: the contracts write the line that says so. */
export function isReadByModel(words: string): boolean {
  return /Figure \d+ \(.{1,300}?, read by the model .{1,100}?\): /.test(words);
}

/** The way to the passage below its document's name. */
export function headingsOf({ title, locator, headingPath }: Evidence['citation']): string {
  const path = [locator.includes(title) ? '' : title, ...headingPath];
  return path.filter((part, index) => part !== '' && part !== path[index - 1]).join(' › ');
}

/** Whether the bytes of the document can be shown as its pages. Only a report knows more of a source than its name. */
export function hasPages({ citation: { page }, source }: Evidence): boolean {
  // Only PDFs have pages.
  return page !== null && (source === null || source.mediaType === 'application/pdf');
}

const KINDS = {
  web: /^https?:/i,
  pdf: /\.pdf$/i,
  table: /\.(?:csv|tsv|xlsx?|ods)$/i,
  code: /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|swift|c|h|cc|cpp|cs|rb|php|sh|sql)$/i,
  text: /\.(?:md|markdown|txt|rst|html?)$/i,
} as const;

/** Whether an address leads into the web, and may be followed. */
export function isWebAddress(address: string): boolean {
  return KINDS.web.test(address);
}

/** What a source is, by its address or else its type. @param source null: only its name is known */
export function kindOfSource({
  source,
  locator,
}: {
  readonly source: Pick<ReadSource, 'mediaType'> | null;
  readonly locator: string;
}): keyof typeof KINDS | 'document' {
  const named = (Object.keys(KINDS) as (keyof typeof KINDS)[]).find((kind) => KINDS[kind].test(locator));
  const type = source?.mediaType ?? '';
  if (named !== undefined) return named;
  if (type === 'application/pdf') return 'pdf';
  return type.startsWith('text/') ? 'text' : 'document';
}

/** The run that has quoted it. */
export function runOf(by: Exclude<Evidence['by'], { readonly kind: 'answer' | 'document' }>): string {
  return by.kind === 'claim' ? by.reading.researchId : by.researchId;
}
