import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchAttachments } from '../../../workers/supervisor/control-channel.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const LONG_MS = 3_600_000;

describe('watchAttachments', () => {
  it('ends a supervisor to which no command attached', () => {
    const onAbandoned = vi.fn<() => void>();
    watchAttachments(() => false, onAbandoned);

    vi.advanceTimersByTime(LONG_MS);

    expect(onAbandoned).toHaveBeenCalledOnce();
  });

  it('keeps one that is held without an attachment, as by `npx plumbline up --server-only`', () => {
    const onAbandoned = vi.fn<() => void>();
    watchAttachments(() => true, onAbandoned);

    vi.advanceTimersByTime(LONG_MS);

    expect(onAbandoned).not.toHaveBeenCalled();
  });

  it('ends it after the last command, unless the next one follows at once', () => {
    const onAbandoned = vi.fn<() => void>();
    let isHeld = true;
    const watch = watchAttachments(() => isHeld, onAbandoned);

    isHeld = false;
    watch.check(0);
    isHeld = true;
    watch.check(0);
    vi.advanceTimersByTime(LONG_MS);
    expect(onAbandoned).not.toHaveBeenCalled();

    isHeld = false;
    watch.check(0);
    vi.advanceTimersByTime(LONG_MS);
    expect(onAbandoned).toHaveBeenCalledOnce();
  });

  it('lingers for as long as the last command wished, and says until when', () => {
    vi.setSystemTime('2026-11-24T14:00:00Z');
    const onAbandoned = vi.fn<() => void>();
    const watch = watchAttachments(() => false, onAbandoned);

    expect(watch.check(600)).toBe('2026-11-24T14:10:00.000Z');
    vi.advanceTimersByTime(599_999);
    expect(onAbandoned).not.toHaveBeenCalled();

    vi.advanceTimersByTime(1);
    expect(onAbandoned).toHaveBeenCalledOnce();
  });

  it('does not linger while it is held, and afterwards only if the last command wished it', () => {
    const onAbandoned = vi.fn<() => void>();
    let isHeld = false;
    const watch = watchAttachments(() => isHeld, onAbandoned);

    watch.check(600);
    isHeld = true;
    expect(watch.check(600)).toBeNull();
    vi.advanceTimersByTime(LONG_MS);
    expect(onAbandoned).not.toHaveBeenCalled();

    isHeld = false;
    expect(watch.check(0)).toBeNull();
    vi.advanceTimersByTime(1_000);
    expect(onAbandoned).toHaveBeenCalledOnce();
  });
});
