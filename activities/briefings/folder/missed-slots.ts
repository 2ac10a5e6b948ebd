import type { BriefingSettings } from '@plumbline/contracts/briefings/briefing-settings';
import type { BriefingSlot } from '@plumbline/contracts/briefings/briefing-slot';
import { slotOf } from '../../../workflows/domain/briefing/slots.ts';
import { expectedSlots } from './expected-slots.ts';

const MAX_MISSED = 100;

/** Slots of the schedule between two runs that nothing ran, ISO 8601. @param last the newest output of the kind before the slot */
export function missedSlots(
  { schedules }: Pick<BriefingSettings, 'schedules'>,
  { kind, time, timezone, slotId }: BriefingSlot,
  last: BriefingSlot | null,
): string[] {
  const schedule = schedules[kind];
  if (schedule === undefined || last === null) return [];
  // A manual run before or after the nominal time counts for the same slot.
  const known = new Set([slotId, last.slotId]);
  return expectedSlots(schedule, timezone, { after: last.time, before: time, max: MAX_MISSED }).filter((expected) => {
    const missed = slotOf(kind, expected, timezone).slotId;
    const isMissed = !known.has(missed);
    known.add(missed);
    return isMissed;
  });
}
