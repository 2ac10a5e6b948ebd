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
 * Keeps requests of this process apart by at least `intervalMs`.
 *
 * The limit of a task queue holds for all workers together but on average only: a server divides it among the queue's
 * partitions, each of which lets its first task through at once.
 *
 * @returns waits for its turn; throws the signal's reason once it is aborted
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
