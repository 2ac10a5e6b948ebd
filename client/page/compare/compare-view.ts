import { Fragment, h, type JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ReportComparison } from '../../../workflows/contracts/report-comparison.ts';
import { pathOfComparison, pathOfRun } from '../models/route.ts';
import { useApi } from '../parts/api-context.ts';
import { Awaited, useLoaded } from '../parts/loading.ts';
import { follow } from '../parts/router.ts';
import { useWords } from '../parts/words-context.ts';
import { Alone, Both, Contradicting } from './compared-claims.ts';
import { ComparedFigures, ComparedSettings } from './compared-figures.ts';
import { ComparedSources } from './compared-sources.ts';

interface Compared {
  readonly comparison: ReportComparison;
}

/** Two finished reports side by side; on a small screen below each other. */
export function CompareView({ a, b }: { readonly a: string; readonly b: string }): JSX.Element {
  const api = useApi();
  const { compare } = useWords();
  const [loaded, again] = useLoaded(`${a}\n${b}`, () => api.compareReports(a, b));
  useEffect(() => {
    document.title = `${compare.heading} – Plumbline`;
  }, [compare]);
  return h(
    'div',
    { class: 'compare' },
    h('h1', {}, compare.heading),
    h(Awaited<ReportComparison>, { loaded, again, show: (comparison) => h(Comparison, { comparison }) }),
  );
}

function Comparison({ comparison }: Compared): JSX.Element {
  return h(
    Fragment,
    {},
    h(Heads, { comparison }),
    h(Contradicting, { comparison }),
    h(Alone, { comparison }),
    h(Both, { comparison }),
    h(ComparedSources, { comparison }),
    h(ComparedFigures, { comparison }),
    h(ComparedSettings, { comparison }),
  );
}

/** Which two reports these are, and ways to others. */
function Heads({ comparison }: Compared): JSX.Element {
  const { compare } = useWords();
  const { a, b, claims, isEqual } = comparison;
  const { contradicting, both, onlyA, onlyB } = claims;
  const told = isEqual ? compare.equal : compare.summary(contradicting.length, both.length, onlyA.length, onlyB.length);
  return h(
    Fragment,
    {},
    h('div', { class: 'sides' }, h(Head, { side: 'a', run: a }), h(Head, { side: 'b', run: b })),
    h(
      'p',
      { class: 'quiet ways' },
      h('a', { href: pathOfComparison(b.researchId, a.researchId), onClick: follow }, compare.exchange),
      h('a', { href: pathOfComparison(a.researchId), onClick: follow }, compare.chooseOther),
    ),
    h('p', { class: 'told' }, told),
  );
}

function Head({ side, run }: { readonly side: 'a' | 'b'; readonly run: ReportComparison['a'] }): JSX.Element {
  const { compare, published } = useWords();
  return h(
    'div',
    { class: 'side' },
    h('p', { class: 'quiet' }, compare.side(side)),
    h('h2', { lang: run.language }, h('a', { href: pathOfRun(run.researchId), onClick: follow }, run.question)),
    h('p', { class: 'quiet' }, `${published(run.publishedAt.slice(0, 10))} · ${compare.engines[run.engine]}`),
  );
}
