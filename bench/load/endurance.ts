import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { formatBytes } from '@plumbline/contracts/common/byte-size';
import { folderSize } from '@plumbline/storage/files';
import { startTestServer } from '../../test/support/worlds/temporal.ts';
import type { Figure } from '../figure.ts';
import { LAMP_PLAN, writeLampCorpus } from './lamp-corpus.ts';
import { modelVariables } from './model-latencies.ts';
import { startPacedEndpoint } from './paced-endpoint.ts';
import { connectStarter, type ResearchStarter, workerConfigOf } from './research-world.ts';
import { type LoadProcess, startWorkerProcess } from './worker-process.ts';

const AT_ONCE = 3;
/** Before the first look: code is loaded, threads and connections are there. */
const FIRST_RUNS = 15;
/** A process that has nothing to do closes what it opened for the last run. */
const REST_MS = 5_000;

interface Look {
  readonly runs: number;
  readonly memory: number;
  readonly handles: number;
  /** Of the home: what is kept of each run. */
  readonly home: number;
  /** Of the server: histories. */
  readonly server: number;
}

interface Endurance {
  readonly runs: number;
  /** No further run is started after these. */
  readonly minutes: number;
  readonly signal: AbortSignal;
}

/** What one worker process has open and keeps, at the start, in the middle and at the end of many runs one after another. */
export async function measureEndurance({ runs, minutes, signal }: Endurance): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-load-'));
  const [home, corpus] = [join(folder, 'home'), join(folder, 'documents')];
  await writeLampCorpus(corpus);
  const server = await startTestServer();
  const endpoint = await startPacedEndpoint({ small: 1, main: 1 }, { 'plan-research': LAMP_PLAN });
  const variables = { PLUMBLINE_HOME: home, TEMPORAL_ADDRESS: server.address, ...modelVariables(endpoint) };
  const starter = await connectStarter(server.address, workerConfigOf(home, server.address).taskQueue, corpus);
  const worker = await startWorkerProcess(variables);
  const look = (done: number) => lookAt(worker, done, { home, server: server.folder });
  const until = performance.now() + minutes * 60_000;
  const isOver = (): boolean => performance.now() > until || signal.aborted;
  try {
    let done = await runMany(starter, 0, FIRST_RUNS, isOver);
    const looks = [await look(done)];
    const startedAt = performance.now();
    // With as many as fit, nobody knows the middle before: a look after every few.
    while (done < runs && !isOver()) {
      done += await runMany(starter, done, Math.min(Math.ceil(runs / 20), runs - done), isOver);
      looks.push(await look(done));
    }
    return figuresOf(looks, (performance.now() - startedAt) / 1_000);
  } finally {
    await worker.kill('SIGTERM');
    await starter.close();
    await endpoint.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Each asks something of its own, so that none is given the answers of another. @returns how many ended */
async function runMany(starter: ResearchStarter, first: number, count: number, isOver: () => boolean): Promise<number> {
  let [next, ended] = [first, 0];
  const lane = async (): Promise<void> => {
    while (next < first + count && !isOver()) {
      const handle = await starter.start({ question: `How long does harbour lamp ${(next += 1)} burn?` });
      await handle.result();
      ended += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return ended;
}

async function lookAt(worker: LoadProcess, runs: number, { home, server }: Record<'home' | 'server', string>) {
  await pause(REST_MS);
  return {
    runs,
    memory: await worker.residentBytes(),
    handles: await worker.openHandles(),
    home: (await folderSize(home)).bytes,
    server: (await folderSize(server)).bytes,
  };
}

function figuresOf(looks: readonly Look[], seconds: number): Figure[] {
  const chosen = [looks[0], looks[Math.floor(looks.length / 2)], looks.at(-1)].filter((one) => one !== undefined);
  const [first, , last] = chosen;
  const all = (last?.runs ?? 0) - (first?.runs ?? 0);
  const row = (name: string, told: (look: Look) => string, baseline: string, aim: string): Figure => ({
    name,
    value: chosen.map((one) => `${told(one)} after ${one.runs}`).join(', '),
    baseline,
    aim,
  });
  const most = Math.max(...looks.map(({ memory }) => memory));
  const each = (name: 'home' | 'server'): string =>
    `${formatBytes(((last?.[name] ?? 0) - (first?.[name] ?? 0)) / Math.max(1, all))} a run`;
  return [
    row('memory of the worker', ({ memory }) => formatBytes(memory), `${formatBytes(most)} at most`, 'flat'),
    row(
      'open handles of the worker',
      ({ handles }) => String(handles),
      `${all} runs in ${seconds.toFixed(0)} s`,
      'flat',
    ),
    row('home on the disk', ({ home }) => formatBytes(home), each('home'), 'what is kept of runs'),
    row('histories on the disk', ({ server }) => formatBytes(server), each('server'), 'what is kept of runs'),
  ];
}
