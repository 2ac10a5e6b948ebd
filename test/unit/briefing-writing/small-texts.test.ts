import { describe, expect, it } from 'vitest';
import { localTimeOf } from '../../../activities/briefings/writing/briefing-writing.ts';
import { shortened } from '../../../activities/briefings/writing/claim-lines.ts';

describe('localTimeOf', () => {
  it.each([
    { time: '2026-03-06T06:30:00.000Z', timezone: 'Europe/Berlin', local: '2026-03-06 07:30 +01:00' },
    { time: '2026-07-06T06:30:00.000Z', timezone: 'Europe/Berlin', local: '2026-07-06 08:30 +02:00' },
    { time: '2026-03-06T23:30:00.000Z', timezone: 'Asia/Kolkata', local: '2026-03-07 05:00 +05:30' },
    { time: '2026-03-06T00:10:00.000Z', timezone: 'UTC', local: '2026-03-06 00:10 +00:00' },
    { time: '2026-03-06T00:10:00.000Z', timezone: 'America/New_York', local: '2026-03-05 19:10 -05:00' },
  ])('says when $time is in $timezone', ({ time, timezone, local }) => {
    expect(localTimeOf({ time, timezone })).toBe(local);
  });
});

describe('shortened', () => {
  it.each([
    { text: 'a  short\ntext', longest: 20, short: 'a short text' },
    { text: 'cut between these words', longest: 16, short: 'cut between…' },
    { text: 'oneverylongwordwithoutspaces', longest: 10, short: 'oneverylo…' },
    { text: 'abcdefgh😀', longest: 9, short: 'abcdefgh…' },
  ])('makes "$short" of "$text"', ({ text, longest, short }) => {
    expect(shortened(text, longest)).toBe(short);
  });
});
