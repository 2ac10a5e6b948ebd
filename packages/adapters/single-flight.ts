/** Runs `work` for a key, or joins the current run for the same key. */
export type SingleFlight<Result> = (
  key: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
) => Promise<Result>;

interface Flight<Result> {
  readonly result: Promise<Result>;
  readonly controller: AbortController;
  waiting: number;
}

/** Concurrent callers share one run of the work; it is aborted when the last caller stops waiting. */
export function createSingleFlight<Result>(): SingleFlight<Result> {
  const flights = new Map<string, Flight<Result>>();

  const take = (key: string, work: (signal: AbortSignal) => Promise<Result>): Flight<Result> => {
    const controller = new AbortController();
    const flight: Flight<Result> = { result: work(controller.signal), controller, waiting: 0 };
    flights.set(key, flight);
    const land = (): void => leave(key, flight);
    flight.result.then(land, land);
    return flight;
  };
  const leave = (key: string, flight: Flight<Result>): void => {
    if (flights.get(key) === flight) flights.delete(key);
  };

  return async (key, signal, work) => {
    signal.throwIfAborted();
    const flight = flights.get(key) ?? take(key, work);
    flight.waiting += 1;
    try {
      return await untilAborted(flight.result, signal);
    } finally {
      flight.waiting -= 1;
      if (flight.waiting === 0) {
        leave(key, flight);
        flight.controller.abort();
      }
    }
  };
}

function untilAborted<Result>(result: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
