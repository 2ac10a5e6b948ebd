import type { PageLanguage } from './language.ts';
import { durationIn } from './times.ts';

/** A time of day on days that recur, as a person would say it. */
export interface SpokenSchedule {
  readonly days: 'daily' | 'weekdays' | 'weekly';
  /** Of a weekly one. */
  readonly weekday: string;
  /** In the clock of the reader's language. */
  readonly time: string;
}

const CRON = /^(\d{1,2}) (\d{1,2}) \* \* (\*|\d|1-5|mon-fri)$/i;
/** A Sunday. */
const SUNDAY = Date.UTC(2023, 0, 1);
const DAY_MS = 86_400_000;

/** Null for a schedule that no such words describe. */
export function spokenSchedule(cron: string, language: PageLanguage): SpokenSchedule | null {
  const [, minute, hour, day = ''] = CRON.exec(cron.trim()) ?? [];
  if (minute === undefined || hour === undefined) return null;
  const inUtc = { timeZone: 'UTC' } as const;
  const at = new Date(SUNDAY + (Number(hour) * 60 + Number(minute)) * 60_000);
  const time = new Intl.DateTimeFormat(language, { ...inUtc, timeStyle: 'short' }).format(at);
  if (day === '*') return { days: 'daily', weekday: '', time };
  if (day.length > 1) return { days: 'weekdays', weekday: '', time };
  const weekday = new Intl.DateTimeFormat(language, { ...inUtc, weekday: 'long' });
  return { days: 'weekly', weekday: weekday.format(new Date(SUNDAY + (Number(day) % 7) * DAY_MS)), time };
}

const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };

/** `12h` as `12 hours`; what is no such interval stays as it is written. */
export function spokenInterval(every: string, language: PageLanguage): string {
  const [, count, unit = ''] = /^(\d+)\s*([smhdw])/i.exec(every.trim()) ?? [];
  const seconds = Number(count) * (UNIT_SECONDS[unit.toLowerCase()] ?? Number.NaN);
  return Number.isNaN(seconds) ? every : durationIn(language, seconds);
}
