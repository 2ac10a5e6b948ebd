import { setTimeout as sleep } from 'node:timers/promises';

export interface Clock {
  /** Milliseconds; only differences count. */
  now(): number;
  /** @throws the signal's reason once it is aborted */
  sleep(ms: number, signal: AbortSignal): Promise<unknown>;
}

const REAL_CLOCK: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => signal.throwIfAborted()),
};

/**
 * Spaces the requests of this process at least `intervalMs` apart.
 *
 * The limit of a task queue applies to all workers together, but only on average: the server divides it among the
 * queue's partitions, each of which dispatches its first task at once.
 *
 * @returns a function that waits for its turn and throws the signal's reason once it is aborted
 */
export function createRateLimiter(
  intervalMs: number,
  clock: Clock = REAL_CLOCK,
): (signal: AbortSignal) => Promise<void> {
  let nextTurn = Number.NEGATIVE_INFINITY;
  return async (signal) => {
    const now = clock.now();
    const turn = Math.max(nextTurn, now);
    nextTurn = turn + intervalMs;
    if (turn > now) await clock.sleep(turn - now, signal);
  };
}
