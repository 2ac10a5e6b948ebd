import type { RegisteredSource, ShownSources } from '../../../workflows/contracts/evidence/source-registry.ts';
import type { Citation } from '../../../workflows/contracts/report/report.ts';
import type { CitationStyle } from '../../../workflows/contracts/settings/report-settings.ts';
import { codeSpan, escapeMarkdown } from '../../../workflows/domain/markdown-text.ts';
import { isWebAddress } from '../../corpus/web-pages/canonical-address.ts';
import { shownQuotation } from '../../language/text/readable-text.ts';
import type { ReportPhrases } from '../../wording/report-phrases.ts';
import type { CitedSources } from './report-document.ts';
import { placePartsOf, provenancePartsOf, type SourceFacts } from './sources.ts';

export interface MarkdownStyle {
  readonly citationStyle: CitationStyle;
  readonly shownSources: ShownSources;
}

/** Marks that would end or open emphasis or code inside the bold words. */
const MARKUP = /[*_`]/;
/** Escapes that a text needs only at the start of a line. */
const LINE_START = /^\\(?=[#>~=|+-])|^(\d{1,9})\\(?=[.)])/;

/** The list of sources, by number or by document; `all` also lists those that nothing cites. */
export function listSources({ citations, registered, facts }: CitedSources, style: MarkdownStyle): string[] {
  const cited = (style.citationStyle === 'numbered' ? sourcesByNumber : sourcesByDocument)(citations, facts);
  return style.shownSources === 'all' ? [...cited, ...unusedSources(registered, facts.phrases)] : cited;
}

/** `[1] label — detail` for each citation, and below it the quotation. */
function sourcesByNumber(citations: readonly Citation[], facts: SourceFacts): string[] {
  return citations.map((citation) => {
    const line = joined([nameOf(citation, facts), placeOf(citation, facts), provenanceOf(citation, facts)]);
    return `[${citation.number}] ${line}\n\n> ${quotationIn(citation)}`;
  });
}

/** What could have been cited and was not. */
function unusedSources(sources: readonly RegisteredSource[], { unused }: ReportPhrases): string[] {
  return sources
    .filter(({ number }) => number === null)
    .map(({ label, detail }) => `[–] ${named(label, detail)} (${unused})`);
}

/** One entry for each document, followed by its cited places, each once. */
function sourcesByDocument(citations: readonly Citation[], facts: SourceFacts): string[] {
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
