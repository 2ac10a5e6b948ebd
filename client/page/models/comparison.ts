import type { ComparedClaim, ReportComparison } from '../../../workflows/contracts/report/report-comparison.ts';
import type { SettingValue } from '../../../workflows/contracts/settings/setting.ts';
import { hashOfCitation, type OpenCitation, pathOfRun } from './route.ts';

/** A row of a table of two sides. */
export interface ComparedRow<Name extends string = string> {
  readonly name: Name;
  readonly a: number;
  readonly b: number;
}

const COSTS = ['searches', 'pages', 'modelCalls', 'modelTokens', 'money', 'workedSeconds'] as const;
const SCORES = ['queryAdherence', 'completeness', 'citationSupport', 'quoteExactness', 'languagePurity'] as const;

export function comparedCosts({ a, b }: Pick<ReportComparison, 'a' | 'b'>): ComparedRow<(typeof COSTS)[number]>[] {
  return COSTS.map((name) => ({ name, a: a.costs[name], b: b.costs[name] }));
}

/** Scores in percent; null where a report had no claim to judge. */
export function comparedScores({ a, b }: Pick<ReportComparison, 'a' | 'b'>) {
  if (a.scores === null && b.scores === null) return [];
  return SCORES.map((name) => ({ name, a: a.scores?.[name] ?? null, b: b.scores?.[name] ?? null }));
}

/** Runs with a report, but this one. */
export function comparableRuns<Run extends { readonly researchId: string; readonly stage: string | null }>(
  runs: readonly Run[],
  researchId: string,
): Run[] {
  const isFinished = ({ stage }: Run): boolean => stage === 'published' || stage === 'stopped';
  return runs.filter((run) => run.researchId !== researchId && isFinished(run));
}

/** Address of a claim in its report, with its source open if it has one. */
export function addressOfClaim(researchId: string, { numbers, citations }: ComparedClaim): string {
  const [claim] = numbers;
  const [citation] = citations;
  const opened: OpenCitation | null = claim === undefined || citation === undefined ? null : { claim, citation };
  return `${pathOfRun(researchId)}${opened === null ? '' : hashOfCitation(opened)}`;
}

/** @param none shown for a setting that is not set */
export function settingText(value: SettingValue, none: string): string {
  if (value === null) return none;
  return Array.isArray(value) ? value.join(', ') : `${value}`;
}
