import type { ComparedClaim, ReportComparison } from '@plumbline/contracts/report/report-comparison';
import { type ComponentChildren, Fragment, h, type JSX } from 'preact';
import { addressOfClaim } from '../models/comparison.ts';
import { SourceWords } from '../parts/prose.ts';
import { useWords } from '../parts/words-context.ts';
import { ClaimMark } from '../read/evidence.ts';

interface Compared {
  readonly comparison: ReportComparison;
}

/** Claims in other words on the same quotation, or those in the same words. */
export function Pairs({ comparison, of }: Compared & { readonly of: 'sameEvidence' | 'both' }): JSX.Element {
  const { compare } = useWords();
  const pairs = comparison.claims[of].map(({ a, b }) => h(Pair, { key: a.numbers[0], comparison, a, b }));
  const { heading, none } = compare.pairs[of];
  return h(Part, { name: of, heading }, pairs.length === 0 ? h('p', { class: 'quiet' }, none) : pairs);
}

/** What only one report says: each report has its own column. */
export function Alone({ comparison }: Compared): JSX.Element {
  const { compare } = useWords();
  const { onlyA, onlyB } = comparison.claims;
  const side = (side: 'a' | 'b', claims: readonly ComparedClaim[]) =>
    h(
      'div',
      { class: 'side' },
      h('h3', {}, compare.side(side)),
      claims.length === 0 ? h('p', { class: 'quiet' }, compare.noneAlone) : null,
      claims.map((claim) => h(Said, { key: claim.numbers[0], comparison, side, claim })),
    );
  return h(
    Part,
    { name: 'alone', heading: compare.alone },
    h('div', { class: 'sides' }, side('a', onlyA), side('b', onlyB)),
  );
}

/** A part of the comparison under its heading. */
function Part({
  name,
  heading,
  children,
}: {
  readonly name: string;
  readonly heading: string;
  readonly children?: ComponentChildren;
}): JSX.Element {
  return h(
    'section',
    { 'aria-labelledby': `compared-${name}` },
    h('h2', { id: `compared-${name}` }, heading),
    children,
  );
}

type PairProps = Compared & { readonly a: ComparedClaim; readonly b: ComparedClaim };

/** Two claims that belong together; words that both share are shown once. */
function Pair({ comparison, a, b }: PairProps): JSX.Element {
  const { compare } = useWords();
  if (a.text === b.text) {
    return h(
      'div',
      { class: 'pair' },
      h('p', { lang: comparison.a.language }, h(SourceWords, { text: a.text })),
      h('p', { class: 'quiet' }, [
        `${compare.sameWords}: `,
        h(Place, { comparison, side: 'a', claim: a }),
        ', ',
        h(Place, { comparison, side: 'b', claim: b }),
      ]),
    );
  }
  return h(
    'div',
    { class: 'pair sides' },
    h(Said, { comparison, side: 'a', claim: a }),
    h(Said, { comparison, side: 'b', claim: b }),
  );
}

type SaidProps = Compared & { readonly side: 'a' | 'b'; readonly claim: ComparedClaim };

/** What one report says. */
function Said(props: SaidProps): JSX.Element {
  const { comparison, side, claim } = props;
  return h(
    'div',
    { class: 'said' },
    h('p', { lang: comparison[side].language }, h(SourceWords, { text: claim.text })),
    h('p', { class: 'quiet' }, h(Place, props)),
  );
}

function Place({ comparison, side, claim }: SaidProps): JSX.Element {
  const { compare } = useWords();
  const [number = 0] = claim.numbers;
  const { researchId } = comparison[side];
  return h(
    Fragment,
    {},
    h('a', { href: addressOfClaim(researchId, claim) }, `${side.toUpperCase()}: ${compare.claim(number)}`),
    claim.citations.map((citation) => h(ClaimMark, { key: citation, researchId, claim: number, citation })),
  );
}
