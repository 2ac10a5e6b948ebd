import type { ReportReading } from '@plumbline/contracts/report/report-reading';
import { type JSX, h } from 'preact';
import { standingOfReport } from '../models/certainty.ts';
import { claimsOf } from '../models/contents.ts';
import { type Evidence, isWebAddress, kindOfSource, placeOf } from '../models/evidence.ts';
import { dateIn } from '../models/times.ts';
import { CheckedStatements } from '../parts/certainty.ts';
import { Icon } from '../parts/icon.ts';
import { list } from '../parts/lists.ts';
import { Folded } from '../parts/menu.ts';
import { SourceWords } from '../parts/prose.ts';
import { useWords } from '../parts/words-context.ts';
import type { PageWords } from '../words/page-words.ts';
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
      h(
        'span',
        { class: 'kind', style: { color: `var(--kind-${kind})` } },
        h(Icon, { name: kind }),
        words.report.kinds[kind],
      ),
      h('cite', {}, citation.title === '' ? citation.locator : citation.title),
    ),
    h('p', { class: 'quiet' }, aboutSource(first, cited.length, words)),
    list(places, (evidence) => [
      h(CitationMark, { evidence, all }),
      h('span', { class: 'quiet' }, ` ${placeOf(evidence.citation, words)}: `),
      h('q', {}, h(SourceWords, { text: evidence.citation.excerpt ?? '' })),
    ]),
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

export const BEHIND_ID = 'section-behind';

interface BehindProps {
  readonly reading: ReportReading;
}

/** What the report does not tell, and how it came about: one click away. */
export function Behind({ reading }: BehindProps): JSX.Element {
  const { behind, report } = useWords();
  return h(
    'section',
    { id: BEHIND_ID, class: 'behind', 'aria-labelledby': `${BEHIND_ID}-heading` },
    h('h2', { id: `${BEHIND_ID}-heading` }, behind.heading),
    h(
      'details',
      { class: 'all-behind' },
      h('summary', {}, report.showBehind),
      h(OfVerification, { reading }),
      h(OfResearch, { reading }),
    ),
  );
}

/** What was checked, what was refused, and what stayed unsure. */
function OfVerification({ reading }: BehindProps): (JSX.Element | null)[] {
  const { behind } = useWords();
  const { notes, language } = reading;
  const standing = standingOfReport(reading);
  const { account, refused, doubted } = reading.behind;
  const inReport = (texts: readonly string[]) => texts.map((text) => h('span', { lang: language }, text));
  return [
    h(Folded, { key: 'notes', summary: behind.notes, entries: inReport(notes) }),
    h(Folded, { key: 'account', summary: behind.account, entries: inReport(account) }),
    // Where a sign stands above, it is opened there.
    standing === null || standing === 'missing'
      ? h(CheckedStatements, { key: 'checked', refused, doubted, of: language })
      : null,
  ];
}

/** What was found and not used, and what could not be found or read. */
function OfResearch({ reading: { drift, references, skippedFiles, skippedCount } }: BehindProps): JSX.Element[] {
  const { behind } = useWords();
  const dropped = drift?.dropped ?? [];
  const droppedCount = (drift?.tiers ?? []).reduce((sum, { total, kept }) => sum + total - kept, 0);
  return [
    h(Folded, {
      key: 'drift',
      summary: behind.drift(droppedCount),
      total: droppedCount,
      entries: dropped.map(({ locator, headingPath, reason, excerpt }) => [
        h('span', { class: 'quiet' }, [locator, ...headingPath].join(' › ')),
        h('br', {}),
        '“',
        h(SourceWords, { text: excerpt }),
        '”',
        reason === '' ? '' : ` — ${reason}`,
      ]),
    }),
    h(Folded, {
      key: 'references',
      summary: behind.refused(references.refusedCount),
      total: references.refusedCount,
      entries: references.refused.map(({ reference, locator, reason }) => `${reference} (${locator}): ${reason}`),
    }),
    h(Folded, {
      key: 'unresolved',
      summary: behind.unresolved(references.unresolved.length),
      entries: references.unresolved,
    }),
    h(Folded, {
      key: 'unreadable',
      summary: behind.unreadable(skippedCount),
      total: skippedCount,
      entries: skippedFiles.map(({ locator, reason }) => `${locator}: ${reason}`),
    }),
  ];
}
