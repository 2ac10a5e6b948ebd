import { onTestFinished, vi } from 'vitest';

/** A time limit of this length, in milliseconds, runs out where a test says so, and only there. */
export const HELD_MS = 600_000;
/** Longer than what anything waits for. */
const DAY_MS = 86_400_000;

export interface HeldLimits {
  /** How many have begun that are shorter than a day. */
  readonly begun: () => number;
  /** Lets so many milliseconds go by for them, and for nothing else. */
  readonly pass: (ms: number) => void;
  /** Lets those run out that have begun. */
  readonly runOut: () => void;
}

interface HeldLimit {
  readonly ms: number;
  readonly dueMs: number;
  readonly end: () => void;
}

/**
 * Until the end of the test, time limits in this process do not run by the clock. On a busy machine they would run out before
 * a server on loopback has seen the request, or before an answer that has long arrived is read.
 *
 * @param fromMs shorter ones are left alone
 */
export function holdLimits(fromMs = HELD_MS): HeldLimits {
  const held = new Map<unknown, HeldLimit>();
  let [begun, nowMs] = [0, 0];
  const hold = (limit: unknown, ms: number, end: () => void): void => {
    if (ms < DAY_MS) begun += 1;
    held.set(limit, { ms, dueMs: nowMs + ms, end });
  };
  const endThose = (areOver: (limit: HeldLimit) => boolean): void => {
    for (const [limit, one] of held) {
      if (!areOver(one)) continue;
      clearTimeout(limit as NodeJS.Timeout);
      one.end();
    }
  };

  const { setTimeout: start, clearTimeout: stop } = globalThis;
  const startHeld = (act: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): NodeJS.Timeout => {
    if (ms < fromMs) return start(act, ms, ...args);
    const timer = start(() => undefined, DAY_MS);
    hold(timer, ms, () => act(...args));
    return timer;
  };
  const spies = [
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(startHeld as typeof setTimeout),
    vi.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
      held.delete(timer);
      stop(timer);
    }),
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const controller = new AbortController();
      const late = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
      if (ms >= fromMs) hold(controller, ms, () => controller.abort(late));
      else start(() => controller.abort(late), ms).unref();
      return controller.signal;
    }),
  ];
  onTestFinished(() => {
    for (const limit of held.keys()) clearTimeout(limit as NodeJS.Timeout);
    for (const spy of spies) spy.mockRestore();
  });

  return {
    begun: () => begun,
    pass(ms) {
      nowMs += ms;
      endThose(({ dueMs }) => dueMs <= nowMs);
    },
    runOut: () => endThose(({ ms }) => ms < DAY_MS),
  };
}
