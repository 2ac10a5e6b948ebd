import type { Citation } from '../../../workflows/contracts/report.ts';
import { isWebAddress } from '../../citations/web-address.ts';
import { placePartsOf, provenancePartsOf, type SourceFacts } from '../../report/source-facts.ts';
import { shownQuotation } from '../../text/readable-text.ts';
import type { ExportedCitation, ExportedQuotation } from './exported-report.ts';
import { plainLine, plainText } from './plain-text.ts';

/** A citation with everything that a reader is told of it. */
export function exportCitation(citation: Citation, facts: SourceFacts): ExportedCitation {
  const { number, title, locator } = citation;
  const [page = '', headings = '', ...warnings] = placePartsOf(citation, facts, plainLine);
  return {
    number,
    title: plainLine(title),
    place: filled([plainLine(facts.detailOf(citation)), page, headings]),
    standing: filled([...provenancePartsOf(citation, facts, plainLine), ...warnings]),
    address: linkableAddress(locator),
    quotation: quotationOf(citation),
  };
}

/** An address that may become a link; null: a file, or an address that no browser would send as it is. */
export function linkableAddress(locator: string): string | null {
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

const TABLE_OR_CODE = /^[ \t]*(?:\||```|~~~)|^ {4}(?! *$)|\t/m;
const LIST_ENTRY = /\n[ \t]*(?:[-*+•]|\d{1,3}[.)])\s/;

/** Where the lines of the source mean something they are kept; those of prose are where a page happened to end. */
function layoutOf(text: string): ExportedQuotation['layout'] {
  if (!text.trim().includes('\n')) return /^\s*\|.*\|\s*$/.test(text) ? 'code' : 'prose';
  if (TABLE_OR_CODE.test(text)) return 'code';
  return LIST_ENTRY.test(text) ? 'lines' : 'prose';
}

function filled(parts: readonly string[]): string[] {
  return parts.filter((part) => part !== '');
}
