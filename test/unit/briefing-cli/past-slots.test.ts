import type { BriefingKind } from '@plumbline/contracts/briefings/briefing-slot';
import { describe, expect, it } from 'vitest';
import { isPastSlot } from '../../../workflows/briefing/scheduled-briefing.ts';
import { slotOf } from '../../../workflows/domain/briefing/slots.ts';

const HOUR_MS = 3_600_000;

describe('a scheduled slot', () => {
  it.each<{ what: string; kind?: BriefingKind; nominal: string; now: string; isPast: boolean }>([
    { what: 'started in time', nominal: '2026-03-06T05:00:00Z', now: '2026-03-06T05:00:01Z', isPast: false },
    { what: 'caught up', nominal: '2026-03-06T05:00:00Z', now: '2026-03-06T11:00:00Z', isPast: false },
    { what: 'caught up after midnight', nominal: '2026-03-06T22:00:00Z', now: '2026-03-07T03:00:00Z', isPast: false },
    {
      what: 'that waited for the one before it',
      nominal: '2026-03-06T05:00:00Z',
      now: '2026-03-06T20:00:00Z',
      isPast: false,
    },
    { what: 'of another day', nominal: '2026-03-06T05:00:00Z', now: '2026-03-07T05:00:00Z', isPast: true },
    {
      what: 'of this week',
      kind: 'weekly',
      nominal: '2026-03-02T05:00:00Z',
      now: '2026-03-06T05:00:00Z',
      isPast: false,
    },
    {
      what: 'of another week',
      kind: 'weekly',
      nominal: '2026-03-02T05:00:00Z',
      now: '2026-03-09T05:00:00Z',
      isPast: true,
    },
  ])('$what is past: $isPast', ({ kind = 'daily', nominal, now, isPast }) => {
    const slot = slotOf(kind, nominal, 'Europe/Berlin');

    expect(isPastSlot(slot, { now: new Date(now), catchUpMs: 6 * HOUR_MS })).toBe(isPast);
  });
});
