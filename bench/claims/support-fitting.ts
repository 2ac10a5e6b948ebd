import type { SupportFeatures } from '../../activities/verification/claims/page-comparison.ts';
import {
  OTHER_LANGUAGE_MODEL,
  SAME_LANGUAGE_MODEL,
  type SupportModel,
  supportScore,
} from '../../activities/verification/claims/page-support.ts';
import { renderTable } from '../answers/figure-table.ts';
import type { JudgedRow } from './judged-rows.ts';
import { fitLogistic } from './logistic-regression.ts';
import { areaUnderCurve } from './ranking-figures.ts';

const FOLDS = 5;
/** Weak: six weights and thousands of rows need little holding. */
const RIDGE = 3;

const PARTS = [
  { constant: 'SAME_LANGUAGE_MODEL', model: SAME_LANGUAGE_MODEL, isComparable: true },
  { constant: 'OTHER_LANGUAGE_MODEL', model: OTHER_LANGUAGE_MODEL, isComparable: false },
] as const;

/** Prints the weights of both models anew, and how far they hold for documents that they were not fitted to. */
export function fitSupport(rows: readonly JudgedRow[], print: (text: string) => void): void {
  for (const { constant, model, isComparable } of PARTS) {
    const own = rows.filter(({ comparison }) => comparison.isComparable === isComparable);
    if (own.length === 0) continue;
    print(`\nexport const ${constant}: SupportModel = ${JSON.stringify(fit(model, own))};`);
    print(`\nAUC, each fold fitted to the documents of the others\n\n${renderCrossed(acrossFolds(model, own))}`);
  }
}

interface CrossedRow {
  readonly row: JudgedRow;
  readonly score: number;
}

/** Every row by weights that are fitted without its document. */
function acrossFolds(model: SupportModel, rows: readonly JudgedRow[]): CrossedRow[] {
  const documents = [...new Set(rows.map(documentOf))].sort();
  const foldOf = (row: JudgedRow): number => documents.indexOf(documentOf(row)) % FOLDS;
  return Array.from({ length: FOLDS }, (_, fold) => {
    const fitted = fit(
      model,
      rows.filter((row) => foldOf(row) !== fold),
    );
    const own = rows.filter((row) => foldOf(row) === fold);
    return own.map((row) => ({ row, score: supportScore(row.comparison.features, fitted) }));
  }).flat();
}

function documentOf({ row }: JudgedRow): string {
  return row.document ?? row.pageText;
}

/** Both verdicts count alike, however many rows have them. */
function fit({ weights: shipped }: SupportModel, rows: readonly JudgedRow[]): SupportModel {
  const names = Object.keys(shipped) as (keyof SupportFeatures)[];
  const outcomes = rows.map(({ isTrue }) => isTrue);
  const positives = outcomes.filter(Boolean).length;
  const inputs = rows.map(({ comparison }) => names.map((name) => comparison.features[name]));
  const positiveWeight = (outcomes.length - positives) / Math.max(1, positives);
  const { weights, bias } = fitLogistic({ rows: inputs, outcomes }, RIDGE, positiveWeight);
  const rounded = (value: number): number => Math.round(value * 10) / 10;
  return {
    weights: Object.fromEntries(names.map((name, index) => [name, rounded(weights[index] ?? 0)])),
    bias: rounded(bias),
  };
}

function renderCrossed(crossed: readonly CrossedRow[]): string {
  const sets = Map.groupBy(crossed, ({ row }) => row.row.set ?? '');
  const cells = (name: string, of: readonly CrossedRow[]): string[] => {
    const area = areaUnderCurve(of.map(({ row: { isTrue }, score }) => ({ isTrue, score })));
    return [name, `${of.length}`, area?.toFixed(3) ?? '–'];
  };
  const rows = [...sets].filter(([set]) => set !== '').map(([set, of]) => cells(set, of));
  return renderTable(['', 'rows', 'AUC'], [cells('all', crossed), ...rows]);
}
