import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scriptActivities } from '../../test/support/builders/scripted-activities.ts';
import { startTestServer } from '../../test/support/worlds/temporal.ts';
import { bundleWorkflows } from '../../test/support/worlds/workflow-world.ts';
import { type Figure, percentile, spread, timed } from '../figure.ts';
import { connectStarter, type ResearchStarter, withWorkers, workerConfigOf } from './research-world.ts';

const WORKFLOWS = fileURLToPath(new URL('./bare-workflow.ts', import.meta.url));

/** As a run has them. */
const FEW_LANES = 4;

/** Many runs at once, of activities that do nothing, beside what the same server and workers manage at most. */
export async function measureThroughput({ runs }: { readonly runs: number }): Promise<Figure[]> {
  const home = await mkdtemp(join(tmpdir(), 'plumbline-load-'));
  const server = await startTestServer();
  const config = workerConfigOf(home, server.address);
  const starter = await connectStarter(server.address, config.taskQueue, '/corpus');
  const scripted = scriptActivities();
  const activities = { ...scripted.activities, noOp: async () => {} };
  try {
    return await withWorkers(config, activities, await bundleWorkflows(WORKFLOWS), async () => {
      // Both workflows are loaded, and one run tells how many activities it needs.
      await (await starter.start()).result();
      const perRun = scripted.calls.splice(0).length;
      const bare = (concurrency: number) =>
        runBare(starter, { taskQueue: config.taskQueue, runs, perRun, concurrency });
      const sideBySide = await bare(perRun);
      const research = await runResearch(starter, runs);
      const inLanes = await bare(FEW_LANES);
      const rate = scripted.calls.length / (research.ms / 1_000);
      return toFigures(rate, { sideBySide, inLanes }, research.durations);
    });
  } finally {
    await starter.close();
    await server.stop();
    await rm(home, { recursive: true, force: true });
  }
}

interface BareLoad {
  readonly taskQueue: string;
  readonly runs: number;
  readonly perRun: number;
  readonly concurrency: number;
}

/** @returns activities per second */
async function runBare(
  { client }: ResearchStarter,
  { taskQueue, runs, perRun, concurrency }: BareLoad,
): Promise<number> {
  const one = async (): Promise<void> => {
    const workflowId = `bare-${randomUUID()}`;
    await (
      await client.workflow.start('bareWorkflow', { taskQueue, workflowId, args: [perRun, concurrency] })
    ).result();
  };
  const { ms } = await timed(() => Promise.all(Array.from({ length: runs }, one)));
  return (runs * perRun) / (ms / 1_000);
}

async function runResearch(starter: ResearchStarter, runs: number) {
  const one = async (): Promise<number> => (await timed(async () => (await starter.start()).result())).ms;
  const { ms, result: durations } = await timed(() => Promise.all(Array.from({ length: runs }, one)));
  return { ms, durations };
}

function toFigures(
  rate: number,
  { sideBySide, inLanes }: { readonly sideBySide: number; readonly inLanes: number },
  durations: readonly number[],
): Figure[] {
  const slowest = Math.max(...durations);
  const ceiling = Math.max(sideBySide, inLanes);
  return [
    {
      name: `throughput with ${durations.length} runs at once`,
      value: `${rate.toFixed(0)} activities/s, ${(rate / ceiling).toFixed(2)} of the ceiling`,
      baseline: `bare workflows with as many activities each: ${sideBySide.toFixed(0)}/s all side by side, ${inLanes.toFixed(0)}/s in ${FEW_LANES} concurrency`,
      aim: '≥ 0.80',
    },
    {
      name: `spread of the ${durations.length} runs`,
      value: spread(durations),
      baseline: `the slowest took ${(slowest / percentile(durations, 0.5)).toFixed(2)} times the median`,
      aim: 'none starved',
    },
  ];
}
