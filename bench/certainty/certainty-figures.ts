import {
  ANSWER_MODEL,
  CERTAIN_FROM,
  type CertaintyFeatures,
  type CertaintyModel,
  HELD_FROM,
  HELD_MODEL,
  probabilityBy,
} from '../../activities/offline-engine/answers/task-answers.ts';
import { renderTable, showCount, showShare } from '../answers/figure-table.ts';
import { type Count, countOf, shareOf } from '../answers/share.ts';
import { fitLogistic } from '../relevance/logistic-regression.ts';
import type { MeasuredTask } from './measured-tasks.ts';

const FOLDS = 5;
/** Weak: two or three features and a hundred tasks need little holding. */
const RIDGE = 1;
const BANDS = [0, 0.1, 0.3, 0.5, 0.7, 0.85, 1] as const;

/** A probability beside what is true. */
interface Said {
  readonly probability: number;
  readonly isTrue: boolean;
  readonly set: string;
}

/** One of the two models, and the tasks that it is about. */
export interface Part {
  readonly name: string;
  /** Documents of a fold are left out together; left out: five folds. */
  readonly folds?: number;
  readonly model: CertaintyModel;
  readonly constant: string;
  readonly from: number;
  readonly tasks: readonly MeasuredTask[];
  readonly isTrue: (task: MeasuredTask) => boolean;
}

/** Prints both models with their own weights and across folds. @returns what the JSON holds */
export function measureCertainty(
  tasks: readonly MeasuredTask[],
  isFitted: boolean,
  print: (text: string) => void,
): object {
  const held = tasks.filter((task) => probabilityBy(HELD_MODEL, task) >= HELD_FROM);
  const parts: readonly Part[] = [
    {
      name: 'the documents hold an answer',
      model: HELD_MODEL,
      constant: 'HELD_MODEL',
      from: HELD_FROM,
      tasks,
      isTrue: ({ isHeld }) => isHeld,
    },
    {
      name: 'the best statement is the answer, where they do',
      model: ANSWER_MODEL,
      constant: 'ANSWER_MODEL',
      from: CERTAIN_FROM,
      tasks: held,
      isTrue: ({ isRight }) => isRight,
    },
  ];
  return Object.fromEntries(parts.map((part) => [part.name, measurePart(part, isFitted, print)]));
}

/** @returns what the JSON holds */
export function measurePart(part: Part, isFitted: boolean, print: (text: string) => void): object {
  const { name, model, constant, from, tasks } = part;
  const shipped = tasks.map((task) => sayBy(model, task, part));
  const crossed = acrossFolds(part);
  print(`\nProbability that ${name}; ${tasks.length} tasks\n`);
  print(renderBands({ 'weights of the project': shipped, 'each fold, fitted to the others': crossed }));
  print(`\nCalled from ${from} on, each fold fitted to the others\n`);
  print(renderCalls(crossed, from));
  if (isFitted) print(`\nexport const ${constant}: CertaintyModel = ${JSON.stringify(fit(part, tasks))};`);
  return { tasks: tasks.length, bands: bandsOf(crossed), brier: brierOf(crossed) };
}

function sayBy(model: CertaintyModel, task: MeasuredTask, { isTrue }: Part): Said {
  return { probability: probabilityBy(model, task), isTrue: isTrue(task), set: task.set };
}

/** Every task by weights that are fitted without its document. */
function acrossFolds(part: Part): Said[] {
  const documents = [...new Set(part.tasks.map(({ document }) => document))].sort();
  const { folds = FOLDS } = part;
  const foldOf = ({ document }: MeasuredTask): number => documents.indexOf(document) % folds;
  return Array.from({ length: folds }, (_, fold) => {
    const others = part.tasks.filter((task) => foldOf(task) !== fold);
    const own = part.tasks.filter((task) => foldOf(task) === fold);
    const model = fit(part, others);
    return own.map((task) => sayBy(model, task, part));
  }).flat();
}

function fit({ model, isTrue }: Part, tasks: readonly MeasuredTask[]): CertaintyModel {
  const names = Object.keys(model.weights) as (keyof CertaintyFeatures)[];
  const rows = tasks.map((task) => names.map((name) => task[name] ?? 0));
  const { weights, bias } = fitLogistic({ rows, outcomes: tasks.map(isTrue) }, RIDGE);
  const rounded = (value: number): number => Math.round(value * 100) / 100;
  return {
    weights: Object.fromEntries(names.map((name, index) => [name, rounded(weights[index] ?? 0)])),
    bias: rounded(bias),
  };
}

interface Band {
  readonly from: number;
  readonly to: number;
  readonly isTrue: Count;
}

function bandsOf(said: readonly Said[]): Band[] {
  return BANDS.slice(1).map((to, index) => {
    const from = BANDS[index] ?? 0;
    const inside = said.filter(({ probability }) => probability >= from && (probability < to || to === 1));
    return { from, to, isTrue: countOf(inside, ({ isTrue }) => isTrue) };
  });
}

/** Mean squared difference between probability and truth (Brier 1950); 0.25 is a coin. */
function brierOf(said: readonly Said[]): number {
  return said.reduce((sum, { probability, isTrue }) => sum + (probability - Number(isTrue)) ** 2, 0) / said.length;
}

function renderBands(columns: Readonly<Record<string, readonly Said[]>>): string {
  const shown = Object.values(columns).map(bandsOf);
  const rows = BANDS.slice(1).map((to, index) => [
    `${BANDS[index]} to ${to}`,
    ...shown.map((bands) => {
      const count = bands[index]?.isTrue ?? { count: 0, n: 0 };
      return `${showShare(shareOf(count))} (${showCount(count)})`;
    }),
  ]);
  const brier = ['Brier score', ...Object.values(columns).map((said) => brierOf(said).toFixed(3))];
  return renderTable(['probability', ...Object.keys(columns).map((name) => `true, ${name}`)], [...rows, brier]);
}

function renderCalls(said: readonly Said[], from: number): string {
  const sets = [...new Set(said.map(({ set }) => set))];
  const rowOf = (name: string, of: readonly Said[]): string[] => {
    const isCalled = ({ probability }: Said): boolean => probability >= from;
    return [
      name,
      showCount(
        countOf(
          of.filter(({ isTrue }) => isTrue),
          isCalled,
        ),
      ),
      showCount(
        countOf(
          of.filter(({ isTrue }) => !isTrue),
          (one) => !isCalled(one),
        ),
      ),
    ];
  };
  const rows = [
    ...sets.map((name) =>
      rowOf(
        name,
        said.filter(({ set }) => set === name),
      ),
    ),
    rowOf('all', said),
  ];
  return renderTable(['', 'true and called', 'untrue and not called'], rows);
}
