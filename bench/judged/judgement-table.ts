import { renderTable } from '../answers/figure-table.ts';
import { type Judged, SCORES, type Verdict } from './judgements.ts';

type Side = 'ours' | 'second';

/** The table of judgements: a row for each question, and one for all. */
export function renderJudgements(judged: readonly Judged[]): string {
  const header = ['question', ...SCORES, 'mean', 'difference', 'preferred', 'supported', 'first paragraph', 'false'];
  return renderTable(header, [...judged.map((one) => rowOf(one.id, [one])), rowOf('all', judged)]);
}

/** What the JSON holds of all judgements. */
export function summariseJudgements(judged: readonly Judged[]) {
  const means = { ours: meanScore(judged, 'ours'), second: meanScore(judged, 'second') };
  return {
    pairs: judged.length,
    meanOfOurs: means.ours,
    meanOfSecond: means.second,
    difference: means.ours - means.second,
    preferred: countPreferred(judged),
    citations: { ours: citationsOf(judged, 'ours'), second: citationsOf(judged, 'second') },
    firstParagraphAnswers: { ours: answering(judged, 'ours'), second: answering(judged, 'second') },
    falseStatements: { ours: falseIn(judged, 'ours'), second: falseIn(judged, 'second') },
  };
}

/** Each cell: ours, and the second behind a double bar. */
function rowOf(name: string, judged: readonly Judged[]): string[] {
  const both = (show: (side: Side) => string): string => `${show('ours')} ‖ ${show('second')}`;
  const summary = summariseJudgements(judged);
  const { ours, equal, second } = summary.preferred;
  const [only] = judged;
  return [
    name,
    ...SCORES.map((score) => both((side) => meanOf(judged, side, (verdict) => verdict[score]).toFixed(1))),
    both((side) => meanScore(judged, side).toFixed(2)),
    `${summary.difference >= 0 ? '+' : '−'}${Math.abs(summary.difference).toFixed(2)}`,
    judged.length === 1 && only !== undefined ? only.preferred : `ours ${ours}, equal ${equal}, second ${second}`,
    both((side) => showCitations(summary.citations[side])),
    both((side) => `${summary.firstParagraphAnswers[side]} of ${judged.length}`),
    both((side) => String(summary.falseStatements[side])),
  ];
}

function showCitations({ supported, partly, not }: Verdict['citations']): string {
  return `${supported} of ${supported + partly + not}, ${not} not`;
}

function meanScore(judged: readonly Judged[], side: Side): number {
  return meanOf(judged, side, (verdict) => SCORES.reduce((sum, score) => sum + verdict[score], 0) / SCORES.length);
}

function meanOf(judged: readonly Judged[], side: Side, value: (verdict: Verdict) => number): number {
  return judged.reduce((sum, one) => sum + value(one[side]), 0) / Math.max(1, judged.length);
}

function countPreferred(judged: readonly Judged[]): Record<Judged['preferred'], number> {
  const count = (whose: Judged['preferred']): number => judged.filter(({ preferred }) => preferred === whose).length;
  return { ours: count('ours'), equal: count('equal'), second: count('second') };
}

function citationsOf(judged: readonly Judged[], side: Side): Verdict['citations'] {
  const sum = (kind: keyof Verdict['citations']): number =>
    judged.reduce((total, one) => total + one[side].citations[kind], 0);
  return { supported: sum('supported'), partly: sum('partly'), not: sum('not') };
}

function answering(judged: readonly Judged[], side: Side): number {
  return judged.filter((one) => one[side].firstParagraphAnswers).length;
}

function falseIn(judged: readonly Judged[], side: Side): number {
  return judged.reduce((total, one) => total + one[side].falseStatements.length, 0);
}
