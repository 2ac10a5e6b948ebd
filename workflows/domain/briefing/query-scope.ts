import type { BriefingSlot } from '../../contracts/briefing-slot.ts';
import { addDays, slotOf } from './slots.ts';

const DAY_MS = 86_400_000;

/** The days that a slot's queries ask about, both inclusive: a daily one the last 24 hours, all others the last 7 days. */
export function queryScopeOf(slot: BriefingSlot): { readonly since: string; readonly until: string } {
  const isDaily = slot.kind === 'daily' || slot.kind === 'deep-daily';
  const aDayBefore = new Date(Date.parse(slot.time) - DAY_MS).toISOString();
  const since = isDaily ? slotOf(slot.kind, aDayBefore, slot.timezone).day : addDays(slot.day, -7);
  return { since, until: slot.day };
}
