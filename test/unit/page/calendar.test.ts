import { describe, expect, it } from 'vitest';
import type { CalendarSlot } from '../../../packages/page/browser/api/api-types.ts';
import { mondayOf, timeZoneNamed, weeksOf } from '../../../packages/page/browser/models/calendar.ts';
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
  it('knows time zones by their names', () => {
    expect(['europe/berlin', ' UTC ', 'Berlin', ''].map(timeZoneNamed)).toEqual(['Europe/Berlin', 'UTC', null, null]);
  });
});
