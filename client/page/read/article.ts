import { Fragment, h, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ExportFormat } from '../../../workflows/contracts/report/export-format.ts';
import type { ReadSection } from '../../../workflows/contracts/report/report-reading.ts';
import type { MadeFile } from '../api/api-client.ts';
import type { ReportReading } from '../api/api-types.ts';
import { certaintyOfReport } from '../models/certainty.ts';
import { contentsOf, idOfSection } from '../models/contents.ts';
import { pathOfComparison } from '../models/route.ts';
import { useApi } from '../parts/api-context.ts';
import { CertaintyMark } from '../parts/certainty.ts';
import { messageOf } from '../parts/loading.ts';
import { Pictures } from '../parts/pictures.ts';
import { follow } from '../parts/router.ts';
import { useWords } from '../parts/words-context.ts';
import { Behind, BEHIND_ID } from './behind.ts';
import { type ArticleProps, Block } from './block.ts';
import { SourceList, SOURCES_ID } from './source-list.ts';

const FORMATS = ['markdown', 'html', 'pdf', 'docx', 'json', 'csl-json', 'bibtex'] as const satisfies ExportFormat[];

/** The report from the question to its evidence. */
export function Article({
  reading,
  origin,
  all,
}: ArticleProps & { readonly origin: JSX.Element }): JSX.Element {
  const words = useWords();
  const { question, title, language, publishedAt, outcome, engine, sections } = reading;
  const about = [
    words.published(publishedAt.slice(0, 10)),
    outcome === 'stopped' ? words.stoppedEarly : '',
    engine === 'offline' ? words.offline : words.model,
  ];
  return h(
    'article',
    { class: 'column' },
    h('h1', { lang: language }, title),
    title === question ? null : h('p', { class: 'asked', lang: language }, question),
    h('p', { class: 'quiet' }, about.filter(Boolean).join(' · ')),
    origin,
    h(CertaintyMark, { certainty: certaintyOfReport(reading), read: null }),
    h(Exports, { researchId: reading.researchId }),
    h(
      'div',
      { lang: language },
      sections.map((section, index) => {
        const id = idOfSection(section, sections, index);
        return h(Section, { key: id, id, reading, section, all });
      }),
    ),
    h(SourceList, { reading }),
    h(Behind, { reading }),
    h(CompareLink, { researchId: reading.researchId }),
    h(Pictures, { researchId: reading.researchId }),
  );
}

interface SectionProps extends ArticleProps {
  readonly id: string;
  readonly section: ReadSection;
}

/** One part of the report, with its claims. */
function Section(props: SectionProps): JSX.Element {
  const { section, id } = props;
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
