import type { Figure } from '../figure.ts';
import { GROWTH_STEPS, type GrowthStep } from './growth-steps.ts';
import { makeRun } from './made-run.ts';

const SIZES = { findings: [10, 30, 100, 300, 1_000], claims: [30, 100, 300, 1_000] } as const;
/** Of each finding. */
const QUOTES = 3;
/** Smaller sizes are dominated by what every run does once. */
const FITTED_FROM = 100;
/** After a size that took longer, a larger one would only take longer to say the same. */
const MOST_MS = 5_000;
const AIM = 'block ≤ 200 ms at 300, ≤ 500 ms at 1,000; n^1.2';

/** How processor time and the longest turn of the event loop grow with findings and claims, step by step. */
export async function measureGrowth(signal: AbortSignal): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [index, step] of GROWTH_STEPS.entries()) {
    const measured: Measured[] = [];
    for (const size of SIZES[step.grows]) {
      signal.throwIfAborted();
      if ((measured.at(-1)?.processorMs ?? 0) > MOST_MS) break;
      measured.push(await measureStep(step, size, index));
    }
    const figure = toFigure(step, measured);
    process.stderr.write(`  ${figure.name}: ${figure.value}\n`);
    figures.push(figure);
  }
  return figures;
}

/** The step alone, on evidence that it has not seen: memories are warm as in a worker, but hold other texts. */
async function measureStep({ grows, prepare }: GrowthStep, size: number, place: number): Promise<Measured> {
  const [findings, claims] = grows === 'findings' ? [size, 30] : [Math.ceil(size / QUOTES), size];
  const work = await prepare(makeRun({ findings, claims, seed: 100 * size + place }));
  return measureTurns(size, work);
}

function toFigure({ name, grows }: GrowthStep, measured: readonly Measured[]): Figure {
  const fitted = measured.filter(({ size }) => size >= FITTED_FROM);
  const exponent = exponentOf(fitted.map(({ size, processorMs }) => [size, processorMs]));
  const shown = measured.map(
    ({ size, processorMs, longestBlockMs }) =>
      `${size}: ${milliseconds(processorMs)} (${milliseconds(longestBlockMs)})`,
  );
  return {
    name: `${name}, by ${grows}: processor time (longest block)`,
    value: `${shown.join(', ')}; n^${exponent.toFixed(2)}`,
    baseline: '',
    aim: AIM,
  };
}

function milliseconds(value: number): string {
  return value < 10_000 ? `${Math.round(value)} ms` : `${(value / 1_000).toFixed(1)} s`;
}

/** What one step took at one size. */
interface Measured {
  readonly size: number;
  /** Of the whole process, garbage collection included; milliseconds. */
  readonly processorMs: number;
  /** The longest turn of the event loop, in processor time, so that other programs of the machine do not count. */
  readonly longestBlockMs: number;
}

/** Measures processor time and the longest turn of the event loop while the work goes on. */
async function measureTurns(size: number, work: () => unknown): Promise<Measured> {
  let longest = 0;
  let isOver = false;
  let before = threadMs();
  const turn = (): void => {
    const now = threadMs();
    longest = Math.max(longest, now - before);
    before = now;
    if (!isOver) setImmediate(turn);
  };
  const start = process.cpuUsage();
  before = threadMs();
  setImmediate(turn);
  await work();
  const { user, system } = process.cpuUsage(start);
  isOver = true;
  turn();
  return { size, processorMs: (user + system) / 1_000, longestBlockMs: longest };
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** The exponent of a power law through the points, by least squares of their logarithms. */
function exponentOf(points: readonly (readonly [size: number, value: number])[]): number {
  const logarithms = points.map(([size, value]) => [Math.log(size), Math.log(Math.max(value, 1e-9))] as const);
  const mean = (at: 0 | 1): number => logarithms.reduce((sum, point) => sum + point[at], 0) / logarithms.length;
  const [x, y] = [mean(0), mean(1)];
  const covariance = logarithms.reduce((sum, [size, value]) => sum + (size - x) * (value - y), 0);
  return covariance / logarithms.reduce((sum, [size]) => sum + (size - x) ** 2, 0);
}
