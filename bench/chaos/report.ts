import { percentile } from '../figure.ts';
import type { CellOutcome } from './cell.ts';
import { INSTANTS } from './point.ts';

export interface Totals {
  readonly cells: number;
  readonly failed: number;
  readonly skipped: number;
  readonly findingsLost: number;
  readonly completedCallsRepeated: number;
  /** Seconds; null where nothing had to resume. */
  readonly resumeP50: number | null;
  readonly resumeMax: number | null;
}

export function totalsOf(outcomes: readonly CellOutcome[]): Totals {
  const resumed = outcomes.flatMap(({ resumeSeconds }) => resumeSeconds);
  const sum = (count: (outcome: CellOutcome) => number): number =>
    outcomes.reduce((total, outcome) => total + count(outcome), 0);
  return {
    cells: outcomes.length,
    failed: outcomes.filter(({ ok }) => !ok).length,
    skipped: outcomes.filter(({ skipped }) => skipped !== null).length,
    findingsLost: sum(({ findingsLost }) => findingsLost),
    completedCallsRepeated: sum(({ completedCallsRepeated }) => completedCallsRepeated),
    resumeP50: resumed.length === 0 ? null : round(percentile(resumed, 0.5)),
    resumeMax: resumed.length === 0 ? null : round(Math.max(...resumed)),
  };
}

/** One line for a cell that is over. */
export function renderCell({ target, activity, instant, ...outcome }: CellOutcome): string {
  const { ok, skipped, seconds, resumeSeconds, inFlightCallsRepeated, problems } = outcome;
  const name = [target, activity, instant].filter(Boolean).join(' · ');
  if (skipped !== null) return `skipped  ${name}: ${skipped}`;
  const resumed = resumeSeconds.map((value) => `${value.toFixed(1)} s`).join(', ');
  const repeated = inFlightCallsRepeated === 0 ? '' : `, ${inFlightCallsRepeated} in flight asked again`;
  const head = `${ok ? 'ok      ' : 'FAILED  '} ${name} (${seconds.toFixed(0)} s, resumed after ${resumed || '–'}${repeated})`;
  return [head, ...problems.map((problem) => `           ${problem}`)].join('\n');
}

/** A table for each victim: rows are activities, columns instants; then the special cases, one a line. */
export function renderMatrix(outcomes: readonly CellOutcome[]): string {
  return [...Map.groupBy(outcomes, ({ target }) => target)]
    .map(([target, cells]) => [`\n${target}`, renderTarget(cells)].join('\n'))
    .join('\n');
}

function renderTarget(cells: readonly CellOutcome[]): string {
  const columns = INSTANTS.filter((instant) => cells.some((cell) => cell.instant === instant));
  if (columns.length === 0) return cells.map((cell) => `  ${markOf(cell)} ${cell.activity}`).join('\n');
  const rows = [...Map.groupBy(cells, ({ activity }) => activity)].map(([activity, row]) => [
    activity,
    ...columns.map((column) => markOf(row.find(({ instant }) => instant === column))),
  ]);
  const widths = [Math.max(...rows.map(([name = '']) => name.length)), ...columns.map((column) => column.length)];
  return [['', ...columns], ...rows]
    .map((row) => `  ${row.map((text, index) => text.padEnd(widths[index] ?? 0)).join('  ')}`.trimEnd())
    .join('\n');
}

function markOf(cell: CellOutcome | undefined): string {
  if (cell === undefined) return '';
  if (cell.skipped !== null) return 'skipped';
  return cell.ok ? '✓' : '✗';
}

export function renderTotals(totals: Totals): string {
  const { cells, failed, skipped, findingsLost, completedCallsRepeated, resumeP50, resumeMax } = totals;
  return [
    `${cells} cells, ${failed} failed, ${skipped} skipped`,
    `findings lost: ${findingsLost}; completed paid calls repeated: ${completedCallsRepeated}`,
    `resumed after (p50 / max): ${resumeP50 ?? '–'} / ${resumeMax ?? '–'} s`,
  ].join('\n');
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
