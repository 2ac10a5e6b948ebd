import type { CalendarSlot } from '../api/api-types.ts';
import type { PageLanguage } from '../words/language.ts';
import { durationIn } from './times.ts';

const DAY_MS = 86_400_000;

/** A week from Monday on, with the slots of its days. */
export interface CalendarWeek {
  /** ISO date of its Monday. */
  readonly start: string;
  readonly days: readonly { readonly day: string; readonly slots: readonly CalendarSlot[] }[];
}

/** The weeks from the first slot to the last one, also those without any. */
export function weeksOf(calendar: readonly CalendarSlot[]): CalendarWeek[] {
  const days = calendar.map(({ slot }) => slot.day).sort();
  const [first] = days;
  const last = days.at(-1);
  if (first === undefined || last === undefined) return [];
  const weeks: CalendarWeek[] = [];
  for (let start = mondayOf(first); start <= last; start = daysAfter(start, 7)) {
    const monday = start;
    weeks.push({
      start,
      days: [0, 1, 2, 3, 4, 5, 6].map((offset) => {
        const day = daysAfter(monday, offset);
        return { day, slots: calendar.filter(({ slot }) => slot.day === day) };
      }),
    });
  }
  return weeks;
}

/** @param day ISO date */
export function mondayOf(day: string): string {
  return daysAfter(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}

function daysAfter(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

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

/** The same as it is chosen. */
export interface PickedSchedule {
  readonly days: SpokenSchedule['days'];
  /** From 0, Sunday; of a weekly one. */
  readonly weekday: number;
  /** `06:00` */
  readonly time: string;
}

/** Null for a schedule that cannot be chosen so. */
export function pickedSchedule(cron: string): PickedSchedule | null {
  const [, minute, hour, day = ''] = CRON.exec(cron.trim()) ?? [];
  if (minute === undefined || hour === undefined) return null;
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  if (day === '*') return { days: 'daily', weekday: 1, time };
  return day.length > 1 ? { days: 'weekdays', weekday: 1, time } : { days: 'weekly', weekday: Number(day) % 7, time };
}

export function cronOf({ days, weekday, time }: PickedSchedule): string {
  const [hour, minute] = time.split(':').map(Number);
  return `${minute} ${hour} * * ${{ daily: '*', weekdays: '1-5', weekly: weekday }[days]}`;
}

/** Null for a schedule that no such words describe. */
export function spokenSchedule(cron: string, language: PageLanguage): SpokenSchedule | null {
  const picked = pickedSchedule(cron);
  if (picked === null) return null;
  const at = new Date(`2023-01-01T${picked.time}:00Z`);
  const time = new Intl.DateTimeFormat(language, { timeZone: 'UTC', timeStyle: 'short' }).format(at);
  return { days: picked.days, weekday: picked.days === 'weekly' ? weekdayIn(language, picked.weekday) : '', time };
}

/** @param weekday from 0, Sunday */
export function weekdayIn(language: PageLanguage, weekday: number): string {
  const day = new Date(SUNDAY + weekday * DAY_MS);
  return new Intl.DateTimeFormat(language, { timeZone: 'UTC', weekday: 'long' }).format(day);
}

const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };

/** `12h` as `12 hours`; what is no such interval stays as it is written. */
export function spokenInterval(every: string, language: PageLanguage): string {
  const [, count, unit = ''] = /^(\d+)\s*([smhdw])/i.exec(every.trim()) ?? [];
  const seconds = Number(count) * (UNIT_SECONDS[unit.toLowerCase()] ?? Number.NaN);
  return Number.isNaN(seconds) ? every : durationIn(language, seconds);
}

/** Time zones to choose from. */
export const TIME_ZONES: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')];

/** A time zone as it is called; null: no zone has this name. */
export function timeZoneNamed(name: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name.trim() }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
