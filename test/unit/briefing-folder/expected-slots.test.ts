import { describe, expect, it } from 'vitest';
import {
  cronFault,
  expectedSlots,
  missedSlots,
  nextLeftOut,
} from '../../../activities/briefings/folder/expected-slots.ts';
import { slotOf } from '../../../workflows/domain/briefing/slots.ts';

const BERLIN = 'Europe/Berlin';
const daily = (cron: string) => ({ cron, catchUp: '6h' });

describe('expectedSlots', () => {
  it.each([
    {
      change: 'to summer time',
      after: '2026-03-28T06:00:00Z',
      before: '2026-03-31T05:00:00Z',
      expected: ['2026-03-29T05:00:00.000Z', '2026-03-30T05:00:00.000Z'],
    },
    {
      change: 'to winter time',
      after: '2026-10-24T05:00:00Z',
      before: '2026-10-27T06:00:00Z',
      expected: ['2026-10-25T06:00:00.000Z', '2026-10-26T06:00:00.000Z'],
    },
  ])('keeps the local time over the change $change, both ends exclusive', ({ after, before, expected }) => {
    expect(expectedSlots(daily('0 7 * * *'), BERLIN, { after, before, max: 10 })).toEqual(expected);
  });

  it('has no slot at a local time that a change of clocks leaves out', () => {
    const range = { after: '2026-03-28T01:30:00Z', before: '2026-03-31T00:00:00Z', max: 10 };

    expect(expectedSlots(daily('30 2 * * *'), BERLIN, range)).toEqual(['2026-03-30T00:30:00.000Z']);
  });

  it.each([
    { cron: '30 2 * * *', timezone: BERLIN, day: '2026-03-29' },
    { cron: '30 2 * * 1-5', timezone: BERLIN, day: null },
    { cron: '0 6 * * *', timezone: BERLIN, day: null },
    { cron: '30 2 * * *', timezone: 'UTC', day: null },
  ])('names the day that a change of clocks leaves out: $cron in $timezone', ({ cron, timezone, day }) => {
    expect(nextLeftOut(daily(cron), timezone, new Date('2026-01-02T00:00:00Z'))).toBe(day);
  });

  it('wants the day of the month and that of the week to fit', () => {
    const range = { after: '2026-01-01T00:00:00Z', before: '2027-01-01T00:00:00Z', max: 10 };
    const days = expectedSlots(daily('0 7 13 * 5'), 'UTC', range).map((time) => time.slice(0, 10));

    expect(days).toEqual(['2026-02-13', '2026-03-13', '2026-11-13']);
  });

  it('counts intervals from 1970, whatever the zone', () => {
    const range = { after: '2026-03-06T06:10:00Z', before: '2026-03-07T00:00:00Z', max: 10 };

    expect(expectedSlots({ every: '8h', catchUp: '6h' }, BERLIN, range)).toEqual([
      '2026-03-06T08:00:00.000Z',
      '2026-03-06T16:00:00.000Z',
    ]);
  });

  it('gives the earliest, and no more than wanted', () => {
    const range = { after: '2026-03-06T07:00:00Z', before: '2027-03-06T07:00:00Z', max: 2 };

    expect(expectedSlots(daily('0 7 * * *'), 'UTC', range)).toEqual([
      '2026-03-07T07:00:00.000Z',
      '2026-03-08T07:00:00.000Z',
    ]);
  });
});

describe('cronFault', () => {
  const wanted = expect.stringContaining('use five fields like 0 7 * * 1-5');

  it.each([
    ['0 7 * * 1-5', null],
    ['*/30 6-9 1,15 jan-mar MON', null],
    ['0 7 * * 7', null],
    ['0 25 * * *', wanted],
    ['0 0 7 * * *', wanted],
    ['0 7 L * *', wanted],
    ['0 7 * * 1#2', wanted],
    ['@every 1h', wanted],
    ['CRON_TZ=UTC 0 7 * * *', wanted],
    ['0 7 31 2 *', 'names a day that there is not'],
  ])('of %j is %j', (cron, fault) => {
    expect(cronFault(cron)).toEqual(fault);
  });
});

describe('missedSlots', () => {
  const schedules = { daily: daily('0 7 * * *'), weekly: daily('0 8 * * 0') };
  const slot = slotOf('daily', '2026-03-30T05:00:00Z', BERLIN);
  const last = (time: string) => slotOf('daily', time, BERLIN);

  it('are those between the last output and the slot, over a change of clocks', () => {
    expect(missedSlots({ schedules }, slot, last('2026-03-27T06:00:00Z'))).toEqual([
      '2026-03-28T06:00:00.000Z',
      '2026-03-29T05:00:00.000Z',
    ]);
  });

  it.each([
    ['after the output of the day before', last('2026-03-29T05:00:00Z')],
    ['if the day before was run by hand, before its time', last('2026-03-29T04:00:00Z')],
    ['before the first output', null],
  ])('are none %s', (_, before) => {
    expect(missedSlots({ schedules }, slot, before)).toEqual([]);
  });

  it('are none of a kind without a schedule', () => {
    expect(missedSlots({ schedules: {} }, slot, last('2026-03-20T06:00:00Z'))).toEqual([]);
  });

  it('do not name the day of the slot, if it is run by hand after its time', () => {
    const late = slotOf('daily', '2026-03-30T09:00:00Z', BERLIN);

    expect(missedSlots({ schedules }, late, last('2026-03-29T05:00:00Z'))).toEqual([]);
  });
});
