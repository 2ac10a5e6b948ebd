import { type Clock, createRateLimiter } from '@plumbline/web/search-providers';
import { describe, expect, it } from 'vitest';

/** A clock that stands still but for what is slept, and notes each nap. */
function createStoppedClock(): Clock & { readonly naps: number[]; time: number } {
  const clock = {
    time: 1_000,
    naps: [] as number[],
    now: () => clock.time,
    async sleep(ms: number) {
      clock.naps.push(ms);
    },
  };
  return clock;
}

const signal = new AbortController().signal;

describe('createRateLimiter', () => {
  it('lets the first request through at once and spaces the next ones', async () => {
    const clock = createStoppedClock();
    const awaitTurn = createRateLimiter(3_000, clock);

    await Promise.all([awaitTurn(signal), awaitTurn(signal), awaitTurn(signal)]);

    expect(clock.naps).toEqual([3_000, 6_000]);
  });

  it('lets a caller through at once after a pause', async () => {
    const clock = createStoppedClock();
    const awaitTurn = createRateLimiter(3_000, clock);

    await awaitTurn(signal);
    clock.time += 2_000;
    await awaitTurn(signal);
    clock.time += 10_000;
    await awaitTurn(signal);

    expect(clock.naps).toEqual([1_000]);
  });

  it('ends the wait with the reason of a cancellation', async () => {
    const controller = new AbortController();
    const awaitTurn = createRateLimiter(60_000);
    await awaitTurn(controller.signal);

    const waiting = awaitTurn(controller.signal);
    controller.abort(new Error('stopped by a person'));

    await expect(waiting).rejects.toThrow('stopped by a person');
  });
});
