import type { BriefingSchedule } from '../../../workflows/contracts/briefing-settings.ts';

/** A time as people in the zone read it: `Fri 2026-03-06 06:00 (Europe/Berlin)`. */
export function localTime(time: string, timezone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    hourCycle: 'h23',
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(new Date(time));
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((one) => one.type === type)?.value ?? '';
  const weekday = part('weekday').replace('.', '');
  return `${weekday} ${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')} (${timezone})`;
}

/** When a schedule is due, with what belongs to it. */
export function describeTimes({ cron, every, jitter, catchUp }: BriefingSchedule): string {
  const times = cron === undefined ? `every ${every ?? ''}` : `"${cron}"`;
  return [times, ...(jitter === undefined ? [] : [`up to ${jitter} later`]), `catch-up ${catchUp}`].join(', ');
}
