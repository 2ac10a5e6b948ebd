import { Fragment, h, type JSX } from 'preact';
import type { ReadClaim, ReadSection } from '../../../workflows/contracts/report-reading.ts';
import { idOfSection } from '../models/contents.ts';
import type { ArticleProps } from './article-props.ts';
import { Claim } from './claim.ts';

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
    groups.map((group) =>
      h(
        Fragment,
        { key: group.claims[0]?.number },
        group.heading === '' ? null : h('h3', {}, group.heading),
        section.layout === 'prose'
          ? h(Prose, { ...props, claims: group.claims })
          : h(List, { ...props, claims: group.claims }),
      ),
    ),
  );
}

type ClaimsProps = SectionProps & { readonly claims: readonly ReadClaim[] };

function Prose({ claims, ...props }: ClaimsProps): JSX.Element {
  const holdsOpen = claims.some(({ number }) => number === props.opened?.claim);
  return h(
    Fragment,
    {},
    h(
      'p',
      {},
      claims.map((claim) => [h(Claim, { key: claim.number, claim, ...props }), ' ']),
    ),
    holdsOpen ? props.panel : null,
  );
}

function List({ claims, ...props }: ClaimsProps): JSX.Element {
  return h(
    'ul',
    { class: 'claims' },
    claims.map((claim) =>
      h(
        'li',
        { key: claim.number },
        h(Claim, { claim, ...props }),
        props.opened?.claim === claim.number ? props.panel : null,
      ),
    ),
  );
}
