import { setTimeout as delay } from 'node:timers/promises';
import { defaultTaskQueue } from '@plumbline/contracts/common/embedded-state';
import { researchRequestSchema } from '@plumbline/contracts/research/research-request';
import { Client, Connection } from '@temporalio/client';
import { startRun } from '../../client/runs/research-start.ts';
import { waitUntil } from '../../test/support/processes/processes.ts';
import { loadStoreId } from '../../workers/home/store-id.ts';
import type { LoggedRequest, PacedEndpoint } from '../load/paced-endpoint.ts';
import type { WorkerHost } from './worker-hosts.ts';

/** Runs that are started for each kill; one takes longer than the longest time before the kill. */
const RUNS_PER_KILL = 2;
const EARLIEST_MS = 300;
const LATEST_MS = 4_000;

/** The cost of one kill, in milliseconds from the signal. */
export interface Recovery {
  /** Until the first answer to a call that was made after the kill. */
  readonly firstMs: number;
  /** Until every call that the kill interrupted had been made again and answered. */
  readonly allMs: number;
  readonly interruptedCalls: number;
}

export interface KillSeries {
  readonly home: string;
  readonly documents: string;
  readonly model: PacedEndpoint;
  readonly host: WorkerHost;
  readonly kills: number;
  /** In [0, 1), seeded: decides the instants. */
  readonly random: () => number;
  readonly signal: AbortSignal;
}

/** Kills the worker so many times, each at a random instant of runs that have much to do. */
export async function measureKills({
  host,
  kills,
  random,
  signal,
  ...place
}: KillSeries): Promise<readonly Recovery[]> {
  const recoveries: Recovery[] = [];
  try {
    for (let kill = 1; kill <= kills; kill++) {
      const connection = await Connection.connect({ address: await host.start() });
      const client = new Client({ connection });
      const name = `(${host.name}, kill ${kill})`;
      const runs = await startRuns(client, place, name);
      await delay(EARLIEST_MS + random() * (LATEST_MS - EARLIEST_MS), undefined, { signal });
      recoveries.push(await observeRecovery(place.model.log, await host.kill(), name));
      // The next kill meets its own runs only.
      await Promise.all(runs.map((researchId) => client.workflow.getHandle(researchId).terminate()));
      await connection.close();
      await host.refresh();
    }
    return recoveries;
  } finally {
    await host.close();
  }
}

/** Starts runs and waits until the model is asked. @returns their ids */
async function startRuns(
  client: Client,
  { home, documents, model }: Pick<KillSeries, 'home' | 'documents' | 'model'>,
  name: string,
): Promise<readonly string[]> {
  const taskQueue = defaultTaskQueue(loadStoreId(home));
  const callsBefore = model.log.length;
  const runs: string[] = [];
  for (let run = 1; run <= RUNS_PER_KILL; run++) {
    // Questions of their own: answers of earlier runs are stored and would be no work.
    const question = `How long does the harbour lamp burn on filling ${run}? ${name}`;
    const request = researchRequestSchema.parse({ question, corpusDirectories: [documents] });
    const options = { client, taskQueue, tenant: null, hidesQuestions: false };
    runs.push((await startRun(options, request, undefined)).researchId);
  }
  await waitUntil(() => model.log.length > callsBefore);
  return runs;
}

/** @param name stands in every prompt of the runs that count; terminated ones may still be asking */
async function observeRecovery(calls: readonly LoggedRequest[], killedAt: number, name: string): Promise<Recovery> {
  // Nothing has come in since the kill: what the endpoint knows of the connections is how they were.
  const interrupted = calls.filter(({ isOpen, prompt }) => isOpen && prompt.includes(name));
  const answersSince = () => calls.filter((call) => call.arrivedAt > killedAt && call.answeredAt !== null);
  const first = () => answersSince().find(({ prompt }) => prompt.includes(name));
  const again = () => interrupted.map(({ prompt }) => answersSince().find((call) => call.prompt === prompt));
  await waitUntil(() => [first(), ...again()].every((call) => call !== undefined));
  const [firstMs = Number.NaN, ...laterMs] = [first(), ...again()].map(
    (call) => (call?.answeredAt ?? Number.NaN) - killedAt,
  );
  return { firstMs, allMs: Math.max(firstMs, ...laterMs), interruptedCalls: interrupted.length };
}
