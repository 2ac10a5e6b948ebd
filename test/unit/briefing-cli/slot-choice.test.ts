import type { BriefingSettings } from '@plumbline/contracts/briefings/briefing-settings';
import { describe, expect, it } from 'vitest';
import { expectedSlots } from '../../../activities/briefings/folder/expected-slots.ts';
import { chooseSlot, parseDay, slotsOfDays } from '../../../client/cli/briefings/slot-choice.ts';

const timezone = 'Europe/Berlin';
const scheduled = { timezone, schedules: { daily: { cron: '0 6 * * 1-5', catchUp: '6h' } } };
const unscheduled = { timezone, schedules: {} };
const NOW = new Date('2026-03-06T09:30:00Z');

const choose = (given?: string, settings: Pick<BriefingSettings, 'schedules' | 'timezone'> = scheduled, now = NOW) =>
  chooseSlot(settings, { kind: 'daily', given, now }, expectedSlots);

describe('the slot of a run', () => {
  it.each([
    { what: 'now', given: undefined, slotId: '2026-03-06', time: '2026-03-06T09:30:00.000Z' },
    {
      what: 'a time with a zone',
      given: '2026-03-05T06:00:00+01:00',
      slotId: '2026-03-05',
      time: '2026-03-05T05:00:00.000Z',
    },
    { what: 'a day, by the schedule', given: '2026-03-05', slotId: '2026-03-05', time: '2026-03-05T05:00:00.000Z' },
    { what: 'today', given: '2026-03-06', slotId: '2026-03-06', time: '2026-03-06T05:00:00.000Z' },
  ])('is that of $what', ({ given, slotId, time }) => {
    expect(choose(given)).toMatchObject({ slotId, time, timezone });
  });

  it('is six in the morning of a day without a schedule', () => {
    expect(choose('2026-03-07', unscheduled, new Date('2026-03-09T00:00:00Z')).time).toBe('2026-03-07T05:00:00.000Z');
  });

  it('of today can be run before its time', () => {
    const early = new Date('2026-03-06T03:00:00Z');

    expect(choose('2026-03-06', scheduled, early)).toMatchObject({ slotId: '2026-03-06', time: early.toISOString() });
  });

  it.each([
    { given: '2026-03-09', problem: 'lies in the future' },
    { given: '2027-01-01T06:00:00Z', problem: 'lies in the future' },
    { given: '2026-03-01', problem: 'has no slot on 2026-03-01' },
    { given: '2026-03-05T06:00:00', problem: 'is not a time with a zone' },
    { given: 'yesterday', problem: 'is not a day' },
  ])('is refused: $given', ({ given, problem }) => {
    expect(() => choose(given)).toThrow(problem);
  });
});

describe('the slots of days', () => {
  const slotsOf = (from: string, to: string, every?: string) => {
    const settings = every === undefined ? scheduled : { timezone, schedules: { daily: { every, catchUp: '6h' } } };
    return slotsOfDays(settings, { kind: 'daily', from, to }, expectedSlots).slots.map(({ time }) => time);
  };

  it('are those of the schedule, in its time zone, also across a change of clocks', () => {
    expect(slotsOf('2026-03-27', '2026-03-30')).toEqual(['2026-03-27T05:00:00.000Z', '2026-03-30T04:00:00.000Z']);
  });

  it('begin and end with the day in that zone', () => {
    expect(slotsOf('2026-03-06', '2026-03-06', '12h')).toEqual([
      '2026-03-06T00:00:00.000Z',
      '2026-03-06T12:00:00.000Z',
    ]);
    expect(slotsOf('2026-03-06', '2026-03-06', '23h')).toHaveLength(1);
  });

  it('are refused when there are too many', () => {
    expect(() => slotsOf('2026-03-01', '2026-03-31', '5m')).toThrow(
      'more than 400 slots from 2026-03-01 to 2026-03-31',
    );
  });
});

describe('a day', () => {
  it.each(['2026-02-30', '2026-13-01', '06.03.2026', '2026-3-6', ''])(
    'is refused when there is none like it: "%s"',
    (text) => {
      expect(() => parseDay(text)).toThrow('is not a day');
    },
  );

  it('may be a leap day', () => {
    expect(parseDay('2028-02-29')).toBe('2028-02-29');
  });
});
