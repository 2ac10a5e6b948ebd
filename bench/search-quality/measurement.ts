import { renderTable } from '../answers/figure-table.ts';
import { alternativeStages } from './alternatives.ts';
import type { Collection } from './collection.ts';
import { runStage, type StageTimes, timesOf } from './stage-run.ts';
import { type Stage, searchStage, taskStages, wordStages } from './stages.ts';

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
