/** How long a request may be silent, in milliseconds. */
export interface SilenceLimits {
  /** From sending to the first token: the server may have to read a long prompt, or to finish other requests. */
  readonly firstMs: number;
  /** From one token to the next. */
  readonly nextMs: number;
}

/** A request whose signs of life are watched. */
export interface WatchedLife {
  /** Aborts when the request was silent for too long, when the caller gives up, and by `stop`. */
  readonly signal: AbortSignal;
  /** The limit that ran out, in milliseconds; undefined while none did. */
  readonly ranOutMs: () => number | undefined;
  /** A token arrived. */
  readonly sign: () => void;
  /** Ends watching, and the request if it still runs. */
  readonly stop: () => void;
}

export interface SignsOfLife {
  watch(limits: SilenceLimits, signal: AbortSignal): WatchedLife;
}

/**
 * Ends requests to one server that give no sign of life.
 *
 * A small server answers one request after the other. So a sign of any request restarts the time of those that wait for
 * their first token: they stand in line, and the server is alive. What stands in front of them is bounded by its own
 * limits.
 */
export function createSignsOfLife(): SignsOfLife {
  const inLine = new Set<() => void>();
  return {
    watch(limits, signal) {
      const controller = new AbortController();
      let hasBegun = false;
      let ranOutMs: number | undefined;
      let timer: NodeJS.Timeout | undefined;
      const restart = (): void => {
        clearTimeout(timer);
        const limitMs = hasBegun ? limits.nextMs : limits.firstMs;
        timer = setTimeout(() => {
          ranOutMs = limitMs;
          stop();
        }, limitMs);
      };
      const giveUp = (): void => stop();
      const stop = (): void => {
        clearTimeout(timer);
        inLine.delete(restart);
        signal.removeEventListener('abort', giveUp);
        controller.abort();
      };
      const sign = (): void => {
        if (controller.signal.aborted) return;
        hasBegun = true;
        inLine.delete(restart);
        restart();
        for (const restartOther of inLine) restartOther();
      };
      inLine.add(restart);
      restart();
      if (signal.aborted) stop();
      else signal.addEventListener('abort', giveUp, { once: true });
      return { signal: controller.signal, ranOutMs: () => ranOutMs, sign, stop };
    },
  };
}
