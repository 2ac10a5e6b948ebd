import type { BriefingSlot } from '../../contracts/briefings/briefing-slot.ts';
import { slotOf } from './slots.ts';

/**
 * Whether it is too late for a slot to be run as the present one: it is older than the catch-up window, and another slot of its
 * kind has begun since. A slot that only waited for the one before it is late, but not past.
 *
 * @param at the time at which it is run, and the catch-up window
 */
export function isPastSlot(
  { kind, time, timezone, slotId }: BriefingSlot,
  at: { readonly now: Date; readonly catchUpMs: number },
): boolean {
  if (at.now.getTime() - Date.parse(time) <= at.catchUpMs) return false;
  return slotOf(kind, at.now.toISOString(), timezone).slotId !== slotId;
}
