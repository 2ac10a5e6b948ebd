import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSignsOfLife } from '../../engine/request-silence.ts';

const LIMITS = { firstMs: 1_000, nextMs: 100 };
const never = () => new AbortController().signal;

describe('signs of life', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('end a request without a first token when its time is over', () => {
    const life = createSignsOfLife().watch(LIMITS, never());

    vi.advanceTimersByTime(999);
    expect(life.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);

    expect(life.signal.aborted).toBe(true);
    expect(life.ranOutMs()).toBe(1_000);
  });

  it('keep a request alive as long as tokens come, and end it when they stop', () => {
    const life = createSignsOfLife().watch(LIMITS, never());

    for (let token = 0; token < 100; token += 1) {
      vi.advanceTimersByTime(99);
      life.sign();
    }
    expect(life.signal.aborted).toBe(false);
    vi.advanceTimersByTime(100);

    expect(life.ranOutMs()).toBe(100);
  });

  it('let requests wait in line while the server answers another, but not those that have begun', () => {
    const signs = createSignsOfLife();
    const [front, inLine, stalled] = [
      signs.watch(LIMITS, never()),
      signs.watch(LIMITS, never()),
      signs.watch(LIMITS, never()),
    ];
    stalled.sign();

    for (let token = 0; token < 50; token += 1) {
      vi.advanceTimersByTime(90);
      front.sign();
    }
    expect([inLine.signal.aborted, stalled.signal.aborted]).toEqual([false, true]);
    front.stop();
    vi.advanceTimersByTime(1_000);

    expect(inLine.ranOutMs()).toBe(1_000);
  });

  it('end with the caller, without a limit that ran out', () => {
    const controller = new AbortController();
    const life = createSignsOfLife().watch(LIMITS, controller.signal);

    controller.abort();

    expect([life.signal.aborted, life.ranOutMs()]).toEqual([true, undefined]);
  });

  it('leave no timer behind', () => {
    const life = createSignsOfLife().watch(LIMITS, never());

    life.stop();
    life.sign();

    expect(vi.getTimerCount()).toBe(0);
  });
});
