import { CancelledFailure } from '@temporalio/common';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withHeartbeat } from '../../activities/heartbeat.ts';
import { runAsActivity } from '../support/activity-context.ts';

describe('withHeartbeat', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('beats at once and every 2 seconds until the body ends', async () => {
    const heartbeat = vi.fn<() => void>();
    const body = Promise.withResolvers<string>();

    const run = runAsActivity(() => withHeartbeat(() => body.promise), { heartbeat });
    const atOnce = heartbeat.mock.calls.length;
    await vi.advanceTimersByTimeAsync(4_000);
    body.resolve('done');
    await run;
    await vi.advanceTimersByTimeAsync(60_000);

    expect([atOnce, heartbeat.mock.calls.length]).toEqual([1, 3]);
  });

  it('stops beating when the body throws', async () => {
    const heartbeat = vi.fn<() => void>();

    await expect(
      runAsActivity(() => withHeartbeat(() => Promise.reject(new Error('broken'))), { heartbeat }),
    ).rejects.toThrow('broken');
    await vi.advanceTimersByTimeAsync(60_000);

    expect(heartbeat).toHaveBeenCalledTimes(1);
  });

  it('stops beating for a body that goes on after cancellation', async () => {
    const heartbeat = vi.fn<() => void>();
    const controller = new AbortController();
    const body = Promise.withResolvers<string>();

    const run = runAsActivity(() => withHeartbeat(() => body.promise), { heartbeat, signal: controller.signal });
    controller.abort(new CancelledFailure('CANCELLED'));
    await vi.advanceTimersByTimeAsync(60_000);
    body.resolve('late');

    await expect(run).resolves.toBe('late');
    expect(heartbeat).toHaveBeenCalledTimes(1);
  });

  it('does not start a body whose cancellation is already known', async () => {
    const reason = new CancelledFailure('CANCELLED');
    const body = vi.fn<() => Promise<string>>();

    const run = runAsActivity(() => withHeartbeat(body), { signal: AbortSignal.abort(reason) });

    await expect(run).rejects.toBe(reason);
    expect(body).not.toHaveBeenCalled();
  });
});
