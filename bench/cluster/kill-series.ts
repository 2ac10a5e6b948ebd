import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ServerProcess } from '../../workers/cluster/server-process.ts';
import type { Figure } from '../figure.ts';
import { writeLampCorpus } from '../load/lamp-corpus.ts';
import { modelVariables } from '../load/model-latencies.ts';
import { type LoggedRequest, startPacedEndpoint } from '../load/paced-endpoint.ts';
import { type ClusterBed, clusterBed } from './beds.ts';
import { startFaultyStorage } from './faulty-storage.ts';
import { describeLoad, type LoadResult, startRuns } from './load.ts';

const QUESTION = 'How long does the harbour lamp burn on one filling?';
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

/**
 * Runs with a scripted model, while workers with a home each are killed in turn and come back, servers are restarted, and
 * the S3 server refuses requests. A first run, alone, is what all others are compared with.
 */
export async function measureKills(options: KillSeriesOptions): Promise<Figure[]> {
  const corpus = await mkdtemp(join(tmpdir(), 'plumbline-lamp-'));
  await writeLampCorpus(corpus);
  const model = await startPacedEndpoint(LATENCIES);
  const bed = await clusterBed(modelVariables(model), options.signal);
  const storage = await startFaultyStorage(bed.variables['PLUMBLINE_BLOBS_ENDPOINT'] ?? '', REFUSED_EACH);
  try {
    const start = (place: number) =>
      bed.startWorker(`worker-${place + 1}`, { PLUMBLINE_BLOBS_ENDPOINT: storage.endpoint });
    const workers = await Promise.all(Array.from({ length: options.killWorkers }, (_, place) => start(place)));
    const alone = await (await startRuns(bed, corpus, QUESTION, 1)).result();
    const load = await startRuns(bed, corpus, QUESTION, options.killedRuns, 1);
    const { result, kills, restarts } = await disturb({ bed, workers, start, ...options }, load.result());
    const different = await countDifferent(bed, [...alone.ids, ...result.ids]);
    const twice = repeatsIn(model.log);
    return [
      {
        name: `${result.runs} runs with a scripted model, ${options.killWorkers} workers (${bed.name}): every ${options.killEveryMs / 1_000} s one is killed or a server restarted`,
        value: `${describeLoad(result)}; ${kills} kills, ${restarts} restarts, ${storage.refused()} answers 503 of S3; ${twice} of ${model.log.length} requests of a run answered twice; ${different} reports differ`,
        baseline: `1 run alone: ${describeLoad(alone)}`,
        aim: '0 lost, 0 paid twice, equal records',
      },
    ];
  } finally {
    await bed.close();
    await Promise.all([storage.close(), model.close()]);
    await rm(corpus, { recursive: true, force: true });
  }
}

interface Disturbed extends KillSeriesOptions {
  readonly bed: ClusterBed;
  readonly workers: ServerProcess[];
  readonly start: (place: number) => Promise<ServerProcess>;
}

async function disturb({ bed, workers, start, killEveryMs, signal }: Disturbed, result: Promise<LoadResult>) {
  let isOver = false;
  const ending = result.finally(() => (isOver = true));
  let [kills, restarts] = [0, 0];
  for (let turn = 1; ; turn += 1) {
    await Promise.race([delay(killEveryMs, undefined, { signal }), ending]);
    if (isOver) return { result: await ending, kills, restarts };
    const restarted = RESTARTED[restarts % RESTARTED.length];
    if (turn % DISTURBANCES_EACH_RESTART === 0 && restarted !== undefined) {
      await bed.interrupt(restarted, RESTART_MS);
      restarts += 1;
    } else {
      const place = kills % workers.length;
      await workers[place]?.stop('SIGKILL');
      workers[place] = await start(place);
      kills += 1;
    }
  }
}

/** Requests that only one run makes, because its number is in them, and that were answered more than once. */
function repeatsIn(log: readonly LoggedRequest[]): number {
  const answered = log.filter(({ answeredAt, prompt }) => answeredAt !== null && /\(\d+\)/.test(prompt));
  return answered.length - new Set(answered.map(({ bodyHash }) => bodyHash)).size;
}

/** Reports whose text, citations or sources differ from the first one, but for the number in the question. */
async function countDifferent(bed: ClusterBed, ids: readonly string[]): Promise<number> {
  const address = await bed.startServe('reader', ['--port', '0']);
  const evidenceOf = async (id: string): Promise<string> => {
    const response = await fetch(`${address}/api/runs/${id}/reading`);
    if (!response.ok) return `${response.status}`;
    const { sections, citations } = (await response.json()) as Readonly<Record<string, unknown>>;
    return JSON.stringify({ sections, citations }).replaceAll(/ \(\d+\)/g, '');
  };
  const expected = await evidenceOf(ids[0] ?? '');
  let different = 0;
  // Requests of one address are limited, and one at a time is quick.
  for (const id of ids) if ((await evidenceOf(id)) !== expected) different += 1;
  return different;
}
