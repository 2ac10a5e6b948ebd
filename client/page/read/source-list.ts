import { h, type JSX } from 'preact';
import type { ReportReading } from '../../../workflows/contracts/report/report-reading.ts';
import { claimsOf } from '../models/contents.ts';
import { type Evidence, isWebAddress, kindOfSource, placeOf } from '../models/evidence.ts';
import { dateIn } from '../models/times.ts';
import { Icon } from '../parts/icon.ts';
import { SourceWords } from '../parts/prose.ts';
import { useWords } from '../parts/words-context.ts';
import type { PageWords } from '../words/english.ts';
import { CitationMark } from './evidence.ts';

export const SOURCES_ID = 'section-sources';

export function computationId(mark: string): string {
  return `computation-${mark}`;
}

interface ListProps {
  readonly reading: ReportReading;
  readonly all: () => readonly Evidence[];
}

/** A card for each source, with every place that is cited. Below them is how figures were computed. */
export function SourceList({ reading, all }: ListProps): JSX.Element | null {
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
      'ul',
      { class: 'sources' },
      [...Map.groupBy(all(), ({ citation }) => citation.quote.sourceId)].map(([sourceId, cited]) =>
        h(SourceCard, { key: sourceId, cited, all }),
      ),
    ),
    computations.map(({ mark, words: said }) =>
      h('p', { key: mark, id: computationId(mark), lang: reading.language }, `[${mark}] ${said}`),
    ),
  );
}

interface CardProps extends Pick<ListProps, 'all'> {
  /** Its numbers, as often as they are cited. */
  readonly cited: readonly Evidence[];
}

function SourceCard({ cited, all }: CardProps): JSX.Element | null {
  const words = useWords();
  const [first] = cited;
  if (first === undefined) return null;
  const { citation, source } = first;
  const kind = kindOfSource({ source, locator: citation.locator });
  const places = [...new Map(cited.map((evidence) => [evidence.citation.number, evidence])).values()];
  return h(
    'li',
    { class: 'source' },
    h(
      'p',
      { class: 'source-head' },
      h('span', { class: `kind kind-${kind}` }, h(Icon, { name: kind }), words.report.kinds[kind]),
      h('cite', {}, citation.title === '' ? citation.locator : citation.title),
    ),
    h('p', { class: 'quiet' }, aboutSource(first, cited.length, words)),
    h(
      'ul',
      {},
      places.map((evidence) =>
        h(
          'li',
          { key: evidence.id },
          h(CitationMark, { evidence, all }),
          h('span', { class: 'quiet' }, ` ${placeOf(evidence.citation, words)}: `),
          h('q', {}, h(SourceWords, { text: evidence.citation.excerpt ?? '' })),
        ),
      ),
    ),
  );
}

/** Its folder or site, its date, and how often it is cited. */
function aboutSource({ citation: { locator }, source }: Evidence, count: number, words: PageWords): string {
  const { report } = words;
  const place = isWebAddress(locator)
    ? (URL.parse(locator)?.hostname ?? locator)
    : locator.split('/').slice(0, -1).join('/');
  const dated = (date: string) => dateIn(words.language, date);
  const published = source?.publishedAt?.slice(0, 10);
  const read = source?.retrievedAt ?? '';
  const dates =
    published === undefined ? (read === '' ? '' : report.read(dated(read))) : report.published(dated(published));
  return [place, dates, report.cited(count)].filter((part) => part !== '').join(' · ');
}
