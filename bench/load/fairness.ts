import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Priority } from '@temporalio/common';
import { scriptActivities } from '../../test/support/builders/scripted-activities.ts';
import { reasoned } from '../../test/support/builders/scripted-evidence.ts';
import { startTestServer } from '../../test/support/worlds/temporal.ts';
import { buildBundle } from '../../workers/build/bundle.ts';
import { type Figure, median, percentile, seconds } from '../figure.ts';
import { connectStarter, type ResearchHandle, withWorkers, workerConfigOf } from './research-world.ts';

/** Settings of the server under which it takes turns between fairness keys; it has them switched off. */
const FAIRNESS = ['matching.useNewMatcher=true', 'matching.enableFairness=true'];

/** The tenant with most of the runs, and the others, who share the rest. */
const BIG = 'big';
const OTHERS = 10;
const BIG_SHARE = 0.8;

interface QueuedRun {
  readonly tenant: string;
  /** Milliseconds from the moment the workers start. */
  readonly endedAfter: number;
}

/** How the server learns the owner of a run. */
interface Arrangement {
  readonly name: string;
  readonly withFairness: boolean;
  readonly priorityOf: (tenant: string) => Priority | undefined;
}

const ARRANGEMENTS: readonly Arrangement[] = [
  { name: 'as it is', withFairness: false, priorityOf: () => undefined },
  {
    name: 'the others with priority 2, the big one with 4',
    withFairness: false,
    priorityOf: (tenant) => ({ priorityKey: tenant === BIG ? 4 : 2 }),
  },
  {
    name: 'a fairness key for each tenant, matching.enableFairness',
    withFairness: true,
    priorityOf: (tenant) => ({ fairnessKey: tenant }),
  },
];

/** A queue of runs of which one tenant has most, all there before the worker starts: how long do the others wait? */
export async function measureFairness({ runs }: { readonly runs: number }): Promise<Figure[]> {
  const bundle = await buildBundle({ encrypts: false });
  const figures: Figure[] = [];
  for (const arrangement of ARRANGEMENTS) {
    figures.push(toFigure(arrangement, runs, await drainQueue(arrangement, runs, bundle)));
  }
  return figures;
}

async function drainQueue(
  { withFairness, priorityOf }: Arrangement,
  runs: number,
  bundle: { readonly code: string },
): Promise<readonly QueuedRun[]> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-load-'));
  const server = await startTestServer(withFairness ? FAIRNESS : []);
  const config = workerConfigOf(join(folder, 'home'), server.address);
  const starter = await connectStarter(server.address, config.taskQueue, '/corpus');
  try {
    const queued: { readonly tenant: string; readonly handle: ResearchHandle }[] = [];
    for (const tenant of tenantsOf(runs)) {
      const priority = priorityOf(tenant);
      queued.push({ tenant, handle: await starter.start(priority === undefined ? {} : { priority }) });
    }
    return await withWorkers(config, quickActivities(), bundle, async () => {
      const startedAt = performance.now();
      return Promise.all(
        queued.map(async ({ tenant, handle }) => {
          await handle.result();
          return { tenant, endedAfter: performance.now() - startedAt };
        }),
      );
    });
  } finally {
    await starter.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The big tenant was first. */
function tenantsOf(runs: number): string[] {
  const big = Math.round(runs * BIG_SHARE);
  return Array.from({ length: runs }, (_, index) => (index < big ? BIG : `tenant ${(index - big) % OTHERS}`));
}

/** Activities that take no time, of a plan of one task. */
function quickActivities() {
  const planResearch = async ({ anchor }: { readonly anchor: { readonly originalQuestion: string } }) =>
    reasoned({ tasks: [{ taskId: 't1', text: anchor.originalQuestion, rationale: '' }] });
  return scriptActivities({ planResearch }).activities;
}

function toFigure({ name }: Arrangement, runs: number, drained: readonly QueuedRun[]): Figure {
  const ends = (isBig: boolean): number[] =>
    drained.filter(({ tenant }) => (tenant === BIG) === isBig).map(({ endedAfter }) => endedAfter);
  const [big, others] = [ends(true), ends(false)];
  const all = Math.max(...big, ...others);
  return {
    name: `${runs} runs queued, ${big.length} of one tenant first; ${name}`,
    value: `the others' runs end after ${seconds(median(others))}, p95 ${seconds(percentile(others, 0.95))}`,
    baseline: `the big tenant's after ${seconds(median(big))}; all after ${seconds(all)}`,
    aim: '',
  };
}
