import { type ComponentChildren, Fragment, h, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ExportFormat } from '../../../workflows/contracts/report/export-format.ts';
import type { ReadSection } from '../../../workflows/contracts/report/report-reading.ts';
import type { MadeFile } from '../api/api-client.ts';
import type { ReportReading } from '../api/api-types.ts';
import { contentsOf, idOfSection } from '../models/contents.ts';
import { pathOfComparison } from '../models/route.ts';
import { type ShownPiece, shownPieces } from '../models/text-marks.ts';
import { useApi } from '../parts/api-context.ts';
import { messageOf } from '../parts/loading.ts';
import { Pictures } from '../parts/pictures.ts';
import { follow } from '../parts/router.ts';
import { useWords } from '../parts/words-context.ts';
import type { PageWords } from '../words/english.ts';
import { type ArticleProps, Block } from './block.ts';

const SOURCES_ID = 'section-sources';
const BEHIND_ID = 'section-behind';

const FORMATS = ['markdown', 'html', 'pdf', 'docx', 'json', 'csl-json', 'bibtex'] as const satisfies ExportFormat[];

/** The report from the question to its evidence. */
export function Article({
  reading,
  origin,
  opened,
  open,
  panel,
}: ArticleProps & { readonly origin: JSX.Element }): JSX.Element {
  const words = useWords();
  const { question, language, publishedAt, outcome, engine, sections } = reading;
  const about = [
    words.published(publishedAt.slice(0, 10)),
    outcome === 'stopped' ? words.stoppedEarly : '',
    engine === 'offline' ? words.offline : words.model,
  ];
  return h(
    'article',
    { class: 'column' },
    h('h1', { lang: language }, question),
    h('p', { class: 'quiet' }, about.filter(Boolean).join(' · ')),
    origin,
    h(Exports, { researchId: reading.researchId }),
    h(
      'div',
      { lang: language },
      sections.map((section) => h(Section, { key: section.name, reading, section, opened, open, panel })),
    ),
    h(SourceList, { reading }),
    h(Behind, { reading }),
    h(CompareLink, { researchId: reading.researchId }),
    h(Pictures, { researchId: reading.researchId }),
  );
}

/** Every citation with its place and its words. */
function SourceList({ reading }: { readonly reading: ReportReading }): JSX.Element | null {
  const words = useWords();
  if (reading.citations.length === 0) return null;
  return h(
    'section',
    { id: SOURCES_ID, 'aria-labelledby': `${SOURCES_ID}-heading` },
    h('h2', { id: `${SOURCES_ID}-heading` }, words.sources),
    h(
      'ol',
      { class: 'sources' },
      reading.citations.map(({ number, title, locator, page, pageLabel, headingPath, quote }) =>
        h(
          'li',
          { key: number, value: number },
          h('cite', {}, title),
          h(
            'span',
            { class: 'quiet' },
            ` · ${[locator, page === null ? '' : words.page(page, pageLabel), headingPath.at(-1) ?? ''].filter((part) => part !== '' && part !== title).join(' · ')}`,
          ),
          h('blockquote', {}, shownPieces(quote.text).map(Shown)),
        ),
      ),
    ),
  );
}

function Shown({ text, mark }: ShownPiece, index: number): JSX.Element {
  return h(mark === 'none' ? 'span' : mark, { key: index }, text);
}

interface SectionProps extends ArticleProps {
  readonly section: ReadSection;
}

/** One part of the report, with its claims. */
function Section(props: SectionProps): JSX.Element {
  const { section } = props;
  const { heading, name, remarks, groups } = section;
  const id = idOfSection(section);
  const remarkList =
    groups.length === 0 && remarks.length > 1 && heading !== ''
      ? h(
          'ul',
          {},
          remarks.map((text) => h('li', { key: text }, text)),
        )
      : remarks.map((text) => h('p', { key: text, class: 'remark' }, text));
  return h(
    'section',
    { id, class: `part part-${name}`, 'aria-labelledby': heading === '' ? undefined : `${id}-heading` },
    heading === '' ? null : h('h2', { id: `${id}-heading` }, heading),
    remarkList,
    groups.map((group, index) =>
      h(
        Fragment,
        { key: index },
        group.heading === '' ? null : h('h3', {}, group.heading),
        group.blocks.map((block, place) => h(Block, { key: place, ...props, block })),
      ),
    ),
  );
}

/** Saves the report as a file. With a token a plain link could not fetch it. */
function Exports({ researchId }: { readonly researchId: string }): JSX.Element {
  const { live, failed } = useWords();
  const api = useApi();
  const [told, setTold] = useState('');
  const [isMaking, setIsMaking] = useState(false);
  const save = async (make: () => Promise<MadeFile>) => {
    setIsMaking(true);
    setTold(live.making);
    try {
      const file = await make();
      offer(file);
      setTold(file.name);
    } catch (error) {
      setTold(failed(messageOf(error)));
    }
    setIsMaking(false);
  };
  const button = (label: string, make: () => Promise<MadeFile>) =>
    h('button', { key: label, type: 'button', disabled: isMaking, onClick: () => void save(make) }, label);
  return h(
    'div',
    { class: 'exports', role: 'group', 'aria-label': live.exports },
    h('span', { class: 'quiet' }, live.exports),
    FORMATS.map((format) => button(live.exportAs[format], () => api.exportReport(researchId, format))),
    button(live.auditBundle, () => api.auditBundle(researchId)),
    h('p', { class: 'quiet', role: 'status' }, told),
  );
}

