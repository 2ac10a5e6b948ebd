import type { Source } from '@plumbline/contracts/evidence/source';
import type { Citation } from '@plumbline/contracts/report/report';
import { headingOf, placePartsOf, provenancePartsOf, type SourceFacts } from '@plumbline/report/document';
import { shownQuotation } from '@plumbline/text/readable-text';
import { isWebAddress } from '@plumbline/web/addresses';
import {
  type ExportedCitation,
  type ExportedQuotation,
  type ExportedSource,
  plainLine,
  plainText,
} from './exported-report.ts';

const TABLE_OR_CODE = /^[ \t]*(?:\||```|~~~)|^ {4}(?! *$)|\t/m;
const LIST_ENTRY = /\n[ \t]*(?:[-*+•]|\d{1,3}[.)])\s/;

/** What is known of a cited document; a run under way knows no more than its name. */
export type KnownSource = Pick<Source, 'sourceId' | 'language' | 'publishedAt' | 'authors' | 'address' | 'retrievedAt'>;

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
    type: linkableAddress(locator) === null ? 'document' : isArticle(locator, doi) ? 'article' : 'webpage',
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

function isArticle(locator: string, doi: string | null): boolean {
  return doi !== null || PREPRINT.test(locator);
}

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
