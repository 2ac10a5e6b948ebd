import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { z } from 'zod';

/** Between two questions. */
const PAUSE_MS = 10;
/** Longer waits are counted. */
const LONG_MS = 200;

const waitsSchema = z.object({ longestMs: z.number(), long: z.number() });

/** How long `/livez` was waited for, beside a server that does nothing else, asked by turns: on a busy machine it is silent, too. */
const silenceSchema = z.object({
  asked: z.number(),
  livez: waitsSchema,
  bare: waitsSchema,
  /** Of the main thread of the server, while one question waited: what is not the machine's. */
  workedMs: z.number(),
  /** When the wait with most work began and ended, in milliseconds since the epoch. */
  between: z.tuple([z.number(), z.number()]),
});
export type Silence = z.infer<typeof silenceSchema>;

interface SilenceWatch {
  /** Since the last call. */
  longest(): Promise<Silence>;
  close(): Promise<void>;
}

const SELF = new URL(import.meta.url);

/** Asks from a thread of its own, which no work of the attacker holds up. @param pid of the server */
export async function watchSilence(address: string, pid: number): Promise<SilenceWatch> {
  const bare = new Worker(SELF, { workerData: { role: 'bare' } });
  const [message]: unknown[] = await once(bare, 'message');
  const port = z.number().parse(message);
  const asker = new Worker(SELF, { workerData: { role: 'asker', address, bare: `http://127.0.0.1:${port}`, pid } });
  return {
    async longest() {
      asker.postMessage('tell');
      const [longest]: unknown[] = await once(asker, 'message');
      return silenceSchema.parse(longest);
    },
    async close() {
      await Promise.all([asker.terminate(), bare.terminate()]);
    },
  };
}

function serveNothing(): void {
  const server = createServer((_, response) => response.end('{}'));
  server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port));
}

const nothing = (): Silence => ({
  asked: 0,
  livez: { longestMs: 0, long: 0 },
  bare: { longestMs: 0, long: 0 },
  workedMs: 0,
  between: [0, 0],
});

async function ask(address: string, bare: string, pid: number): Promise<never> {
  const agent = new Agent({ keepAlive: true });
  let seen = nothing();
  parentPort?.on('message', () => {
    parentPort?.postMessage(seen);
    seen = nothing();
  });
  for (;;) {
    const [began, before] = [Date.now(), workOf(pid)];
    note(seen.livez, await waitFor(`${address}/livez`, agent));
    const worked = workOf(pid) - before;
    if (worked > seen.workedMs) [seen.workedMs, seen.between] = [worked, [began, Date.now()]];
    note(seen.bare, await waitFor(bare, agent));
    seen.asked++;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

async function waitFor(address: string, agent: Agent): Promise<number> {
  const before = performance.now();
  await new Promise<void>((resolve) => {
    get(address, { agent }, (response) => response.resume().on('end', resolve)).on('error', () => resolve());
  });
  return performance.now() - before;
}

function note(waits: Silence['livez'], waited: number): void {
  waits.longestMs = Math.max(waits.longestMs, waited);
  if (waited > LONG_MS) waits.long++;
}

/** Milliseconds of a processor that the main thread of a process had; Linux tells it in nanoseconds, other systems do not. */
function workOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return 0;
  }
}

const given = z
  .discriminatedUnion('role', [
    z.object({ role: z.literal('bare') }),
    z.object({ role: z.literal('asker'), address: z.string(), bare: z.string(), pid: z.number() }),
  ])
  .safeParse(workerData);
if (!isMainThread && given.data?.role === 'bare') serveNothing();
if (!isMainThread && given.data?.role === 'asker') await ask(given.data.address, given.data.bare, given.data.pid);
