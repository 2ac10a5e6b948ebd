import { withHeartbeat } from '@plumbline/adapters/heartbeat';
import { tellStep, whileWaitingFor } from '@plumbline/adapters/work-in-progress';
import { CancelledFailure } from '@temporalio/common';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runAsActivity } from '../../../../test/support/builders/activity-context.ts';

const delayed = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

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

  it('stops beating for a body that continues after cancellation', async () => {
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

  it('says with each beat what the body is doing', async () => {
    const heartbeat = vi.fn<(details?: unknown) => void>();
    const answer = Promise.withResolvers<void>();

    const run = runAsActivity(
      () =>
        withHeartbeat(async () => {
          tellStep('indexing: 1 of 2 files');
          await whileWaitingFor('the model m1', () => answer.promise);
          await delayed(2_000);
        }),
      { heartbeat },
    );
    await vi.advanceTimersByTimeAsync(4_000);
    answer.resolve();
    await vi.advanceTimersByTimeAsync(2_000);
    await run;

    expect(heartbeat.mock.calls.map(([details]) => details)).toEqual([
      null,
      'indexing: 1 of 2 files; waiting for the model m1, 2 s',
      'indexing: 1 of 2 files; waiting for the model m1, 4 s',
      'indexing: 1 of 2 files',
    ]);
  });

  it('beats at steps when timers are late, but not at every one', async () => {
    const heartbeat = vi.fn<(details?: unknown) => void>();

    await runAsActivity(
      () =>
        withHeartbeat(async () => {
          for (let step = 0; step < 20; step++) {
            // The clock goes on, and no timer gets its turn.
            vi.setSystemTime(Date.now() + 100);
            tellStep(`step ${step}`);
          }
        }),
      { heartbeat },
    );

    expect(heartbeat.mock.calls.map(([details]) => details)).toEqual([null, 'step 4', 'step 9', 'step 14', 'step 19']);
  });

  it('beats at no step after cancellation', async () => {
    const heartbeat = vi.fn<(details?: unknown) => void>();
    const controller = new AbortController();

    await runAsActivity(
      () =>
        withHeartbeat(async () => {
          controller.abort(new CancelledFailure('CANCELLED'));
          vi.setSystemTime(Date.now() + 60_000);
          tellStep('too late');
        }),
      { heartbeat, signal: controller.signal },
    );

    expect(heartbeat.mock.calls).toEqual([[null]]);
  });
});
