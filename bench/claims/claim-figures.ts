import type { JudgedRow } from './judged-rows.ts';
import { areaUnderCurve, precisionOf, recallOf } from './ranking-figures.ts';

/** How well claims that their page supports are told from the others; null where a figure has nothing to count. */
export interface SupportFigures {
  readonly auc: number | null;
  readonly precision: number | null;
  readonly recall: number | null;
  readonly n: number;
}

/** Share of the rows of one kind that are decided right. */
export interface KindShare {
  readonly share: number;
  readonly n: number;
}

export interface ClaimFigures {
  readonly total: SupportFigures;
  /** Plain word overlap; its cut calls as many rows supported as the rules do. */
  readonly baseline: SupportFigures;
  readonly sets: Readonly<Record<string, { readonly total: SupportFigures; readonly baseline: SupportFigures }>>;
  /** Changed rows judged unsupported. */
  readonly changes: Readonly<Record<string, KindShare>>;
  /** True rows judged supported, by their form. */
  readonly kept: Readonly<Record<string, KindShare>>;
}

export function measureClaims(rows: readonly JudgedRow[]): ClaimFigures {
  const sets = Map.groupBy(rows, ({ row }) => row.set ?? '');
  return {
    total: figuresOf(rows),
    baseline: baselineOf(rows),
    sets: Object.fromEntries(
      [...sets].map(([set, of]) => [set, { total: figuresOf(of), baseline: baselineOf(of) }] as const),
    ),
    changes: sharesOf(
      rows.filter(({ isTrue }) => !isTrue),
      ({ row }) => row.change,
    ),
    kept: sharesOf(
      rows.filter(({ isTrue }) => isTrue),
      ({ row }) => row.form ?? 'true rows',
    ),
  };
}

function figuresOf(rows: readonly JudgedRow[]): SupportFigures {
  const called = rows.map(({ isTrue, support }) => ({ isTrue, isCalled: support.isSupported }));
  return {
    auc: areaUnderCurve(rows.map(({ isTrue, support }) => ({ isTrue, score: support.score }))),
    precision: precisionOf(called),
    recall: recallOf(called),
    n: rows.length,
  };
}

function baselineOf(rows: readonly JudgedRow[]): SupportFigures {
  const supported = rows.filter(({ support }) => support.isSupported).length;
  const cut = rows.map(({ overlap }) => overlap).sort((a, b) => b - a)[supported - 1] ?? Number.POSITIVE_INFINITY;
  const called = rows.map(({ isTrue, overlap }) => ({ isTrue, isCalled: overlap >= cut }));
  return {
    auc: areaUnderCurve(rows.map(({ isTrue, overlap }) => ({ isTrue, score: overlap }))),
    precision: precisionOf(called),
    recall: recallOf(called),
    n: rows.length,
  };
}

function sharesOf(
  rows: readonly JudgedRow[],
  kindOf: (row: JudgedRow) => string | undefined,
): Readonly<Record<string, KindShare>> {
  const kinds = Map.groupBy(rows, kindOf);
  return Object.fromEntries(
    [...kinds].flatMap(([kind, of]) => {
      const right = of.filter(({ isTrue, support }) => support.isSupported === isTrue).length;
      return kind === undefined ? [] : [[kind, { share: right / of.length, n: of.length }] as const];
    }),
  );
}
