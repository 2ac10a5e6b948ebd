import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { z } from 'zod';
import { CALL_HEADER, CELL_HEADER, CONTROL_VARIABLE, type Point, WORKER } from '../point.ts';

/** The attempt of an activity that runs. */
export type Call = Omit<Point, 'instant' | 'pid'>;

const control = z.url().parse(process.env[CONTROL_VARIABLE]);
const cell = new URL(control).pathname.split('/').at(-1) ?? '';

const calls = new AsyncLocalStorage<Call>();

const requestSchema = z.object({ request: z.object({ addHeader: z.function() }) });

// Every request that leaves the process names its activity attempt.
subscribe('undici:request:create', (message) => {
  const parsed = requestSchema.safeParse(message);
  const call = calls.getStore();
  if (!parsed.success || call === undefined) return;
  const { request } = message as { readonly request: { addHeader(name: string, value: string): void } };
  request.addHeader(CELL_HEADER, cell);
  request.addHeader(CALL_HEADER, JSON.stringify({ pid: process.pid, ...call }));
});

// In addition to the worker's own graceful shutdown.
process.once('SIGTERM', () => void reach({ activity: WORKER, activityId: '', attempt: 1 }, 'stopping'));

/** Runs the body as that attempt: its requests are marked. */
export function during<Result>(call: Call, body: () => Promise<Result>): Promise<Result> {
  return calls.run(call, body);
}

export function currentCall(): Call | undefined {
  return calls.getStore();
}

/** Reports that the call has reached an instant, and waits until released. */
export async function reach(call: Call, instant: string): Promise<void> {
  const point: Point = { pid: process.pid, ...call, instant };
  try {
    await calls.exit(() => fetch(control, { method: 'POST', body: JSON.stringify(point) }));
  } catch {
    // The other end has closed, so there is nothing to report.
  }
}
