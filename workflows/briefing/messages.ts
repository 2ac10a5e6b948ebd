import type { BriefingKind, BriefingSlot } from '@plumbline/contracts/briefings/briefing-slot';
import { defineQuery } from '@temporalio/workflow';

// Who starts a briefing needs its slot.
export { addDays, slotOf } from '../domain/briefing/slots.ts';

/** Name of the workflow type of one slot. */
export const BRIEFING = 'briefing';

/** Name of the workflow type that a schedule starts. */
export const SCHEDULED_BRIEFING = 'scheduledBriefing';

/** What a briefing shows of itself while it runs. */
export interface BriefingProgress {
  /** A word or two: `state`, `corpus`, `live search`. */
  readonly stage: string;
  /** What was found in the stages so far, a line each, the oldest first. */
  readonly details: readonly string[];
}

export const briefingProgressQuery = defineQuery<BriefingProgress>('briefingProgress');

/** Temporal runs each id once at a time, so a slot has one execution under way, and its backfill another. */
export function briefingIdOf(name: string, slot: Pick<BriefingSlot, 'kind' | 'slotId'>, isBackfill: boolean): string {
  return `briefing:${name}:${slot.kind}:${slot.slotId}${isBackfill ? '-backfill' : ''}`;
}

/** Each kind of a briefing has its own schedule, and one more that only serves its backfills. */
export function scheduleIdOf(name: string, kind: BriefingKind, isBackfill: boolean): string {
  return `briefing:${name}:${kind}${isBackfill ? ':backfill' : ''}`;
}

/** The server adds the nominal time. */
export function scheduledIdOf(name: string, kind: BriefingKind, isBackfill: boolean): string {
  return `scheduled-${scheduleIdOf(name, kind, isBackfill)}`;
}
