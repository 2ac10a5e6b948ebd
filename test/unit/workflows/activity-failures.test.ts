import { ActivityFailure, ApplicationFailure, TimeoutFailure } from '@temporalio/common';
import { describe, expect, it } from 'vitest';
import { describeCause } from '../../../workflows/calls/activity-failures.ts';

describe('describeCause', () => {
  const timedOut = (type: 'HEARTBEAT' | 'START_TO_CLOSE' | 'SCHEDULE_TO_CLOSE' | 'SCHEDULE_TO_START') =>
    new ActivityFailure(
      'x',
      'synthesizeReport',
      '7',
      'TIMEOUT',
      'w',
      new TimeoutFailure('activity timeout', null, type),
    );

  it.each([
    ['HEARTBEAT', 'the worker fell silent during synthesizeReport, in every attempt'],
    ['SCHEDULE_TO_START', 'no worker picked up synthesizeReport in time'],
    ['START_TO_CLOSE', 'synthesizeReport did not end in time'],
    ['SCHEDULE_TO_CLOSE', 'synthesizeReport did not end in time'],
  ] as const)('says %s in words, with what to do', (type, words) => {
    const told = describeCause(timedOut(type));

    expect(told).toContain(words);
    expect(told).not.toMatch(/timeout/iu);
    expect(told).toMatch(/Free memory|Start one|Check the load/u);
  });

  it('passes on what an activity says itself', () => {
    const cause = ApplicationFailure.nonRetryable('the disk is gone');

    expect(describeCause(new ActivityFailure('x', 'search', '1', 'TIMEOUT', 'w', cause))).toBe('the disk is gone');
    expect(describeCause('text')).toBe('text');
  });
});
