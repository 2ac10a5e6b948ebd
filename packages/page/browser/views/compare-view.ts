import type { ComparedClaim, ComparedSource, ReportComparison } from '@plumbline/contracts/report/report-comparison';
import { type ComponentChildren, Fragment, h, type JSX } from 'preact';
import type { ListedRun } from '../api/api-types.ts';
import { addressOfClaim, comparableRuns, comparedCosts, comparedTrust, settingText } from '../models/comparison.ts';
import { pathOfComparison, pathOfRun } from '../models/route.ts';
import { dateIn } from '../models/times.ts';
import { Ago } from '../parts/ago.ts';
import { useApi } from '../parts/api-context.ts';
import { Table, list } from '../parts/lists.ts';
import { Awaited, useLoaded } from '../parts/loading.ts';
import { SourceWords } from '../parts/prose.ts';
import { follow, useTitle, View } from '../parts/router.ts';
import { useWords } from '../parts/words-context.ts';
import { ClaimMark, EvidenceHost } from '../read/evidence.ts';

interface Compared {
  readonly comparison: ReportComparison;
}
type Side = 'a' | 'b';

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
  const { compare } = useWords();
  const { claims, isEqual } = comparison;
  const { sameEvidence, both, onlyA, onlyB } = claims;
  const told = isEqual ? compare.equal : compare.summary(sameEvidence.length, both.length, onlyA.length, onlyB.length);
  const pairs = (list: typeof both) =>
    list.map(({ a, b }) => h(Claims, { key: a.numbers[0], kind: 'pair', comparison, a: [a], b: [b] }));
  return h(
    Fragment,
    {},
    h(Heads, { comparison }),
    h('p', { class: 'told' }, told),
    h(Part, { name: 'sameEvidence', heading: compare.sameEvidence }, pairs(sameEvidence)),
    h(Part, { name: 'alone', heading: compare.alone }, h(Claims, { comparison, a: onlyA, b: onlyB })),
    h(Part, { name: 'both', heading: compare.both }, pairs(both)),
    h(Part, { name: 'sources', heading: compare.sources }, h(ComparedSources, { comparison })),
    h(Part, { name: 'figures', heading: compare.figures }, h(ComparedFigures, { comparison })),
  );
}

interface PartProps {
  readonly name: string;
  readonly heading: string;
  readonly children?: ComponentChildren;
}

/** A part of the comparison under its heading. */
function Part({ name, heading, children }: PartProps): JSX.Element {
  const { compare } = useWords();
  const id = `compared-${name}`;
  const isEmpty = Array.isArray(children) && children.length === 0;
  return h(
    'section',
    { 'aria-labelledby': id },
    h('h2', { id }, heading),
    isEmpty ? h('p', { class: 'quiet' }, compare.none) : children,
  );
}

/** Two columns; one of them may have nothing to show. */
function Sides({ a, b, kind = '' }: Readonly<Record<Side, ComponentChildren>> & { readonly kind?: string }) {
  const { compare } = useWords();
  const column = (shown: ComponentChildren) =>
    h('div', { class: 'side' }, shown ?? h('p', { class: 'quiet' }, compare.none));
  return h('div', { class: `sides ${kind}` }, column(a), column(b));
}

/** Which two reports these are, and ways to others. */
function Heads({ comparison: { a, b } }: Compared): JSX.Element {
  const { compare, published, language } = useWords();
  const head = (run: ReportComparison['a'], side: Side) => [
    h('p', { key: 'side', class: 'quiet' }, compare.side(side)),
    h(
      'h2',
      { key: 'question', lang: run.language },
      h('a', { href: pathOfRun(run.researchId), onClick: follow }, run.question),
    ),
    h('p', { key: 'date', class: 'quiet' }, published(dateIn(language, run.publishedAt))),
  ];
  return h(
    Fragment,
    {},
    h(Sides, { a: head(a, 'a'), b: head(b, 'b') }),
    h(
      'p',
      { class: 'quiet ways' },
      h('a', { href: pathOfComparison(b.researchId, a.researchId), onClick: follow }, compare.exchange),
      h('a', { href: pathOfComparison(a.researchId), onClick: follow }, compare.chooseOther),
    ),
  );
}