/** Gives a file to the browser to save. */
function offer({ name, content }: MadeFile): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has it by then; the memory is given back.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** What did not get into the report, and what is known of it: one click away. */
function Behind({ reading }: { readonly reading: ReportReading }): JSX.Element {
  const words = useWords();
  const { notes, drift, references, skippedFiles, skippedCount } = reading;
  const dropped = drift?.dropped ?? [];
  const droppedCount = (drift?.tiers ?? []).reduce((sum, { total, kept }) => sum + total - kept, 0);
  const { behind } = words;
  return h(
    'section',
    { id: BEHIND_ID, class: 'behind', 'aria-labelledby': `${BEHIND_ID}-heading` },
    h('h2', { id: `${BEHIND_ID}-heading` }, behind.heading),
    h(Folded, { summary: behind.notes, entries: notes, total: notes.length }),
    h(Folded, { summary: behind.checks, entries: checksOf(reading, words), total: 0 }),
    h(Folded, {
      summary: behind.drift(droppedCount),
      total: droppedCount,
      entries: dropped.map(({ locator, headingPath, reason, excerpt }) => [
        h('span', { class: 'quiet' }, [locator, ...headingPath].join(' › ')),
        h('br', {}),
        `“${excerpt}”`,
        reason === '' ? '' : ` — ${reason}`,
      ]),
    }),
    h(Folded, {
      summary: behind.refused(references.refusedCount),
      total: references.refusedCount,
      entries: references.refused.map(({ reference, locator, reason }) => `${reference} (${locator}): ${reason}`),
    }),
    h(Folded, {
      summary: behind.unresolved(references.unresolved.length),
      total: references.unresolved.length,
      entries: references.unresolved,
    }),
    h(Folded, {
      summary: behind.unreadable(skippedCount),
      total: skippedCount,
      entries: skippedFiles.map(({ locator, reason }) => `${locator}: ${reason}`),
    }),
  );
}

function checksOf({ checks }: ReportReading, words: PageWords): string[] {
  const { quotesChecked, quotesRejected, statementsRemoved, claimsRepaired, notes, scores } = checks;
  const checked = words.behind.checked(quotesChecked, quotesRejected, statementsRemoved, claimsRepaired);
  const named = [
    [words.scores.queryAdherence, scores?.queryAdherence],
    [words.scores.completeness, scores?.completeness],
    [words.scores.citationSupport, scores?.citationSupport],
    [words.scores.quoteExactness, scores?.quoteExactness],
    [words.scores.languagePurity, scores?.languagePurity],
  ] as const;
  const told = named.flatMap(([name, percent]) => (percent === undefined ? [] : [`${name}: ${percent} %`]));
  return [checked, ...(told.length === 0 ? [] : [told.join(', ')]), ...notes];
}

function Folded({
  summary,
  entries,
  total,
}: {
  readonly summary: string;
  readonly entries: readonly ComponentChildren[];
  /** Number of all entries; the hidden rest is counted. */
  readonly total: number;
}): JSX.Element | null {
  const words = useWords();
  if (entries.length === 0) return null;
  const hidden = total - entries.length;
  return h(
    'details',
    {},
    h('summary', {}, summary),
    h(
      'ul',
      {},
      entries.map((entry, index) => h('li', { key: index }, entry)),
      hidden > 0 ? h('li', { class: 'quiet' }, words.behind.more(hidden)) : null,
    ),
  );
}

/** Link from a report to a side-by-side comparison. */
function CompareLink({ researchId }: { readonly researchId: string }): JSX.Element {
  const { compare } = useWords();
  return h('p', { class: 'quiet ways' }, h('a', { href: pathOfComparison(researchId), onClick: follow }, compare.with));
}

/** The table of contents; folded if there is no room next to the article. */
export function Contents({
  reading,
  isFolded,
}: {
  readonly reading: ReportReading;
  readonly isFolded: boolean;
}): JSX.Element {
  const words = useWords();
  const entries = [
    ...contentsOf(reading.sections),
    { id: SOURCES_ID, heading: words.sources },
    { id: BEHIND_ID, heading: words.behind.heading },
  ];
  const list = h(
    'ol',
    {},
    entries.map(({ id, heading }) => h('li', { key: id }, h('a', { href: `#${id}` }, heading))),
  );
  return h(
    'nav',
    { class: 'contents', 'aria-label': words.contents },
    isFolded
      ? h('details', {}, h('summary', {}, words.contents), list)
      : [h('p', { key: 'name', class: 'quiet' }, words.contents), list],
  );
}
