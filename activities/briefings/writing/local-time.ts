import type { BriefingSlot } from '../../../workflows/contracts/briefing-slot.ts';

/** `2026-03-06 07:30 +01:00`: the time of a slot in its zone. */
export function localTimeOf({ time, timezone }: Pick<BriefingSlot, 'time' | 'timezone'>): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'longOffset',
  }).formatToParts(new Date(time));
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((one) => one.type === type)?.value ?? '';
  // UTC itself is "GMT" without figures.
  const offset = part('timeZoneName').replace('GMT', '') || '+00:00';
  return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')} ${offset}`;
}
