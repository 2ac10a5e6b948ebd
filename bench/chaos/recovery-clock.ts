import type { Point } from './point.ts';

/** Measures how long a run stands still after each kill. */
export interface RecoveryClock {
  /** Times of the kills, in milliseconds since the epoch. */
  readonly kills: readonly number[];
  /** Seconds from each kill to the next activity that began after it and asked for something or came to its end. */
  readonly seconds: readonly number[];
  kill(): void;
  /** @param isBack false while a process that was killed has no successor */
  see(point: Point, isBack: boolean): void;
  /** The run is over: kills without later progress had nothing to resume. */
  stop(): void;
}

export function createRecoveryClock(): RecoveryClock {
  const kills: number[] = [];
  const seconds: number[] = [];
  let begun = new Set<string>();
  let since: number | null = null;

  const resume = (): void => {
    if (since !== null) seconds.push((Date.now() - since) / 1_000);
    since = null;
  };
  return {
    kills,
    seconds,
    kill() {
      resume();
      begun = new Set();
      since = Date.now();
      kills.push(since);
    },
    see(point, isBack) {
      const call = [point.pid, point.activityId, point.attempt].join('/');
      if (point.instant === 'before' && isBack) begun.add(call);
      else if (begun.has(call)) resume();
    },
    stop: resume,
  };
}
