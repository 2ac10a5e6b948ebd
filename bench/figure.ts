import { cpus, totalmem } from 'node:os';

/** One line of the benchmark: what was measured, beside what it is compared with in the same run. */
export interface Figure {
  readonly name: string;
  readonly value: string;
  readonly baseline: string;
  /** The aim; empty without one. */
  readonly aim: string;
  /** Lines that show where the time went; printed below the table. */
  readonly picture?: string;
}

export function renderFigures(figures: readonly Figure[], date: string): string {
  const rows = figures.map(({ name, value, baseline, aim }) => `| ${name} | ${value} | ${baseline} | ${aim} |`);
  return [
    describeMachine(date),
    '',
    '| figure | measured | baseline in the same run | aim |',
    '|---|---|---|---|',
    ...rows,
    ...figures.flatMap(({ name, picture }) => (picture === undefined ? [] : ['', name, '', '```text', picture, '```'])),
  ].join('\n');
}

/** Where and when something was measured, in one line. */
export function describeMachine(date: string): string {
  const [processor] = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  return `${date}, ${cpus().length} cores (${processor?.model.trim() ?? 'unknown'}), ${memory} GiB, Node ${process.version}`;
}

/** Milliseconds that the work took, and its result. */
export async function timed<Result>(
  work: () => Promise<Result>,
): Promise<{ readonly ms: number; readonly result: Result }> {
  const startedAt = performance.now();
  const result = await work();
  return { ms: performance.now() - startedAt, result };
}

/** The value below which the given share of the values lies; the nearest rank, without interpolation. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

export const seconds = (ms: number): string => `${(ms / 1_000).toFixed(2)} s`;

/** Median with the range it comes from. */
export function spread(values: readonly number[]): string {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return `${seconds(median(values))} (${(low / 1_000).toFixed(2)} to ${(high / 1_000).toFixed(2)}, ${values.length} runs)`;
}
