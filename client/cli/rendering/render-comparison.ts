import { counted } from '@plumbline/contracts/common/counted';
import type { ComparedClaim, ComparedRun, ReportComparison } from '@plumbline/contracts/report/report-comparison';
import type { SettingValue } from '@plumbline/contracts/settings/setting';
import { findReport } from '../../runs/find-report.ts';
import type { CommandContext } from '../context/command-context.ts';
import { resolveRun } from '../runs/find-run.ts';
import { hang, layoutTable, toPlainLine } from '../terminal/text-layout.ts';

/** `report --against`: what two reports have in common, and where they differ. */
export async function compare(context: CommandContext, a: string | undefined, b: string): Promise<void> {
  const [own, other] = [await resolveRun(context, a, ({ hasReport }) => hasReport), await resolveRun(context, b)];
  const [reportA, reportB] = [await findReport(context, own), await findReport(context, other)];
  const comparison = await (await context.tools()).compareReports(reportA, reportB);
  context.output.result(comparison, () => renderComparison(comparison, context.columns));
}

/** What two reports have in common, and where they differ; differences first. */
export function renderComparison(comparison: ReportComparison, columns: number): string {
  const { a, b, isEqual, claims, sources } = comparison;
  const header = [headOf('a', a), headOf('b', b), ''];
  if (isEqual) {
    const common = `${counted(claims.both.length, 'claim')} and ${counted(sources.both.length, 'source')} in both`;
    return [...header, `no difference: ${common}`].join('\n');
  }
  const parts = [
    ...claimParts(comparison, columns),
    ...sourceParts(comparison),
    part('Figures', figuresOf(a, b)),
    part('Settings that differ', settingsOf(comparison)),
  ];
  return [
    ...header,
    parts
      .filter((lines) => lines.length > 0)
      .map((lines) => lines.join('\n'))
      .join('\n\n'),
  ].join('\n');
}

function headOf(side: string, { researchId, question, outcome, publishedAt }: ComparedRun): string {
  const state = outcome === 'stopped' ? ', stopped early' : '';
  return `${side}: ${toPlainLine(researchId)} (${toPlainLine(publishedAt)}${state}): ${toPlainLine(question)}`;
}

/** Empty if there is nothing to show. */
function part(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines];
}

function claimParts({ claims }: ReportComparison, columns: number): string[][] {
  const { both, sameEvidence, onlyA, onlyB } = claims;
  const alone = (claim: ComparedClaim) => claimLines('', claim, columns);
  return [
    part(
      `Claims on the same quotation, in other words: ${sameEvidence.length}`,
      sameEvidence.flatMap(({ a, b }) => [...claimLines('a', a, columns), ...claimLines('b', b, columns)]),
    ),
    part(`Claims only in a: ${onlyA.length}`, onlyA.flatMap(alone)),
    part(`Claims only in b: ${onlyB.length}`, onlyB.flatMap(alone)),
    part(
      `Claims in both: ${both.length}`,
      both.flatMap(({ a, b }) => commonLines(a, b, columns)),
    ),
  ];
}

function claimLines(side: string, claim: ComparedClaim, columns: number): string[] {
  return hang(`${INDENT}${`${side} ${claim.numbers.join(', ')}. `.trimStart()}`, claim.text, columns);
}

/** The numbers of both reports, once where they are the same. */
function commonLines(a: ComparedClaim, b: ComparedClaim, columns: number): string[] {
  const [own, other] = [a.numbers.join(', '), b.numbers.join(', ')];
  return hang(`${INDENT}${own === other ? `${own}. ` : `a ${own}; b ${other}. `}`, a.text, columns);
}

const INDENT = '    ';

function sourceParts({ sources }: ReportComparison): string[][] {
  const place = ({ locator }: { readonly locator: string }) => `${INDENT}${toPlainLine(locator)}`;
  return [
    part(`Sources only in a: ${sources.onlyA.length}`, sources.onlyA.map(place)),
    part(`Sources only in b: ${sources.onlyB.length}`, sources.onlyB.map(place)),
    part(
      `Sources in both: ${sources.both.length}`,
      sources.both.map(({ a, b, isSameText }) => {
        const moved = a.locator === b.locator ? '' : `, in b ${toPlainLine(b.locator)}`;
        return `${place(a)}${moved}${isSameText ? '' : ', with another text'}`;
      }),
    ),
  ];
}

/** A row for each figure, equal or not: how alike two runs were tells as much. */
function figuresOf(a: ComparedRun, b: ComparedRun): string[] {
  const rows: readonly (readonly [string, string, string])[] = [
    ['', 'a', 'b'],
    ['engine', a.engine, b.engine],
    ['language', a.language, b.language],
    ...COSTS.map(([label, show]) => [label, show(a), show(b)] as const),
    ...TRUSTED.map(([label, name]) => [label, String(a.trust[name]), String(b.trust[name])] as const),
  ];
  return layoutTable(rows, Number.POSITIVE_INFINITY).map((row) => `${INDENT}${row}`);
}

const COSTS: readonly (readonly [string, (run: ComparedRun) => string])[] = [
  ['searches', ({ costs }) => String(costs.searches)],
  ['pages', ({ costs }) => String(costs.pages)],
  ['model calls', ({ costs }) => String(costs.modelCalls)],
  ['model tokens', ({ costs }) => String(costs.modelTokens)],
  ['US dollars', ({ costs }) => costs.money.toFixed(4)],
  ['worked seconds', ({ costs }) => String(costs.workedSeconds)],
];

const TRUSTED = [
  ['quotations equal', 'equal'],
  ['confirmed', 'confirmed'],
  ['unsure', 'unsure'],
  ['left out', 'leftOut'],
  ['not judged', 'notJudged'],
] as const;

function settingsOf({ settings }: ReportComparison): string[] {
  return settings.map(({ name, a, b }) => `${INDENT}${toPlainLine(name)}: a ${valueOf(a)}, b ${valueOf(b)}`);
}

function valueOf(value: SettingValue): string {
  if (value === null) return 'not set';
  return toPlainLine(Array.isArray(value) ? `[${value.join(', ')}]` : String(value));
}
