import { describe, expect, it } from 'vitest';
import type { CalendarSlot } from '../../../packages/page/browser/api/api-types.ts';
import { mondayOf, nextTimeOf, timeZoneNamed, weeksOf } from '../../../packages/page/browser/models/calendar.ts';
import { slotOf } from '../../../workflows/domain/briefing/slots.ts';

function slotAt(time: string, state: CalendarSlot['state'] = 'published'): CalendarSlot {
  return { slot: slotOf('daily', time, 'Europe/Berlin'), state, outputId: null };
}

describe('the calendar of a briefing', () => {
  it('has whole weeks from Monday on, also those without a slot, and every slot on its day', () => {
    const weeks = weeksOf([slotAt('2026-03-01T23:30:00Z'), slotAt('2026-03-20T05:00:00Z', 'missed')]);

    expect(weeks.map(({ start, days }) => [start, days.length])).toEqual([
      ['2026-03-02', 7],
      ['2026-03-09', 7],
      ['2026-03-16', 7],
    ]);
    expect(weeks[0]?.days[0]?.slots.map(({ slot }) => slot.slotId)).toEqual(['2026-03-02']);
    expect(weeks[2]?.days[4]?.slots.map(({ state }) => state)).toEqual(['missed']);
    expect(weeks.flatMap(({ days }) => days.flatMap(({ slots }) => slots))).toHaveLength(2);
    expect(weeksOf([])).toEqual([]);
  });

  it('begins weeks on Mondays, over the ends of years', () => {
    expect(['2026-03-02', '2026-03-08', '2027-01-01'].map(mondayOf)).toEqual([
      '2026-03-02',
      '2026-03-02',
      '2026-12-28',
    ]);
  });
});

describe('a schedule that is being chosen', () => {
  const now = new Date('2026-03-27T06:30:00Z');

  it.each([
    ['daily', 1, '08:00', 'Europe/Berlin', '2026-03-27T07:00:00.000Z'],
    ['daily', 1, '07:00', 'Europe/Berlin', '2026-03-28T06:00:00.000Z'],
    ['weekdays', 1, '07:00', 'Europe/Berlin', '2026-03-30T05:00:00.000Z'],
    ['weekly', 0, '02:30', 'Europe/Berlin', '2026-04-05T00:30:00.000Z'],
    ['weekly', 6, '00:15', 'Pacific/Auckland', '2026-03-27T11:15:00.000Z'],
    ['daily', 1, '23:00', 'America/New_York', '2026-03-28T03:00:00.000Z'],
  ] as const)('is due next, over changes of clocks: %s %s %s %s', (days, weekday, time, zone, next) => {
    expect(nextTimeOf({ days, weekday, time }, zone, now)?.toISOString()).toBe(next);
  });

  it('knows time zones by their names', () => {
    expect(['europe/berlin', ' UTC ', 'Berlin', ''].map(timeZoneNamed)).toEqual(['Europe/Berlin', 'UTC', null, null]);
  });
});
