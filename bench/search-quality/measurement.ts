import { renderTable } from '../answers/figure-table.ts';
import { percentile, timed } from '../figure.ts';
import { alternativeStages } from './alternatives.ts';
import type { Collection } from './collection.ts';
import type { MeasuredPassage } from './measured-index.ts';
import { type MeasuredQuery, searchStage, type Stage, taskStages, wordStages } from './stages.ts';

export interface Measurement<Figures> {
  /** Of one search as a run does it. */
  readonly total: Figures & StageTimes;
  /** The baseline and `total`; with an ablation all stages. */
  readonly ablation: readonly ({ readonly stage: string } & Figures & StageTimes)[];
}

interface MeasuredStage<Figures> {
  readonly stage: string;
  readonly figures: Figures & StageTimes;
}

/** Measures the stages one after the other and prints each as it is done. */
export async function measure<Figures>(
  collection: Collection<Figures>,
  options: { readonly ablation: boolean; readonly alternatives: boolean; readonly hasVectors: boolean },
  print: (text: string) => void,
  signal: AbortSignal,
): Promise<Measurement<Figures>> {
  const { index, baseline, queries } = collection;
  print(collection.description);
  const measured: MeasuredStage<Figures>[] = [];
  const add = async (stage: Stage): Promise<MeasuredStage<Figures>> => {
    const run = await runStage(stage, queries, signal);
    const figures = { ...collection.judge(run.rankings), ...timesOf(run) };
    measured.push({ stage: stage.name, figures });
    print(`${stage.name}: ${Object.values(collection.cells(figures)).join(', ')}`);
    return { stage: stage.name, figures };
  };

  const words = wordStages(index);
  const total = options.hasVectors ? searchStage(index, '+ vectors (hybrid)') : searchStage(index, '+ heading weight');
  await add(baseline);
  for (const stage of options.ablation ? words.filter(({ name }) => name !== total.name) : []) await add(stage);
  for (const stage of options.alternatives ? await alternativeStages(index) : []) await add(stage);
  const { figures } = await add(total);
  for (const stage of options.ablation ? taskStages(index) : []) await add(stage);

  print(`\n${renderStages(collection, measured)}`);
  return { total: figures, ablation: measured.map((row) => ({ stage: row.stage, ...row.figures })) };
}

function renderStages<Figures>(collection: Collection<Figures>, measured: readonly MeasuredStage<Figures>[]): string {
  const rows = measured.map(({ stage, figures }) => ({
    stage,
    ...collection.cells(figures),
    'p50 / p95': `${figures.p50Ms.toFixed(1)} / ${figures.p95Ms.toFixed(1)} ms`,
  }));
  return renderTable(
    Object.keys(rows[0] ?? {}),
    rows.map((row) => Object.values(row)),
  );
}

/** The rankings of one stage, in the order of the queries, and how long each took. */
interface StageRun {
  readonly rankings: readonly (readonly MeasuredPassage[])[];
  readonly milliseconds: readonly number[];
}

interface StageTimes {
  readonly p50Ms: number;
  readonly p95Ms: number;
}

/** Ranks all queries, one after the other, so that the times are those of a single search. */
async function runStage(stage: Stage, queries: readonly MeasuredQuery[], signal: AbortSignal): Promise<StageRun> {
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

function timesOf({ milliseconds }: StageRun): StageTimes {
  return { p50Ms: percentile(milliseconds, 0.5), p95Ms: percentile(milliseconds, 0.95) };
}
