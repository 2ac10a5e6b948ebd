import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startTestServer } from '../../test/support/worlds/temporal.ts';
import type { Figure } from '../figure.ts';
import { LAMP_PLAN, LAMP_QUESTION, writeLampCorpus } from './lamp-corpus.ts';
import { modelVariables } from './model-latencies.ts';
import { startPacedEndpoint } from './paced-endpoint.ts';
import { connectStarter, type ResearchHandle, type ResearchStarter, workerConfigOf } from './research-world.ts';
import { type LoadProcess, startWorkerProcess } from './worker-process.ts';

/** What the model asks back, so that a run waits for a person. */
const ASKS_BACK = {
  keyEntities: ['harbour lamp'],
  namedReferences: [],
  scope: 'the harbour lamp',
  knowledgeGaps: ['which lamp'],
  coverage: 0.3,
  questions: [{ text: 'Which of the lamps is meant?', reason: 'there are several' }],
};
const WAITING = { clarify: 'always', clarificationTimeoutSeconds: 86_400 };
const MODEL_LATENCIES = { small: 300, main: 20 };
/** How long active runs are observed. */
const WATCH_MS = 15_000;
const SAMPLE_MS = 250;

type State = 'waiting for a person' | 'active';

interface MemorySample {
  readonly state: State;
  readonly runs: number;
  /** Of the worker before it had any. */
  readonly idleBytes: number;
  readonly bytes: number;
}

/** Resident memory of a worker process that has so many runs under way; each count has a new process. */
export async function measureMemory({ runs }: { readonly runs: readonly number[] }): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-load-'));
  const corpus = join(folder, 'documents');
  await writeLampCorpus(corpus);
  const server = await startTestServer();
  try {
    const samples: MemorySample[] = [];
    for (const state of ['waiting for a person', 'active'] as const) {
      samples.push(
        ...(await sampleState(state, runs, { address: server.address, home: join(folder, 'home'), corpus })),
      );
    }
    return samples.map(toFigure);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Place {
  readonly address: string;
  readonly home: string;
  readonly corpus: string;
}

async function sampleState(state: State, runs: readonly number[], { address, home, corpus }: Place) {
  const replaced = { 'plan-research': LAMP_PLAN, ...(state === 'active' ? {} : { 'assess-clarity': ASKS_BACK }) };
  const endpoint = await startPacedEndpoint(MODEL_LATENCIES, replaced);
  const variables = { PLUMBLINE_HOME: home, TEMPORAL_ADDRESS: address, ...modelVariables(endpoint) };
  const starter = await connectStarter(address, workerConfigOf(home, address).taskQueue, corpus);
  const samples: MemorySample[] = [];
  try {
    // The first process builds the bundle and the index, and keeps memory of both.
    for (const count of [1, ...runs]) {
      const worker = await startWorkerProcess(variables);
      try {
        const idleBytes = await worker.residentBytes();
        samples.push({ state, runs: count, idleBytes, bytes: await sample(worker, starter, state, count) });
      } finally {
        await worker.kill('SIGKILL');
      }
    }
    return samples.slice(1);
  } finally {
    await starter.close();
    await endpoint.close();
  }
}

async function sample(worker: LoadProcess, starter: ResearchStarter, state: State, count: number): Promise<number> {
  const settings = state === 'active' ? {} : WAITING;
  const handles = await Promise.all(
    Array.from({ length: count }, () => starter.start({ question: LAMP_QUESTION, settings })),
  );
  try {
    if (state === 'active') return await peakOf(worker);
    await untilAllWait(starter, handles.length);
    return await worker.residentBytes();
  } finally {
    await Promise.all(handles.map(end));
  }
}

/** Visibility counts the waiting runs without waking them. */
async function untilAllWait({ client }: ResearchStarter, count: number): Promise<void> {
  const waiting = 'AwaitingInput = true AND ExecutionStatus = "Running"';
  while ((await client.workflow.count(waiting)).count < count) await delay(SAMPLE_MS);
}

async function peakOf(worker: LoadProcess): Promise<number> {
  let peak = 0;
  for (let waited = 0; waited < WATCH_MS; waited += SAMPLE_MS) {
    await delay(SAMPLE_MS);
    peak = Math.max(peak, await worker.residentBytes());
  }
  return peak;
}

async function end(handle: ResearchHandle): Promise<void> {
  // A run that is over already needs no end.
  await handle.terminate('measured').catch(() => undefined);
}

function toFigure({ state, runs, idleBytes, bytes }: MemorySample): Figure {
  const megabytes = (value: number): string => `${(value / 1e6).toFixed(0)} MB`;
  const each = ((bytes - idleBytes) / runs / 1e6).toFixed(1);
  return {
    name: `memory of the worker, ${runs} ${runs === 1 ? 'run' : 'runs'} ${state}`,
    value: runs === 1 ? megabytes(bytes) : `${megabytes(bytes)}, ${each} MB a run`,
    baseline: `${megabytes(idleBytes)} without any`,
    aim: '',
  };
}
