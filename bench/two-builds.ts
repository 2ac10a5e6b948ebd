import { startTestServer } from '../test/support/worlds/temporal.ts';
import { rollForthAndBack } from '../test/support/worlds/two-builds.ts';
import { type Figure, seconds, timed } from './figure.ts';

const RUNS = 50;

/** An older and a newer build side by side, rolling forth and back while runs are under way: what is lost, and what is refused? */
export async function measureTwoBuilds(): Promise<Figure> {
  const server = await startTestServer();
  try {
    const { ms, result } = await timed(() => rollForthAndBack(server.address, RUNS));
    const { started, published, stayed, refusedRuns, refusedStarts, ofEach } = result;
    return {
      name: `${RUNS} runs, rolling to a newer build with a changed database, and back`,
      value: `lost ${started - published}, refused starts ${refusedRuns + refusedStarts.length}`,
      baseline: `${stayed} ended on the build that began them (${ofEach.join(' on the old, ')} on the newer); ${seconds(ms)}`,
      aim: 'lost 0, refused 0',
    };
  } finally {
    await server.stop();
  }
}
