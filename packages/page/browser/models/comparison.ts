import type { ComparedClaim, ReportComparison } from '@plumbline/contracts/report/report-comparison';
import type { SettingValue } from '@plumbline/contracts/settings/setting';
import { hashOfCitation, type OpenCitation, pathOfRun } from './route.ts';

/** A row of a table of two sides. */
export interface ComparedRow<Name extends string = string> {
  readonly name: Name;
  readonly a: number;
  readonly b: number;
}

const COSTS = ['searches', 'pages', 'modelCalls', 'modelTokens', 'money', 'workedSeconds'] as const;
const TRUSTED = ['equal', 'confirmed', 'unsure', 'leftOut', 'notJudged'] as const;

export function comparedCosts({ a, b }: Pick<ReportComparison, 'a' | 'b'>): ComparedRow<(typeof COSTS)[number]>[] {
  return COSTS.map((name) => ({ name, a: a.costs[name], b: b.costs[name] }));
}

/** What the trust of both is made of. */
export function comparedTrust({ a, b }: Pick<ReportComparison, 'a' | 'b'>): ComparedRow<(typeof TRUSTED)[number]>[] {
  return TRUSTED.map((name) => ({ name, a: a.trust[name], b: b.trust[name] }));
}

interface Comparable {
  readonly researchId: string;
  readonly stage: string | null;
  readonly corpusId: string | null;
}

/** Runs with a report, but this one; those on the same folders first. */
export function comparableRuns<Run extends Comparable>(runs: readonly Run[], researchId: string): Run[] {
  const corpusId = runs.find((run) => run.researchId === researchId)?.corpusId ?? null;
  const others = runs.filter(
    ({ researchId: id, stage }) => id !== researchId && (stage === 'published' || stage === 'stopped'),
  );
  const isAlike = (run: Run): boolean => corpusId !== null && run.corpusId === corpusId;
  return [...others.filter(isAlike), ...others.filter((run) => !isAlike(run))];
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
