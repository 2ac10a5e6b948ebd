import { Session } from 'node:inspector/promises';

/** Counts the calls of functions of the project while the work goes on: unlike time, the same on every machine. */
export async function countCalls(work: () => unknown): Promise<number> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await session.post('Profiler.takePreciseCoverage');
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const functions = result
      .filter(({ url }) => /\/(?:activities|packages)\//u.test(url))
      .flatMap((script) => script.functions);
    return functions.reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0);
  } finally {
    await session.post('Profiler.stopPreciseCoverage');
    session.disconnect();
  }
}
