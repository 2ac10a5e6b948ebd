import { readFile } from 'node:fs/promises';
import type { Figure } from '../figure.ts';
import { type Bed, type ClusterBed, clusterBed, embeddedBed, processorSecondsOf } from './beds.ts';
import { measureKillMatrix } from './kill-matrix.ts';
import { type KillSeriesOptions, measureKills } from './kill-series.ts';
import { describeLoad, type LoadResult, startRuns } from './load.ts';
import type { ServerProcess } from './servers/server-process.ts';

const QUESTION = 'How long is the headers timeout of a Client by default, and which status codes trigger a retry?';
const TOO_LONG = /TMPRL1104/g;

export interface MeasureOptions extends KillSeriesOptions {
  readonly corpus: string;
  readonly runs: number;
  /** Numbers of worker processes. */
  readonly workers: readonly number[];
  /** Runs at once whose processor time is compared. */
  readonly few: number;
  readonly many: number;
  readonly awayMs: number;
}

type Measure = (options: MeasureOptions) => Promise<Figure[]>;

/** By the name that `--only` gives. */
export const MEASURES: Readonly<Record<string, Measure>> = {
  throughput: measureThroughput,
  joining: measureJoining,
  processor: measureProcessor,
  s3: measureAway('s3', 'S3'),
  postgres: measureAway('postgres', 'PostgreSQL'),
  kills: measureKills,
  matrix: measureKillMatrix,
};

async function on<Opened extends Bed, Result>(
  opening: Promise<Opened>,
  use: (bed: Opened) => Promise<Result>,
): Promise<Result> {
  const bed = await opening;
  try {
    return await use(bed);
  } finally {
    await bed.close();
  }
}

const startMany = (bed: Bed, count: number): Promise<ServerProcess[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => bed.startWorker(`worker-${index + 1}`)));

interface BusyResult extends LoadResult {
  readonly processorSeconds: number;
  readonly tooLong: number;
}

/** On workers that have indexed the folder already. */
async function runOn(
  bed: Bed,
  workers: readonly ServerProcess[],
  { corpus }: MeasureOptions,
  runs: number,
): Promise<BusyResult> {
  await (await startRuns(bed, corpus, 'Which options has a Pool?', workers.length)).result();
  const sum = async (value: (worker: ServerProcess) => Promise<number>): Promise<number> =>
    (await Promise.all(workers.map(value))).reduce((total, each) => total + each, 0);
  const before = [await sum(processorSecondsOf), await sum(countTooLong)] as const;
  const result = await (await startRuns(bed, corpus, QUESTION, runs)).result();
  const [processorSeconds, tooLong] = [await sum(processorSecondsOf), await sum(countTooLong)];
  return { ...result, processorSeconds: processorSeconds - before[0], tooLong: tooLong - before[1] };
}

async function countTooLong({ logFile }: ServerProcess): Promise<number> {
  return (await readFile(logFile, 'utf8')).match(TOO_LONG)?.length ?? 0;
}

async function measureThroughput(options: MeasureOptions): Promise<Figure[]> {
  const { runs, signal } = options;
  const rateOf = ({ seconds, processorSeconds, lost }: BusyResult): string =>
    `${((runs / seconds) * 60).toFixed(0)} runs/min, ${(processorSeconds / runs).toFixed(2)} s of processor time a run, ${lost.length} lost`;
  const embedded = await on(embeddedBed({}), async (bed) => runOn(bed, await startMany(bed, 1), options, runs));
  const figures: Figure[] = [];
  for (const count of options.workers) {
    const measured = await on(clusterBed({}, signal), async (bed) => ({
      result: await runOn(bed, await startMany(bed, count), options, runs),
      name: bed.name,
    }));
    figures.push({
      name: `${runs} offline runs, ${count} worker${count === 1 ? '' : 's'} (${measured.name})`,
      value: rateOf(measured.result),
      baseline: `embedded, 1 worker: ${rateOf(embedded)}`,
      aim: '',
    });
  }
  return figures;
}

/** A worker without anything joins, one is killed, one leaves. */
async function measureJoining({ corpus, runs, signal }: MeasureOptions): Promise<Figure[]> {
  const change = async (bed: Bed): Promise<LoadResult> => {
    const [first, second] = await startMany(bed, 2);
    const load = await startRuns(bed, corpus, QUESTION, runs);
    await load.ended(0.05);
    const third = bed.startWorker('worker-3');
    await load.ended(0.2);
    await first?.stop('SIGKILL');
    await third;
    await load.ended(0.4);
    await second?.stop('SIGTERM');
    return load.result();
  };
  const shared = await on(clusterBed({}, signal), change);
  const embedded = await on(embeddedBed({}), change);
  return [
    {
      name: `${runs} runs in flight; a worker with an empty home joins, one is killed, one leaves`,
      value: describeLoad(shared),
      baseline: `embedded, one home: ${describeLoad(embedded)}`,
      aim: '0 lost',
    },
  ];
}

async function measureProcessor(options: MeasureOptions): Promise<Figure[]> {
  const { few, many, signal } = options;
  const compare = async (bed: Bed): Promise<readonly [ratio: number, text: string]> => {
    const workers = await startMany(bed, 1);
    const [small, large] = [await runOn(bed, workers, options, few), await runOn(bed, workers, options, many)];
    const [ofSmall, ofLarge] = [small.processorSeconds / few, large.processorSeconds / many];
    const lost = small.lost.length + large.lost.length;
    const text = `${(ofLarge / ofSmall).toFixed(2)} (${ofLarge.toFixed(2)} ÷ ${ofSmall.toFixed(2)} s); TMPRL1104: ${large.tooLong} and ${small.tooLong} lines; ${lost} lost`;
    return [ofLarge / ofSmall, text];
  };
  const [, shared] = await on(clusterBed({}, signal), compare);
  const [, embedded] = await on(embeddedBed({}), compare);
  return [
    {
      name: `processor time of the worker a run, with ${many} at once ÷ with ${few}`,
      value: shared,
      baseline: `embedded: ${embedded}`,
      aim: '≤ 1.05, no line',
    },
  ];
}

/** One of the servers of the data is stopped while runs are under way, and started again. */
function measureAway(server: 'postgres' | 's3', name: string): Measure {
  return ({ corpus, runs, awayMs, signal }) =>
    on(clusterBed({}, signal), async (bed: ClusterBed) => {
      await startMany(bed, 2);
      const load = await startRuns(bed, corpus, QUESTION, runs);
      await load.ended(0.1);
      await bed.interrupt(server, awayMs);
      const title = `${runs} runs in flight, ${name} away for ${awayMs / 1_000} s`;
      return [{ name: title, value: describeLoad(await load.result()), baseline: '', aim: '0 lost' }];
    });
}
