import { h, type JSX } from 'preact';
import type { ComparedSource, ReportComparison } from '../../../workflows/contracts/report-comparison.ts';
import { useWords } from '../parts/words-context.ts';

type Sources = ReportComparison['sources'];

/** What only one report read, and what both did. */
export function ComparedSources({ comparison }: { readonly comparison: ReportComparison }): JSX.Element {
  const { compare } = useWords();
  const { both, onlyA, onlyB } = comparison.sources;
  const side = (side: 'a' | 'b', sources: readonly ComparedSource[]) =>
    h(
      'div',
      { class: 'side' },
      h('h4', {}, compare.side(side)),
      sources.length === 0
        ? h('p', { class: 'quiet' }, compare.noneAlone)
        : h(
            'ul',
            {},
            sources.map((source) => h('li', { key: source.locator }, nameOf(source))),
          ),
    );
  return h(
    'section',
    { 'aria-labelledby': 'compared-sources' },
    h('h2', { id: 'compared-sources' }, compare.sources),
    h('h3', {}, compare.sourcesAlone),
    h('div', { class: 'sides' }, side('a', onlyA), side('b', onlyB)),
    both.length === 0
      ? null
      : h('details', {}, h('summary', {}, `${compare.sourcesBoth} (${both.length})`), h(OfBoth, { both })),
  );
}

function OfBoth({ both }: Pick<Sources, 'both'>): JSX.Element {
  const { compare } = useWords();
  return h(
    'ul',
    {},
    both.map(({ a, b, isSameText }) =>
      h(
        'li',
        { key: `${a.locator}\n${b.locator}` },
        a.locator === b.locator ? nameOf(a) : `${nameOf(a)} = ${b.locator}`,
        isSameText ? null : h('span', { class: 'quiet' }, ` – ${compare.otherText}`),
      ),
    ),
  );
}

function nameOf({ title, locator }: ComparedSource): string {
  return title === '' || title === locator ? locator : `${title} (${locator})`;
}
