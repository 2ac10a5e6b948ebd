import type { ReportFigures, SpendingPoint } from '@plumbline/contracts/report/report-figures';

/** Bars below each other, each made of one or two parts. */
export interface Bars {
  readonly form: 'bars';
  readonly bars: readonly {
    readonly label: string;
    readonly parts: readonly number[];
    /** Shown at its end. */
    readonly end: string;
  }[];
}

export const TIME_UNITS = { s: 1, min: 60, h: 3_600 } as const;
export type TimeUnit = keyof typeof TIME_UNITS;

/** A line that rises in steps. */
export interface Steps {
  readonly form: 'steps';
  readonly unit: TimeUnit;
  /** `x`: time since the first point, in that unit. */
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** More points than these would lie on each other. */
const MOST_POINTS = 120;

type Figures<Name extends keyof ReportFigures> = Pick<ReportFigures, Name>;

export const FUNNEL_STEPS = ['found', 'scored', 'read', 'quoted', 'stated'] as const;
export type FunnelStep = (typeof FUNNEL_STEPS)[number];

/** @param names of the steps, @param count a number as people write it */
export function funnelBars(
  { funnel }: Figures<'funnel'>,
  names: Readonly<Record<FunnelStep, string>>,
  count: (number: number) => string,
): Bars {
  const bars = FUNNEL_STEPS.map((step) => ({
    label: names[step],
    parts: [funnel[step]],
    end: count(funnel[step]),
  }));
  return { form: 'bars', bars };
}

export type SpendingMeasure = 'money' | 'tokens' | 'requests';

/** The most telling measure of spending: money if there are prices, else tokens, else requests. */
export function measureOf(points: readonly SpendingPoint[]): SpendingMeasure {
  const last = points.at(-1);
  if ((last?.money ?? 0) > 0) return 'money';
  return (last?.tokens ?? 0) > 0 ? 'tokens' : 'requests';
}

export function spendingSteps(points: readonly SpendingPoint[]): Steps {
  const measure = measureOf(points);
  const start = Date.parse(points[0]?.at ?? '');
  const secondsOf = ({ at }: SpendingPoint): number => (Date.parse(at) - start) / 1_000;
  const unit = unitOf(points.slice(-1).map(secondsOf)[0] ?? 0);
  const drawn = thinned(points).map((point) => ({ x: secondsOf(point) / TIME_UNITS[unit], y: point[measure] }));
  return { form: 'steps', unit, points: drawn };
}

/** The one in which so many seconds are a number of one or two digits, or a few more hours. */
export function unitOf(seconds: number): TimeUnit {
  if (seconds < 120) return 's';
  return seconds < 7_200 ? 'min' : 'h';
}

/** Evenly chosen; the first and the last are always among them. */
export function thinned<Point>(points: readonly Point[], most = MOST_POINTS): readonly Point[] {
  if (points.length <= most) return points;
  const step = (points.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, index) => points.slice(Math.round(index * step))[0]).filter(
    (point) => point !== undefined,
  );
}
