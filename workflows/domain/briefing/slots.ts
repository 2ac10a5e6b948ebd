import type { BriefingKind, BriefingSlot } from '@plumbline/contracts/briefings/briefing-slot';

const DAY_MS = 86_400_000;

/**
 * The slot of a nominal time: a day has one daily and one deep daily, a week (ISO 8601) one weekly; on-demand briefings
 * are distinguished by the minute.
 *
 * @param time ISO 8601
 * @param timezone IANA name
 */
export function slotOf(kind: BriefingKind, time: string, timezone: string): BriefingSlot {
  const instant = new Date(time);
  const { day, minute } = localTime(instant, timezone);
  const slotIds: Readonly<Record<BriefingKind, string>> = {
    daily: day,
    'deep-daily': `${day}-deep`,
    weekly: weekOf(day),
    'on-demand': `${day}T${minute}`,
  };
  return { kind, time: instant.toISOString(), timezone, day, slotId: slotIds[kind] };
}

/** Days from one ISO date to another; negative where the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/** The ISO date some days after another. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** ISO date and `0730` of an instant in a zone. @param timezone IANA name */
export function localTime(instant: Date, timezone: string): { readonly day: string; readonly minute: string } {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((one) => one.type === type)?.value ?? '';
  return { day: `${part('year')}-${part('month')}-${part('day')}`, minute: `${part('hour')}${part('minute')}` };
}

/** The week that a day's Thursday belongs to: `2026-W10`. */
function weekOf(day: string): string {
  const weekday = (new Date(day).getUTCDay() + 6) % 7;
  const thursday = addDays(day, 3 - weekday);
  const year = thursday.slice(0, 4);
  const week = Math.floor(daysBetween(`${year}-01-01`, thursday) / 7) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}
