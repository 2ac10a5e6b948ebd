import { type BriefingSchedule, intervalMs } from '@plumbline/contracts/briefings/briefing-settings';
import { describe, expect, it } from 'vitest';
import { expectedSlots } from '../../../activities/briefings/folder/expected-slots.ts';
import { findMissedSlots } from '../../../client/briefings/briefing-calendar.ts';
import { slotOf } from '../../../workflows/domain/briefing/slots.ts';

const timezone = 'UTC';
const settings = { timezone, schedules: { daily: { cron: '0 6 * * *', catchUp: '6h' } } };
const written = (...days: string[]) => days.map((day) => ({ slot: slotOf('daily', `${day}T06:00:00Z`, timezone) }));

const missed = (now: string, outputs: ReturnType<typeof written>) =>
  findMissedSlots(settings, outputs, {
    now: new Date(now),
    graceMs: ({ catchUp }: BriefingSchedule) => intervalMs(catchUp),
    expectTimes: expectedSlots,
  }).map(({ slotId }) => slotId);

describe('missed slots', () => {
  it('are those without an output since the first one, newest first', () => {
    expect(missed('2026-03-06T13:00:00Z', written('2026-03-02', '2026-03-04'))).toEqual([
      '2026-03-06',
      '2026-03-05',
      '2026-03-03',
    ]);
  });

  it('are none while a slot may still be caught up', () => {
    expect(missed('2026-03-06T11:00:00Z', written('2026-03-05'))).toEqual([]);
  });

  it('are made up for by a run at another time of the day', () => {
    const byHand = { slot: slotOf('daily', '2026-03-05T21:00:00Z', timezone) };

    expect(missed('2026-03-06T05:00:00Z', [...written('2026-03-04'), byHand])).toEqual([]);
  });

  it('are shown for 14 days', () => {
    expect(missed('2026-03-30T13:00:00Z', written('2026-01-01'))).toHaveLength(14);
  });

  it('are unknown before the first output and without a schedule', () => {
    expect(missed('2026-03-06T13:00:00Z', [])).toEqual([]);
    const weekly = [{ slot: slotOf('weekly', '2026-03-02T06:00:00Z', timezone) }];
    expect(missed('2026-03-30T13:00:00Z', weekly)).toEqual([]);
  });
});