type ClaimsProps = Compared & Readonly<Record<Side, readonly ComparedClaim[]>> & { readonly kind?: string };

/** Claims of both reports, side by side. */
function Claims({ comparison, a, b, kind = 'alone' }: ClaimsProps): JSX.Element {
  const { compare } = useWords();
  const said = (side: Side, claims: readonly ComparedClaim[]) => {
    const { researchId, language } = comparison[side];
    return claims.map((claim) => [
      h('p', { lang: language }, h(SourceWords, { text: claim.text })),
      h('p', { class: 'quiet said' }, [
        h('a', { href: addressOfClaim(researchId, claim) }, compare.claim(side, claim.numbers[0] ?? 0)),
        claim.citations.map((citation) =>
          h(ClaimMark, { key: citation, researchId, claim: claim.numbers[0] ?? 0, citation }),
        ),
      ]),
    ]);
  };
  return h(Sides, {
    kind,
    a: a.length === 0 ? null : said('a', a),
    b: b.length === 0 ? null : said('b', b),
  });
}

/** What only one report read, and what both did. */
function ComparedSources({ comparison: { sources } }: Compared): JSX.Element {
  const { compare } = useWords();
  const { both, onlyA, onlyB } = sources;
  const alone = (of: readonly ComparedSource[]) => (of.length === 0 ? null : list(of, nameOf));
  const shared = list(both, ({ a, b, isSameText }) => [
    a.locator === b.locator ? nameOf(a) : `${nameOf(a)} = ${b.locator}`,
    isSameText ? null : h('span', { class: 'quiet' }, ` – ${compare.otherText}`),
  ]);
  return h(
    Fragment,
    {},
    h('h3', {}, compare.sourcesAlone),
    h(Sides, { a: alone(onlyA), b: alone(onlyB) }),
    both.length === 0 ? null : h('details', {}, h('summary', {}, `${compare.sourcesBoth} (${both.length})`), shared),
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
  const show = (runs: readonly ListedRun[]) => h(Choice, { researchId, runs });
  return h(View, { heading: compare.with }, h(Awaited<readonly ListedRun[]>, { loaded, again, show }));
}

function Choice({ researchId, runs }: { readonly researchId: string; readonly runs: readonly ListedRun[] }) {
  const { compare } = useWords();
  const own = runs.find((run) => run.researchId === researchId);
  const others = comparableRuns(runs, researchId);
  const show = (run: ListedRun) => [
    h('a', { href: pathOfComparison(researchId, run.researchId), onClick: follow }, run.question),
    h('p', { class: 'quiet' }, h(Ago, { time: run.startedAt })),
  ];
  return [
    h('p', { key: 'own' }, h('a', { href: pathOfRun(researchId), onClick: follow }, own?.question ?? researchId)),
    h('h2', { key: 'choose' }, compare.choose),
    others.length === 0
      ? h('p', { key: 'none', class: 'quiet' }, compare.noOther)
      : list(others, show, { key: 'others', class: 'runs' }),
  ];
}

/** How both ended, their costs and quality, and what was asked for otherwise. */
function ComparedFigures({ comparison }: Compared): JSX.Element {
  const { compare, live, trust, language } = useWords();
  const { a, b, settings } = comparison;
  const costs = { ...live.limits, workedSeconds: compare.workedSeconds };
  const write = new Intl.NumberFormat(language, { maximumFractionDigits: 4 });
  return h(Table, {
    caption: compare.figures,
    columns: [compare.figure, compare.side('a'), compare.side('b')],
    rows: [
      [compare.engine, compare.engines[a.engine], compare.engines[b.engine]],
      [compare.outcome, compare.outcomes[a.outcome], compare.outcomes[b.outcome]],
      ...comparedCosts(comparison).map((row) => [costs[row.name], write.format(row.a), write.format(row.b)]),
      ...comparedTrust(comparison).map((row) => [trust[row.name], write.format(row.a), write.format(row.b)]),
      ...settings.map(({ name, a, b }) => [name, settingText(a, compare.notSet), settingText(b, compare.notSet)]),
    ],
  });
}
