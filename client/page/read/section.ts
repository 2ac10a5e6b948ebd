import { Fragment, h, type JSX } from 'preact';
import type { ReadSection } from '../../../workflows/contracts/report-reading.ts';
import { idOfSection } from '../models/contents.ts';
import type { ArticleProps } from './article-props.ts';
import { Block } from './block.ts';

interface SectionProps extends ArticleProps {
  readonly section: ReadSection;
}

/** One part of the report, with its claims. */
export function Section(props: SectionProps): JSX.Element {
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
