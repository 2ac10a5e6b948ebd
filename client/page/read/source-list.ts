import { h, type JSX } from 'preact';
import type { ReadCitation } from '../../../workflows/contracts/report/report-reading.ts';
import type { ReportReading } from '../api/api-types.ts';
import { claimsOf } from '../models/contents.ts';
import { type ShownPiece, shownPieces } from '../models/text-marks.ts';
import { useWords } from '../parts/words-context.ts';
import type { PageWords } from '../words/english.ts';

export const SOURCES_ID = 'section-sources';

export function computationId(mark: string): string {
  return `computation-${mark}`;
}

/**
 * One line for each citation: document, place, and the first of the cited words. A citation in the text opens all of them. Below
 * them is how figures were computed.
 */
export function SourceList({ reading }: { readonly reading: ReportReading }): JSX.Element | null {
  const words = useWords();
  if (reading.citations.length === 0) return null;
  const computed = reading.sections
    .flatMap(({ groups }) => groups.flatMap(({ blocks }) => blocks.flatMap(claimsOf)))
    .flatMap(({ computation }) => computation ?? []);
  const computations = [...new Map(computed.map((each) => [each.mark, each])).values()];
  return h(
    'section',
    { id: SOURCES_ID, 'aria-labelledby': `${SOURCES_ID}-heading` },
    h('h2', { id: `${SOURCES_ID}-heading` }, words.sources),
    h(
      'ol',
      { class: 'sources' },
      reading.citations.map((citation) =>
        h(
          'li',
          { key: citation.number, value: citation.number },
          h('cite', {}, citation.title),
          h('span', { class: 'quiet' }, `, ${placeOf(citation, words)}: `),
          h('q', {}, shownPieces(citation.excerpt).map(Shown)),
        ),
      ),
    ),
    computations.map(({ mark, words: said }) =>
      h('p', { key: mark, id: computationId(mark), lang: reading.language }, `[${mark}] ${said}`),
    ),
  );
}

function placeOf({ locator, lines, page, pageLabel, heading, quote }: ReadCitation, words: PageWords): string {
  const parts = [
    locator,
    lines === null ? '' : words.lines(lines),
    page === null ? '' : words.page(page, pageLabel, quote.recognised),
    heading,
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function Shown({ text, mark }: ShownPiece, index: number): JSX.Element {
  return h(mark === 'none' ? 'span' : mark, { key: index }, text);
}
