import { describe, expect, it } from 'vitest';
import { createOnDemand } from '../../../client/mcp/tools/create-server.ts';

/** Servers that are reached one after another, by their numbers. */
function scripted({ failures = 0 }: { readonly failures?: number } = {}) {
  const gone = new Set<number>();
  const released: number[] = [];
  let attempts = 0;
  const onDemand = createOnDemand<number>({
    reach: async () => {
      attempts += 1;
      if (attempts <= failures) throw new Error(`attempt ${attempts} failed`);
      return attempts;
    },
    isThere: async (reached) => !gone.has(reached),
    release: async (reached) => void released.push(reached),
  });
  return { onDemand, gone, released, attempts: () => attempts };
}

const always = new AbortController().signal;

describe('what is reached on demand', () => {
  it('is reached once for all, and by nobody who needs nothing', async () => {
    const { onDemand, attempts } = scripted();

    expect(attempts()).toBe(0);
    expect(await Promise.all([onDemand.get(always), onDemand.get(always)])).toEqual([1, 1]);
    expect(await onDemand.get(always)).toBe(1);
  });

  it('is tried again by the next one after a failure', async () => {
    const { onDemand } = scripted({ failures: 1 });

    await expect(onDemand.get(always)).rejects.toThrow('attempt 1 failed');
    await expect(onDemand.get(always)).resolves.toBe(2);
  });

  it('is reached anew, once, after it has gone', async () => {
    const { onDemand, gone, released } = scripted();
    await onDemand.get(always);

    gone.add(1);

    expect(await Promise.all([onDemand.get(always), onDemand.get(always)])).toEqual([2, 2]);
    expect(released).toEqual([1]);
  });

  it('goes on being reached when one of those who wait leaves', async () => {
    const reaching = Promise.withResolvers<string>();
    const onDemand = createOnDemand({
      reach: () => reaching.promise,
      isThere: async () => true,
      release: async () => {},
    });
    const leaving = new AbortController();

    const left = onDemand.get(leaving.signal);
    const stays = onDemand.get(always);
    leaving.abort(new Error('enough'));
    await expect(left).rejects.toThrow('enough');
    reaching.resolve('reached');

    await expect(stays).resolves.toBe('reached');
  });

  it('is released at the end', async () => {
    const { onDemand, released } = scripted();
    await onDemand.get(always);

    await onDemand.close();

    expect(released).toEqual([1]);
  });
});
