import { describe, expect, it } from 'vitest';
import { startOfDay } from '../../../client/briefings/briefing-client.ts';
import { addDays } from '../../../workflows/briefing/messages.ts';

describe('the start of a day', () => {
  it.each([
    { day: '2026-03-06', timezone: 'UTC', start: '2026-03-06T00:00:00.000Z' },
    { day: '2026-03-06', timezone: 'Europe/Berlin', start: '2026-03-05T23:00:00.000Z' },
    { day: '2026-03-30', timezone: 'Europe/Berlin', start: '2026-03-29T22:00:00.000Z' },
    { day: '2026-03-06', timezone: 'Pacific/Kiritimati', start: '2026-03-05T10:00:00.000Z' },
    { day: '2026-03-06', timezone: 'Etc/GMT+12', start: '2026-03-06T12:00:00.000Z' },
    { day: '2026-03-06', timezone: 'Asia/Kathmandu', start: '2026-03-05T18:15:00.000Z' },
    // Clocks go forward at midnight, so the day begins at one.
    { day: '2026-04-24', timezone: 'Africa/Cairo', start: '2026-04-23T22:00:00.000Z' },
  ])('is that of the zone: $day in $timezone', ({ day, timezone, start }) => {
    expect(startOfDay(day, timezone).toISOString()).toBe(start);
  });
});

describe('the day after', () => {
  it('may be in another month or year', () => {
    expect([addDays('2026-02-28', 1), addDays('2028-02-28', 1), addDays('2026-12-31', 1)]).toEqual([
      '2026-03-01',
      '2028-02-29',
      '2027-01-01',
    ]);
  });
});
