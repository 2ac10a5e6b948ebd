import { percentile, timed } from '../figure.ts';
import type { MeasuredPassage } from './measured-index.ts';
import type { MeasuredQuery, Stage } from './stages.ts';

/** The rankings of one stage, in the order of the queries, and how long each took. */
export interface StageRun {
  readonly rankings: readonly (readonly MeasuredPassage[])[];
  readonly milliseconds: readonly number[];
}

export interface StageTimes {
  readonly p50Ms: number;
  readonly p95Ms: number;
}

/** Ranks all queries, one after the other, so that the times are those of a single search. */
export async function runStage(
  stage: Stage,
  queries: readonly MeasuredQuery[],
  signal: AbortSignal,
): Promise<StageRun> {
  const rankings: (readonly MeasuredPassage[])[] = [];
  const milliseconds: number[] = [];
  for (const query of queries) {
    signal.throwIfAborted();
    const { ms, result } = await timed(() => stage.rank(query, signal));
    rankings.push(result);
    milliseconds.push(ms);
  }
  return { rankings, milliseconds };
}

export function timesOf({ milliseconds }: StageRun): StageTimes {
  return { p50Ms: percentile(milliseconds, 0.5), p95Ms: percentile(milliseconds, 0.95) };
}
