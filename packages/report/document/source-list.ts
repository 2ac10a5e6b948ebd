import type { Citation } from '@plumbline/contracts/report/report';
import { readableText, shownQuotation } from '@plumbline/text/readable-text';
import { unsaidSpans } from '@plumbline/text/unsaid-words';
import { placePartsOf, provenancePartsOf, type SourceFacts } from './sources.ts';

/** How much of the cited words is shown: enough to find the place in the document. */
const LONGEST_EXCERPT = 120;
/** The same where a list has more entries than people read through. */
const SHORT_EXCERPT = 70;
const MANY = 40;
/** And where it has very many. */
const SHORTEST_EXCERPT = 40;
const VERY_MANY = 120;

const LONGEST_HEADING = 100;
/** The number of a heading, with its label: "§ 3", "Art. 5", "Annex II", "4.2.1". */
export const DESIGNATION =
  /^(?:§{1,2}\s*\d+[a-z]?|(?:art(?:ikel|icle)?\.?|sec(?:tion|\.)|chapter|part|annex|appendix|anlage|anhang|abschnitt|kapitel|teil)\s+(?:\d+[a-z]?|[IVXLC]+)|\d+(?:\.\d+)+)(?![\p{L}\p{N}])/iu;

/** A document in the list of sources, with the places of it that are cited, by number. */
export interface ListedSource {
  readonly title: string;
  /** Path, address or id. */
  readonly detail: string;
  /** Dates of the document; some may be empty. */
  readonly dates: readonly string[];
  readonly entries: readonly ListedQuote[];
}

/** What is shown of one citation. */
export interface ListedQuote {
  readonly number: number;
  /** Lines or page, heading, warnings. */
  readonly place: readonly string[];
  /** The first of the cited words, on one line. */
  readonly excerpt: string;
}

/** The cited documents in the order of their first number. @param escape what documents say of themselves */
export function listedSources(
  citations: readonly Citation[],
  facts: SourceFacts,
  escape: (text: string) => string,
): ListedSource[] {
  const { length } = citations;
  const longest = length > VERY_MANY ? SHORTEST_EXCERPT : length > MANY ? SHORT_EXCERPT : LONGEST_EXCERPT;
  return [...Map.groupBy(citations, ({ locator }) => locator).values()].flatMap((cited): ListedSource[] => {
    const [first] = cited;
    if (first === undefined) return [];
    const entries = cited.map((citation) => ({
      number: citation.number,
      place: placeIn(citation, facts, escape),
      excerpt: excerptOf(citation, longest),
    }));
    const { title } = first;
    return [{ title, detail: documentDetail(first, facts), dates: provenancePartsOf(first, facts, escape), entries }];
  });
}

/** Without the lines, which each citation names itself. */
function documentDetail(citation: Citation, { detailOf }: SourceFacts): string {
  return linesIn(citation, detailOf(citation)) === null ? detailOf(citation) : citation.locator;
}

/** `12`, `12–14`, or `3 (limits.txt)` in an included file; null for a document without lines. */
export function linesIn({ locator }: Pick<Citation, 'locator'>, detail: string): string | null {
  const place = detail.startsWith(locator) ? detail.slice(locator.length) : '';
  return /^:(\d+(?:-\d+)?(?: \(.+\))?)$/.exec(place)?.[1]?.replace(/^(\d+)-/, '$1–') ?? null;
}

function placeIn(citation: Citation, facts: SourceFacts, escape: (text: string) => string): string[] {
  const lines = linesIn(citation, facts.detailOf(citation));
  const [page = '', ...warnings] = placePartsOf(citation, facts, escape);
  const parts = [lines === null ? '' : facts.phrases.lines(lines), page, escape(headingOf(citation)), ...warnings];
  return parts.filter((part) => part !== '');
}

/** The last heading; where only one above it has a number ("§ 78"), both. Empty where the title says the same. */
export function headingOf({ title, headingPath }: Pick<Citation, 'title' | 'headingPath'>): string {
  const last = headingPath.at(-1) ?? '';
  if (last === '' || last === title) return '';
  const numbered = headingPath.findLast((heading) => DESIGNATION.test(heading));
  const heading = numbered === undefined || numbered === last ? last : `${numbered} › ${last}`;
  return heading.length > LONGEST_HEADING ? `${heading.slice(0, LONGEST_HEADING - 1).trimEnd()}…` : heading;
}

/** The first of the words that were cited, as a reader sees them; what the source strikes out or hides stays among them. */
export function excerptOf(
  { quote, deciding }: Pick<Citation, 'quote' | 'deciding'>,
  longest = LONGEST_EXCERPT,
): string {
  const cited =
    deciding === undefined ? quote.text : quote.text.slice(deciding.start - quote.start, deciding.end - quote.start);
  const readable = unsaidSpans(cited).length > 0 ? shownQuotation(cited) : readableText(cited);
  const line = readable.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= longest) return line;
  const end = line.lastIndexOf(' ', longest);
  return `${line
    .slice(0, end > longest / 2 ? end : longest)
    .trimEnd()
    .replace(/[,;:–-]$/, '')}…`;
}
