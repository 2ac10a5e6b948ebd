import { codeSpan, escapeMarkdown } from '@plumbline/contracts/common/markdown-text';
import { isReadByModel } from '@plumbline/contracts/evidence/model-read';
import type { RegisteredSource, ShownSources } from '@plumbline/contracts/evidence/source-registry';
import type { CitationStyle } from '@plumbline/contracts/settings/report-settings';
import { isWebAddress } from '@plumbline/web/addresses';
import type { ReportPhrases } from '../wording/english-phrases.ts';
import type { CitedSources } from './report-document.ts';
import { type ListedQuote, type ListedSource, listedSources } from './source-list.ts';

export interface MarkdownStyle {
  readonly citationStyle: CitationStyle;
  readonly shownSources: ShownSources;
}

/** A line for each computation, each document and each place of it; `all` also lists sources that nothing cites. */
export function listSources(
  { citations, registered, computations, facts }: CitedSources,
  style: MarkdownStyle,
): string[] {
  const write = createWriter(style.citationStyle, facts.phrases);
  const cited = [...listComputations({ computations }), ...listedSources(citations, facts, escapeMarkdown).map(write)];
  return style.shownSources === 'all' ? [...cited, ...unusedSources(registered, facts.phrases.unused)] : cited;
}

/** `[a] computed: 9 + 5 = 14 hours [1][2]`, a line each. */
export function listComputations({ computations }: Pick<CitedSources, 'computations'>): string[] {
  return computations.map(({ mark, words, citations }) =>
    `[${mark}] ${escapeMarkdown(words)} ${citations.map(({ number }) => `[${number}]`).join('')}`.trim(),
  );
}

/** `[1] *Title*, path, lines 1–2, heading: “words”`; of several places each has an entry below its document. */
function createWriter(style: CitationStyle, phrases: ReportPhrases): (source: ListedSource) => string {
  const markOf = ({ number }: ListedQuote): string => (style === 'numbered' ? `[${number}] ` : '');
  const wordsOf = ({ excerpt }: ListedQuote): string =>
    escapeMarkdown(isReadByModel(excerpt) ? excerpt : phrases.excerpt(excerpt));
  return ({ title, detail, dates, entries }) => {
    const document = [named(title, detail), ...dates.filter(Boolean)];
    const [only] = entries;
    if (only !== undefined && entries.length === 1) {
      return `${markOf(only)}${[...document, ...only.place].join(', ')}: ${wordsOf(only)}`;
    }
    const places = entries.map((entry) => {
      const place = entry.place.join(', ');
      return `- ${markOf(entry)}${place}${place === '' ? '' : ': '}${wordsOf(entry)}`;
    });
    return `${document.join(', ')}:\n\n${places.join('\n')}`;
  };
}

/** What could have been cited and was not. */
function unusedSources(sources: readonly RegisteredSource[], unused: string): string[] {
  return sources
    .filter(({ number }) => number === null)
    .map(({ label, detail }) => `[–] ${named(label, detail)} (${unused})`);
}

function named(title: string, detail: string): string {
  const label = escapeMarkdown(title.replaceAll('*', ''));
  const place = isWebAddress(detail) ? linkTo(detail) : codeSpan(detail);
  return label === '' ? place : `*${label}*, ${place}`;
}

/** An autolink (CommonMark 6.5), unless the address contains a character that would end it. */
function linkTo(address: string): string {
  return /^[^\s<>\p{Cc}]+$/u.test(address) ? `<${address}>` : codeSpan(address);
}
