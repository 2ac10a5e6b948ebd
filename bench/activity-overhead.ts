import { scriptActivities } from '../test/support/builders/scripted-activities.ts';
import { startTestServer } from '../test/support/worlds/temporal.ts';
import { createWorkflowWorld } from '../test/support/worlds/workflow-world.ts';
import { type Figure, median, seconds, timed } from './figure.ts';

const RUNS = 5;

/** The cost of durability: a whole run of empty activities. Baseline: calling the same functions directly. */
export async function measureActivityOverhead(): Promise<Figure> {
  const server = await startTestServer();
  const world = await createWorkflowWorld(server.address);
  try {
    const scripted = scriptActivities();
    const durable = await world.withWorkers(scripted, async () => {
      const runs: number[] = [];
      for (let run = 0; run < RUNS; run++) {
        const handle = await world.start();
        runs.push((await timed(() => handle.result())).ms);
      }
      return runs;
    });
    const calls = scripted.calls.splice(0);
    const direct = await timed(async () => {
      for (const { name, input } of calls) await scripted.activities[name](input as never);
    });
    const callsPerRun = calls.length / RUNS;
    return {
      name: `overhead per activity (${callsPerRun} activities that do nothing, 2 concurrency busy)`,
      value: `${(median(durable) / callsPerRun).toFixed(1)} ms (run ${seconds(median(durable))})`,
      baseline: `${(direct.ms / calls.length).toFixed(3)} ms called directly`,
      aim: '',
    };
  } finally {
    await world.close();
    await server.stop();
  }
}
