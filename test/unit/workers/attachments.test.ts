import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchAttachments } from '../../../workers/supervisor/attachments.ts';

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

  it('keeps one that is held without an attachment, as by `npx plumbline temporal`', () => {
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
    watch.check();
    isHeld = true;
    watch.check();
    vi.advanceTimersByTime(LONG_MS);
    expect(onAbandoned).not.toHaveBeenCalled();

    isHeld = false;
    watch.check();
    vi.advanceTimersByTime(LONG_MS);
    expect(onAbandoned).toHaveBeenCalledOnce();
  });
});
