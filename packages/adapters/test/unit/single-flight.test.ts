import { createSingleFlight } from '@plumbline/adapters/single-flight';
import { describe, expect, it } from 'vitest';

const never = (): AbortSignal => new AbortController().signal;

describe('createSingleFlight', () => {
  it('does the work once for several concurrent callers', async () => {
    const share = createSingleFlight<number>();
    const { promise, resolve } = Promise.withResolvers<number>();
    let runs = 0;
    const work = async (): Promise<number> => {
      runs += 1;
      return promise;
    };

    const results = Promise.all([share('a', never(), work), share('a', never(), work)]);
    resolve(7);

    expect([await results, runs]).toEqual([[7, 7], 1]);
  });

  it('repeats the work for a later caller', async () => {
    const share = createSingleFlight<number>();
    let runs = 0;
    const work = async (): Promise<number> => (runs += 1);

    await share('a', never(), work);

    expect(await share('a', never(), work)).toBe(2);
  });

  it('keeps keys separate', async () => {
    const share = createSingleFlight<string>();

    const results = Promise.all(['a', 'b'].map((key) => share(key, never(), async () => key)));

    expect(await results).toEqual(['a', 'b']);
  });

  it('continues for the others when one caller gives up', async () => {
    const share = createSingleFlight<number>();
    const { promise, resolve } = Promise.withResolvers<number>();
    const first = new AbortController();

    const given = share('a', first.signal, () => promise);
    const kept = share('a', never(), () => promise);
    first.abort(new Error('given up'));
    await expect(given).rejects.toThrow('given up');
    resolve(1);

    expect(await kept).toBe(1);
  });

  it('aborts the work when its last caller leaves, and starts again for the next', async () => {
    const share = createSingleFlight<string>();
    const only = new AbortController();
    let workSignal: AbortSignal | undefined;
    const given = share('a', only.signal, (signal) => {
      workSignal = signal;
      return new Promise(() => undefined);
    });

    only.abort(new Error('given up'));
    await expect(given).rejects.toThrow('given up');

    expect(workSignal?.aborted).toBe(true);
    expect(await share('a', never(), async () => 'anew')).toBe('anew');
  });

  it('passes a failure to all callers', async () => {
    const share = createSingleFlight<number>();
    const fail = async (): Promise<number> => Promise.reject(new Error('broken'));

    const results = await Promise.allSettled([share('a', never(), fail), share('a', never(), fail)]);

    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
