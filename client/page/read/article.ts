import { Fragment, h, type JSX } from 'preact';
import type { ReadSection } from '../../../workflows/contracts/report/report-reading.ts';
import type { ReportReading } from '../../../workflows/contracts/report/report-reading.ts';
import { certaintyOfReport } from '../models/certainty.ts';
import { contentsOf, idOfSection } from '../models/contents.ts';
import { dateIn } from '../models/times.ts';
import { shortTitle } from '../models/work.ts';
import { CertaintyMark } from '../parts/certainty.ts';
import { Pictures } from '../parts/pictures.ts';
import { useWords } from '../parts/words-context.ts';
import { Behind, BEHIND_ID } from './behind.ts';
import { type ArticleProps, Block } from './block.ts';
import { ClaimPictures } from './claim-pictures.ts';
import { ReportTools } from './report-tools.ts';
import { SourceList, SOURCES_ID } from './source-list.ts';

/** The report from the question to its evidence. */
export function Article({
  reading,
  origin,
  all,
  isShared,
}: ArticleProps & { readonly origin: JSX.Element | null; readonly isShared: boolean }): JSX.Element {
  const words = useWords();
  const { question, title, language, publishedAt, outcome, engine, sections } = reading;
  const about = [
    words.published(dateIn(words.language, publishedAt)),
    outcome === 'stopped' ? words.stoppedEarly : '',
    engine === 'offline' ? words.offline : words.model,
  ];
  return h(
    'article',
    { class: 'column' },
    h('h1', { lang: language }, shortTitle(title)),
    shortTitle(title) === question ? null : h('p', { class: 'asked', lang: language }, question),
    h('p', { class: 'quiet' }, about.filter(Boolean).join(' · ')),
    origin,
    h(CertaintyMark, { certainty: certaintyOfReport(reading), read: null }),
    h(ReportTools, { reading, isShared }),
    h(
      'div',
      { lang: language },
      sections.map((section, index) => {
        const id = idOfSection(section, sections, index);
        return h(Section, { key: id, id, reading, section, all, isFirst: index === 0 });
      }),
    ),
    h(SourceList, { reading, all }),
    h(Behind, { reading }),
    h(Pictures, { researchId: reading.researchId }, h(ClaimPictures, { reading })),
  );
}

interface SectionProps extends ArticleProps {
  readonly id: string;
  readonly section: ReadSection;
  readonly isFirst: boolean;
}

/** One part of the report, with its claims. */
function Section(props: SectionProps): JSX.Element {
  const { section, id, isFirst } = props;
  const { heading, name, remarks, groups } = section;
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
    // The mark of certainty above says the same of passages.
    heading === ''
      ? null
      : h('h2', { id: `${id}-heading`, class: name === 'passages' && isFirst ? 'hidden' : undefined }, heading),
    remarkList,
    groups.map((group, index) =>
      h(
        Fragment,
        { key: index },
        group.heading === '' ? null : h(heading === '' ? 'h2' : 'h3', {}, group.heading),
        group.blocks.map((block, place) => h(Block, { key: place, ...props, block })),
      ),
    ),
  );
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
