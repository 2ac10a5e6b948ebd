import { z } from 'zod';

/** Kinds of briefings, in the order of their letters in methodologies: A, B, C, D. */
export const BRIEFING_KINDS = ['daily', 'deep-daily', 'weekly', 'on-demand'] as const;
export const briefingKindSchema = z.enum(BRIEFING_KINDS);
export type BriefingKind = z.infer<typeof briefingKindSchema>;

/** One occasion of a briefing. Its id names its output, so that a repeated slot writes nothing. */
export const briefingSlotSchema = z.object({
  kind: briefingKindSchema,
  /** The nominal time, ISO 8601 in UTC: of the schedule, not of the clock. */
  time: z.string(),
  /** IANA name. */
  timezone: z.string(),
  /** ISO date of `time` in that zone. */
  day: z.iso.date(),
  /** `2026-03-06`, `2026-03-06-deep`, `2026-W10`, `2026-03-06T0730`; see `slotOf`. */
  slotId: z.string(),
});
export type BriefingSlot = z.infer<typeof briefingSlotSchema>;

/**
 * `published`: with something new; `quiet`: without. `failed`: its run ended without an output. `due`: its run may still
 * come. `coming`: its time has not come yet.
 */
export const SLOT_STATES = ['published', 'quiet', 'failed', 'under-way', 'missed', 'due', 'coming'] as const;
export type SlotState = (typeof SLOT_STATES)[number];
