import type { ComparedSource, ReportComparison } from '@plumbline/contracts/report/report-comparison';
import { Fragment, type JSX, h } from 'preact';
import type { ListedRun } from '../api/api-types.ts';
import { comparableRuns, comparedCosts, comparedTrust, settingText } from '../models/comparison.ts';
import { pathOfComparison, pathOfRun } from '../models/route.ts';
import { dateIn } from '../models/times.ts';
import { Ago } from '../parts/ago.ts';
import { useApi } from '../parts/api-context.ts';
import { Awaited, useLoaded } from '../parts/loading.ts';
import { follow, useTitle } from '../parts/router.ts';
import { Table } from '../parts/table.ts';
import { useWords } from '../parts/words-context.ts';
import { EvidenceHost } from '../read/evidence.ts';
import { Alone, Pairs } from './compared-claims.ts';

interface Compared {
  readonly comparison: ReportComparison;
}

/** Two finished reports side by side; on a small screen below each other. */
export function CompareView({ a, b }: { readonly a: string; readonly b: string }): JSX.Element {
  const api = useApi();
  const { compare } = useWords();
  const [loaded, again] = useLoaded(`${a}\n${b}`, () => api.compareReports(a, b));
  useTitle(compare.heading);
  return h(
    EvidenceHost,
    { form: 'over' },
    h(
      'div',
      { class: 'compare' },
      h('h1', {}, compare.heading),
      h(Awaited<ReportComparison>, { loaded, again, show: (comparison) => h(Comparison, { comparison }) }),
    ),
  );
}

function Comparison({ comparison }: Compared): JSX.Element {
  return h(
    Fragment,
    {},
    h(Heads, { comparison }),
    h(Pairs, { comparison, of: 'sameEvidence' }),
    h(Alone, { comparison }),
    h(Pairs, { comparison, of: 'both' }),
    h(ComparedSources, { comparison }),
    h(ComparedFigures, { comparison }),
    h(ComparedSettings, { comparison }),
  );
}

/** Which two reports these are, and ways to others. */
function Heads({ comparison }: Compared): JSX.Element {
  const { compare } = useWords();
  const { a, b, claims, isEqual } = comparison;
  const { sameEvidence, both, onlyA, onlyB } = claims;
  const told = isEqual ? compare.equal : compare.summary(sameEvidence.length, both.length, onlyA.length, onlyB.length);
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
  const { compare, published, language } = useWords();
  return h(
    'div',
    { class: 'side' },
    h('p', { class: 'quiet' }, compare.side(side)),
    h('h2', { lang: run.language }, h('a', { href: pathOfRun(run.researchId), onClick: follow }, run.question)),
    h('p', { class: 'quiet' }, `${published(dateIn(language, run.publishedAt))} · ${compare.engines[run.engine]}`),
  );
}

type Sources = ReportComparison['sources'];

/** What only one report read, and what both did. */
function ComparedSources({ comparison }: { readonly comparison: ReportComparison }): JSX.Element {
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

/** Asks which report a report is to be compared with. */
export function ChooseView({ researchId }: { readonly researchId: string }): JSX.Element {
  const { compare } = useWords();
  const api = useApi();
  const [loaded, again] = useLoaded('comparable', () => api.listRuns());
  useTitle(compare.with);
  return h(
    'div',
    { class: 'column' },
    h('h1', {}, compare.with),
    h(Awaited<readonly ListedRun[]>, {
      loaded,
      again,
      show: (runs) => h(Choice, { researchId, runs }),
    }),
  );
}

function Choice({ researchId, runs }: { readonly researchId: string; readonly runs: readonly ListedRun[] }) {
  const { compare } = useWords();
  const own = runs.find((run) => run.researchId === researchId);
  const others = comparableRuns(runs, researchId);
  return [
    h('p', { key: 'own' }, h('a', { href: pathOfRun(researchId), onClick: follow }, own?.question ?? researchId)),
    h('h2', { key: 'choose' }, compare.choose),
    others.length === 0
      ? h('p', { key: 'none', class: 'quiet' }, compare.noOther)
      : h(
          'ul',
          { key: 'others', class: 'runs' },
          others.map((run) =>
            h(
              'li',
              { key: run.researchId },
              h('a', { href: pathOfComparison(researchId, run.researchId), onClick: follow }, run.question),
              h('p', { class: 'quiet' }, h(Ago, { time: run.startedAt }), ` · ${run.researchId}`),
            ),
          ),
        ),
  ];
}

/** Costs and quality of both. */
function ComparedFigures({ comparison }: Compared): JSX.Element {
  const { compare, live, trust, language } = useWords();
  const costs = { ...live.limits, workedSeconds: compare.workedSeconds };
  const { a, b } = comparison;
  const write = new Intl.NumberFormat(language, { maximumFractionDigits: 4 });
  return h(
    'section',
    { 'aria-labelledby': 'compared-figures' },
    h('h2', { id: 'compared-figures' }, compare.figures),
    h(Table, {
      caption: compare.figures,
      columns: [compare.figure, compare.side('a'), compare.side('b')],
      rows: [
        [compare.engine, compare.engines[a.engine], compare.engines[b.engine]],
        [compare.outcome, compare.outcomes[a.outcome], compare.outcomes[b.outcome]],
        ...comparedCosts(comparison).map((row) => [costs[row.name], write.format(row.a), write.format(row.b)]),
        ...comparedTrust(comparison).map((row) => [trust[row.name], write.format(row.a), write.format(row.b)]),
      ],
    }),
  );
}

/** What was asked for otherwise. */
function ComparedSettings({ comparison: { settings } }: Compared): JSX.Element {
  const { compare } = useWords();
  return h(
    'section',
    { 'aria-labelledby': 'compared-settings' },
    h('h2', { id: 'compared-settings' }, compare.settings),
    settings.length === 0
      ? h('p', { class: 'quiet' }, compare.noneSettings)
      : h(Table, {
          caption: compare.settings,
          columns: [compare.setting, compare.side('a'), compare.side('b')],
          rows: settings.map(({ name, a, b }) => [
            name,
            settingText(a, compare.notSet),
            settingText(b, compare.notSet),
          ]),
        }),
  );
}
