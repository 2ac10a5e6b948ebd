import { intervalMs } from '@plumbline/contracts/briefings/briefing-settings';
import { describe, expect, it } from 'vitest';
import { describeTimes, localTime, mergeTimes } from '../../../client/cli/briefings/schedule-briefing.ts';

const known = { cron: '0 6 * * *', jitter: '10m', catchUp: '3h' };

describe('new times of a schedule', () => {
  it.each([
    {
      what: 'a first one',
      before: undefined,
      flags: { cron: '0 6 * * *' },
      after: { cron: '0 6 * * *', catchUp: '6h' },
    },
    { what: 'another time', before: known, flags: { cron: '0 7 * * *' }, after: { ...known, cron: '0 7 * * *' } },
    {
      what: 'an interval instead',
      before: known,
      flags: { every: '12h' },
      after: { every: '12h', jitter: '10m', catchUp: '3h' },
    },
    { what: 'a window alone', before: known, flags: { catchUp: '1d' }, after: { ...known, catchUp: '1d' } },
  ])('keep what is not given: $what', ({ before, flags, after }) => {
    expect(mergeTimes(before, flags, 'daily')).toEqual(after);
  });

  it.each([
    { flags: { jitter: '10m' }, problem: 'give either cron or every' },
    { flags: { cron: '@daily' }, problem: '--cron: use five fields, like "0 6 * * *" for each day at 6' },
    { flags: { every: '24' }, problem: '--every: use minutes, hours or days' },
    { flags: { cron: '0 6 * * *', catchUp: '6 hours' }, problem: '--catch-up: use minutes, hours or days' },
    { flags: { cron: '0 6 * * *', jitter: '0m' }, problem: '--jitter: use minutes, hours or days' },
  ])('are refused with the option: $problem', ({ flags, problem }) => {
    expect(() => mergeTimes(undefined, flags, 'weekly')).toThrow(problem);
  });
});

describe('times for people', () => {
  it('stand in the zone of the briefing', () => {
    expect(localTime('2026-03-06T05:00:00Z', 'Europe/Berlin')).toBe('Fri 2026-03-06 06:00 (Europe/Berlin)');
  });

  it('say what belongs to a schedule', () => {
    expect(describeTimes(known)).toBe('"0 6 * * *", up to 10m later, catch-up 3h');
    expect(describeTimes({ every: '12h', catchUp: '6h' })).toBe('every 12h, catch-up 6h');
  });

  it('are counted in milliseconds', () => {
    expect(['90m', '12h', '7d'].map(intervalMs)).toEqual([5_400_000, 43_200_000, 604_800_000]);
  });
});
