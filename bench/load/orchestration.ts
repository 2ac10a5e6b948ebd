import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Activities } from '@plumbline/contracts/activities';
import { startTestServer } from '../../test/support/worlds/temporal.ts';
import { createDependencies } from '../../workers/assembly/dependencies.ts';
import { buildBundle } from '../../workers/build/bundle.ts';
import { type Figure, median, seconds } from '../figure.ts';
import { type CriticalPath, findCriticalPath, type RecordedActivity } from './critical-path.ts';
import { LAMP_PLAN, LAMP_QUESTION, writeLampCorpus } from './lamp-corpus.ts';
import { activityLatencies, LATENCIES, modelVariables } from './model-latencies.ts';
import { startPacedEndpoint } from './paced-endpoint.ts';
import { connectStarter, withWorkers, workerConfigOf } from './research-world.ts';

/** What a stretch of the line stands for, in the order in which they follow each other. */
const MARKS = { workflow: '·', dispatch: '-', latency: '█', work: '▒' } as const;

const COLUMNS = 60;
const NAME_COLUMNS = 22;

const LEGEND = `${MARKS.workflow} workflow task, ${MARKS.dispatch} dispatch, ${MARKS.latency} waiting for a model or a search, ${MARKS.work} own work`;

/** A search takes at least as long as one over a network would. */
export function withSearchLatency(activities: Activities): Activities {
  return {
    ...activities,
    searchFolder: async (input) => {
      const [result] = await Promise.all([activities.searchFolder(input), delay(LATENCIES.search)]);
      return result;
    },
  };
}

/** The real workflow on the real worker and server, alone on the machine: wall time beside what the world outside takes. */
export async function measureOrchestration({ runs }: { readonly runs: number }): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-load-'));
  const corpus = join(folder, 'documents');
  await writeLampCorpus(corpus);
  const endpoint = await startPacedEndpoint(LATENCIES, { 'plan-research': LAMP_PLAN });
  const server = await startTestServer();
  try {
    const config = workerConfigOf(join(folder, 'home'), server.address, modelVariables(endpoint));
    const dependencies = createDependencies(config, async () => server.address);
    const starter = await connectStarter(server.address, config.taskQueue, corpus);
    const paths = await withWorkers(
      config,
      withSearchLatency(dependencies.activities),
      await buildBundle({ encrypts: false }),
      async () => {
        const found: CriticalPath[] = [];
        // The first one indexes the folder and warms everything up.
        for (let run = 0; run <= runs; run++) {
          const handle = await starter.start({ question: LAMP_QUESTION, settings: { fresh: true } });
          await handle.result();
          found.push(findCriticalPath(await handle.fetchHistory(), activityLatencies(endpoint, LATENCIES.search)));
        }
        return found.slice(1);
      },
    );
    await starter.close();
    await dependencies.close();
    return toFigures(paths, activityLatencies(endpoint, LATENCIES.search));
  } finally {
    await server.stop();
    await endpoint.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function toFigures(paths: readonly CriticalPath[], latencyOf: (activity: RecordedActivity) => number): Figure[] {
  const of = (value: (path: CriticalPath) => number): number => median(paths.map(value));
  const usual = paths.find(({ wallMs }) => wallMs === of((path) => path.wallMs));
  const ratio = of(({ wallMs, latencyMs }) => wallMs / latencyMs);
  return [
    {
      name: `orchestration: wall / critical path of 1 run (3 tasks; small ${LATENCIES.small}, main ${LATENCIES.main}, search ${LATENCIES.search} ms)`,
      value: `${ratio.toFixed(2)} (${seconds(of(({ wallMs }) => wallMs))}, ${paths.length} runs)`,
      baseline: `${seconds(of(({ latencyMs }) => latencyMs))}: latencies along the longest chain of the history`,
      aim: '≤ 1.10',
    },
    {
      name: `orchestration: what the rest is (${of(({ chain }) => chain.length)} activities on the chain)`,
      value: `workflow tasks ${seconds(of(({ workflowMs }) => workflowMs))}, dispatch ${seconds(of(({ dispatchMs }) => dispatchMs))}, own work ${seconds(of(({ workMs }) => workMs))}`,
      baseline: costliest(paths),
      aim: '',
      ...(usual !== undefined && { picture: drawTimeline(usual, latencyOf) }),
    },
  ];
}

/** The activities on the chain that did most beside waiting for others. */
function costliest(paths: readonly CriticalPath[]): string {
  const totals = new Map<string, number>();
  for (const { workByName } of paths) {
    for (const [name, ms] of workByName) totals.set(name, (totals.get(name) ?? 0) + ms);
  }
  const worst = [...totals].sort(([, a], [, b]) => b - a).slice(0, 6);
  return `own work: ${worst.map(([name, ms]) => `${name} ${Math.round(ms / paths.length)} ms`).join(', ')}`;
}

/** Draws the chain that decided when a run was over: one line for each activity, from the end of the one before. */
function drawTimeline(
  { chain, startedAt, wallMs }: CriticalPath,
  latencyOf: (activity: RecordedActivity) => number,
): string {
  const column = (at: number): number => Math.round(((at - startedAt) / wallMs) * COLUMNS);
  let endedBefore = startedAt;
  const rows = chain.map((activity) => {
    const { name, scheduledAt, startedAt: begun, endedAt } = activity;
    const latencyMs = Math.min(latencyOf(activity), endedAt - begun);
    const bounds = [endedBefore, scheduledAt, begun, begun + latencyMs, endedAt].map(column);
    const [from = 0, ...ends] = bounds;
    const stretches = Object.values(MARKS).map((mark, index) =>
      mark.repeat(Math.max(0, (ends[index] ?? 0) - (bounds[index] ?? 0))),
    );
    const parts = [scheduledAt - endedBefore, begun - scheduledAt, latencyMs, endedAt - begun - latencyMs];
    endedBefore = endedAt;
    const line = `${' '.repeat(from)}${stretches.join('')}`.padEnd(COLUMNS);
    return `${name.padEnd(NAME_COLUMNS)} |${line}| ${parts.map((ms) => String(Math.round(ms)).padStart(5)).join(' ')}`;
  });
  const end = String(Math.round(startedAt + wallMs - endedBefore));
  const heads = ['task', 'disp', 'wait', 'work'].map((head) => head.padStart(5)).join(' ');
  return [
    `${' '.repeat(NAME_COLUMNS)}  ${LEGEND.padEnd(COLUMNS)}  ${heads} ms`,
    ...rows,
    `${'end'.padEnd(NAME_COLUMNS)} |${' '.repeat(COLUMNS)}| ${end.padStart(5)}`,
  ].join('\n');
}
