import type { BriefingSlot } from '../../../workflows/contracts/briefing-slot.ts';
import { localTime } from '../../../workflows/domain/briefing/slots.ts';

/** `2026-03-06 07:30 +01:00`: the time of a slot in its zone. */
export function localTimeOf({ time, timezone }: Pick<BriefingSlot, 'time' | 'timezone'>): string {
  const instant = new Date(time);
  const { day, minute } = localTime(instant, timezone);
  const zone = new Intl.DateTimeFormat('en-CA', { timeZone: timezone, timeZoneName: 'longOffset' })
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName');
  // UTC itself is "GMT" without figures.
  const offset = zone?.value.replace('GMT', '') || '+00:00';
  return `${day} ${minute.slice(0, 2)}:${minute.slice(2)} ${offset}`;
}
