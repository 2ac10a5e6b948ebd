import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestServer } from '../../test/support/worlds/temporal.ts';
import { buildBundle } from '../../workers/build/bundle.ts';
import { type Figure, seconds, timed } from '../figure.ts';
import { LAMP_PLAN, LAMP_QUESTION, writeLampCorpus } from './lamp-corpus.ts';
import { LATENCIES } from './model-latencies.ts';
import { startPacedEndpoint } from './paced-endpoint.ts';
import { connectStarter, withWorkers, workerConfigOf } from './research-world.ts';
import { createUnkeptActivities } from './unkept-activities.ts';

/** The product allows 150 s for a request, which is too long to wait for here. */
const TIMEOUT_MS = 5_000;

/** One request to the model that is never answered: how much longer does the run take than without? */
export async function measureUnansweredCall(): Promise<Figure> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-load-'));
  const documents = join(folder, 'documents');
  const home = join(folder, 'home');
  await writeLampCorpus(documents);
  const endpoint = await startPacedEndpoint(LATENCIES, { 'plan-research': LAMP_PLAN });
  const server = await startTestServer();
  try {
    const config = workerConfigOf(home, server.address);
    const activities = createUnkeptActivities({ home, baseURL: endpoint.baseURL, timeoutMs: TIMEOUT_MS });
    const starter = await connectStarter(server.address, config.taskQueue, documents);
    const [undisturbed, held] = await withWorkers(
      config,
      activities,
      await buildBundle({ encrypts: false }),
      async () => {
        const run = async (): Promise<number> =>
          (await timed(async () => (await starter.start({ question: LAMP_QUESTION })).result())).ms;
        // The first run indexes the folder.
        await run();
        const without = await run();
        endpoint.hangOnceAt('extract-findings');
        return [without, await run()] as const;
      },
    );
    await starter.close();
    return {
      name: `one model call that is never answered, time limit of a call ${seconds(TIMEOUT_MS)}`,
      value: `the run takes ${seconds(held - undisturbed)} longer (${seconds(held)})`,
      baseline: `${seconds(undisturbed)} undisturbed`,
      aim: 'the time limit, and the call once more',
    };
  } finally {
    await server.stop();
    await endpoint.close();
    await rm(folder, { recursive: true, force: true });
  }
}
