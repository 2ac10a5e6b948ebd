import { setTimeout as delay } from 'node:timers/promises';

/** A started process, which runs until `end` settles. */
export interface Running {
  readonly end: Promise<unknown>;
}

/** An error that a restart cannot fix. */
export class UnrecoverableError extends Error {
  override readonly name = 'UnrecoverableError';
}

/** Consecutive failed starts after which the last error is thrown. A process that starts is restarted without limit. */
const MAX_FAILED_STARTS = 5;

/** A process that ran this long is restarted immediately. */
const HEALTHY_AFTER_MS = 60_000;

/**
 * Runs `start` again whenever what it started ends or cannot start: immediately the first time, then after 0.5, 1, 2 … at
 * most 30 seconds. Returns when the signal is aborted.
 *
 * @throws {UnrecoverableError} immediately; any other error of `start` when it has failed five times in a row
 */
export async function keepRunning(start: () => Promise<Running>, signal: AbortSignal): Promise<void> {
  let failedStarts = 0;
  let quickEnds = 0;
  while (!signal.aborted) {
    const started = Date.now();
    try {
      const running = await start();
      failedStarts = 0;
      await running.end;
      quickEnds = Date.now() - started > HEALTHY_AFTER_MS ? 1 : quickEnds + 1;
    } catch (error) {
      if (signal.aborted) return;
      failedStarts += 1;
      if (error instanceof UnrecoverableError || failedStarts >= MAX_FAILED_STARTS) throw error;
    }
    await delay(pauseMs(failedStarts + quickEnds), undefined, { signal }).catch(() => undefined);
  }
}

function pauseMs(failures: number): number {
  return failures <= 1 ? 0 : Math.min(500 * 2 ** (failures - 2), 30_000);
}
