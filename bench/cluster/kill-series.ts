import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Figure } from '../figure.ts';
import { writeLampCorpus } from '../load/lamp-corpus.ts';
import { modelVariables } from '../load/model-latencies.ts';
import { type LoggedRequest, startPacedEndpoint } from '../load/paced-endpoint.ts';
import { type ClusterBed, clusterBed } from './beds.ts';
import { startFaultyStorage } from './faulty-storage.ts';
import { describeLoad, type LoadResult, startRuns } from './load.ts';
import type { ServerProcess } from './servers/server-process.ts';

export const QUESTION = 'How long does the harbour lamp burn on one filling?';
const LATENCIES = { small: 100, main: 300 };
/** Of the requests to the S3 server. */
const REFUSED_EACH = 50;
const RESTART_MS = 3_000;
/** Every fourth disturbance is one of these; the others kill a worker. */
const RESTARTED = ['postgres', 'temporal', 's3'] as const;
const DISTURBANCES_EACH_RESTART = 4;

export interface KillSeriesOptions {
  readonly killedRuns: number;
  readonly killWorkers: number;
  readonly killEveryMs: number;
  readonly signal: AbortSignal;
}

/** A cluster whose workers ask a scripted model, and an S3 server that refuses some requests. */
export interface ScriptedBed {
  readonly bed: ClusterBed;
  readonly corpus: string;
  readonly workers: ServerProcess[];
  readonly startWorker: (place: number) => Promise<ServerProcess>;
  readonly requests: readonly LoggedRequest[];
  readonly refused: () => number;
}

export async function onScriptedBed<Result>(
  workerCount: number,
  signal: AbortSignal,
  use: (scripted: ScriptedBed) => Promise<Result>,
): Promise<Result> {
  const corpus = await mkdtemp(join(tmpdir(), 'plumbline-lamp-'));
  await writeLampCorpus(corpus);
  const model = await startPacedEndpoint(LATENCIES);
  const bed = await clusterBed(modelVariables(model), signal);
  const storage = await startFaultyStorage(bed.variables['storage.blobs-endpoint'] ?? '', REFUSED_EACH);
  try {
    const startWorker = (place: number) =>
      bed.startWorker(`worker-${place + 1}`, { 'storage.blobs-endpoint': storage.endpoint });
    const workers = await Promise.all(Array.from({ length: workerCount }, (_, place) => startWorker(place)));
    return await use({ bed, corpus, workers, startWorker, requests: model.log, refused: () => storage.refused() });
  } finally {
    await bed.close();
    await Promise.all([storage.close(), model.close()]);
    await rm(corpus, { recursive: true, force: true });
  }
}

/**
 * Runs with a scripted model, while workers with a home each are killed in turn and come back, servers are restarted, and
 * the S3 server refuses requests. A first run, alone, is what all others are compared with.
 */
export function measureKills({ killedRuns, killWorkers, killEveryMs, signal }: KillSeriesOptions): Promise<Figure[]> {
  return onScriptedBed(killWorkers, signal, async (scripted) => {
    const { bed, corpus, requests, refused } = scripted;
    const alone = await (await startRuns(bed, corpus, QUESTION, 1)).result();
    const load = await startRuns(bed, corpus, QUESTION, killedRuns, 1);
    const { result, disturbances } = await disturb({ ...scripted, killEveryMs, signal }, load.result());
    const different = await countDifferent(bed, [...alone.ids, ...result.ids]);
    return [
      {
        name: `${result.runs} runs with a scripted model, ${killWorkers} workers (${bed.name}): every ${killEveryMs / 1_000} s one is killed or a server restarted`,
        value: `${describeLoad(result)}; ${describeDisturbances(disturbances)}, ${refused()} answers 503 of S3; ${describeRepeats(requests, disturbances)}; ${different} reports differ`,
        baseline: `1 run alone: ${describeLoad(alone)}`,
        aim: '0 lost, 0 paid twice, equal records',
      },
    ];
  });
}

type Disturbed = Pick<ScriptedBed, 'bed' | 'workers' | 'startWorker'> &
  Pick<KillSeriesOptions, 'killEveryMs' | 'signal'>;

/** Times of `performance.now`. */
interface Disturbance {
  readonly what: 'kill' | (typeof RESTARTED)[number];
  readonly from: number;
  readonly to: number;
}

async function disturb({ bed, workers, startWorker, killEveryMs, signal }: Disturbed, result: Promise<LoadResult>) {
  let isOver = false;
  const ending = result.finally(() => (isOver = true));
  const disturbances: Disturbance[] = [];
  for (let turn = 1; ; turn += 1) {
    await Promise.race([delay(killEveryMs, undefined, { signal }), ending]);
    if (isOver) return { result: await ending, disturbances };
    const kills = disturbances.filter(({ what }) => what === 'kill').length;
    const restarted = RESTARTED[(disturbances.length - kills) % RESTARTED.length];
    const from = performance.now();
    if (turn % DISTURBANCES_EACH_RESTART === 0 && restarted !== undefined) {
      await bed.interrupt(restarted, RESTART_MS);
      disturbances.push({ what: restarted, from, to: performance.now() });
    } else {
      const place = kills % workers.length;
      await workers[place]?.stop('SIGKILL');
      disturbances.push({ what: 'kill', from, to: performance.now() });
      workers[place] = await startWorker(place);
    }
  }
}

function describeDisturbances(disturbances: readonly Disturbance[]): string {
  const counts = Map.groupBy(disturbances, ({ what }) => what);
  return ['kill', ...RESTARTED].map((what) => `${counts.get(what as 'kill')?.length ?? 0} × ${what}`).join(', ');
}

/** Requests that only one run makes, because its number is in them, and that were answered more than once. */
export function repeatsIn(log: readonly LoggedRequest[]): LoggedRequest[][] {
  const answered = log.filter(({ answeredAt, prompt }) => answeredAt !== null && /\(\d+\)/.test(prompt));
  return [...Map.groupBy(answered, ({ bodyHash }) => bodyHash).values()].filter(({ length }) => length > 1);
}

/** With what happened next behind the first answer: one that arrives just before a kill cannot have been stored. */
function describeRepeats(log: readonly LoggedRequest[], disturbances: readonly Disturbance[]): string {
  const repeats = repeatsIn(log).map(([first]) => {
    const at = first?.answeredAt ?? 0;
    const next = disturbances.find(({ to }) => to >= at);
    return `${first?.step} ${next === undefined ? 'undisturbed' : `${Math.max(0, next.from - at).toFixed(0)} ms before ${next.what}`}`;
  });
  return `${repeats.length} of ${log.length} requests answered twice${repeats.length === 0 ? '' : ` (${repeats.join(', ')})`}`;
}

/** Reports whose text, citations or sources differ from the first one, but for the number in the question. */
export async function countDifferent(bed: ClusterBed, ids: readonly string[]): Promise<number> {
  const address = await bed.startServe('reader', ['--port', '0', '--rate-limit', '1000000']);
  const evidenceOf = async (id: string): Promise<string> => {
    const response = await fetch(`${address}/api/runs/${id}/reading`);
    if (!response.ok) throw new Error(`the report of ${id} cannot be read: ${response.status}`);
    const { sections, citations } = (await response.json()) as Readonly<Record<string, unknown>>;
    return JSON.stringify({ sections, citations }).replaceAll(/ \(\d+\)/g, '');
  };
  const expected = await evidenceOf(ids[0] ?? '');
  let different = 0;
  for (const id of ids) if ((await evidenceOf(id)) !== expected) different += 1;
  return different;
}
