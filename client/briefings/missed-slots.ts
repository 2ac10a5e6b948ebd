import type { BriefingSettings } from '@plumbline/contracts/briefings/briefing-settings';
import { BRIEFING_KINDS, type BriefingKind, type BriefingSlot } from '@plumbline/contracts/briefings/briefing-slot';
import { slotOf } from '../../workflows/briefing/messages.ts';

/** Nominal times of a schedule between two instants, both exclusive; see `expectedSlots` of the local tools. */
export type ExpectTimes = (
  schedule: NonNullable<BriefingSettings['schedules'][BriefingKind]>,
  timezone: string,
  range: { readonly after: string; readonly before: string; readonly max: number },
) => readonly string[];

/** Older ones are no longer shown. */
const SHOWN_DAYS_MS = 14 * 86_400_000;
const MAX_SLOTS = 1_000;

/**
 * Slots of the last 14 days, since the first output of their kind, that have no output and that nothing catches up any more; the newest
 * first. A backfill makes up for a slot.
 */
export function findMissedSlots(
  { schedules, timezone }: Pick<BriefingSettings, 'schedules' | 'timezone'>,
  outputs: readonly { readonly slot: BriefingSlot }[],
  { now, graceMs, expectTimes }: Surroundings,
): readonly BriefingSlot[] {
  const missed = BRIEFING_KINDS.flatMap((kind) => {
    const schedule = schedules[kind];
    const written = outputs.map(({ slot }) => slot).filter((slot) => slot.kind === kind);
    const first = Math.min(...written.map(({ time }) => Date.parse(time)));
    if (schedule === undefined || !Number.isFinite(first)) return [];
    const range = {
      after: new Date(Math.max(first, now.getTime() - SHOWN_DAYS_MS)).toISOString(),
      before: new Date(now.getTime() - graceMs(schedule)).toISOString(),
      max: MAX_SLOTS,
    };
    const done = new Set(written.map(({ slotId }) => slotId));
    const expected = expectTimes(schedule, timezone, range).map((time) => slotOf(kind, time, timezone));
    return expected.filter(({ slotId }) => !done.has(slotId) && done.add(slotId));
  });
  return missed.toSorted((a, b) => Date.parse(b.time) - Date.parse(a.time));
}

interface Surroundings {
  readonly now: Date;
  /** How long a slot may still be on its way. */
  readonly graceMs: (schedule: Parameters<ExpectTimes>[0]) => number;
  readonly expectTimes: ExpectTimes;
}
