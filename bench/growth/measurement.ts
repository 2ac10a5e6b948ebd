/** What one step took at one size. */
export interface Measured {
  readonly size: number;
  /** Of the whole process, garbage collection included; milliseconds. */
  readonly processorMs: number;
  /** The longest turn of the event loop, in processor time, so that other programs of the machine do not count. */
  readonly longestBlockMs: number;
}

/** Measures processor time and the longest turn of the event loop while the work goes on. */
export async function measureTurns(size: number, work: () => unknown): Promise<Measured> {
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
export function exponentOf(points: readonly (readonly [size: number, value: number])[]): number {
  const logarithms = points.map(([size, value]) => [Math.log(size), Math.log(Math.max(value, 1e-9))] as const);
  const mean = (at: 0 | 1): number => logarithms.reduce((sum, point) => sum + point[at], 0) / logarithms.length;
  const [x, y] = [mean(0), mean(1)];
  const covariance = logarithms.reduce((sum, [size, value]) => sum + (size - x) * (value - y), 0);
  return covariance / logarithms.reduce((sum, [size]) => sum + (size - x) ** 2, 0);
}
