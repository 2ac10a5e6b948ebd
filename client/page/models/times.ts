import type { PageLanguage } from './language.ts';

/** A time of today as its hour, another with its day. @param time ISO 8601 */
export function timeIn(language: PageLanguage, time: string, now = new Date()): string {
  const date = new Date(time);
  const isToday = date.toDateString() === now.toDateString();
  const day = isToday ? {} : ({ dateStyle: 'medium' } as const);
  return new Intl.DateTimeFormat(language, { ...day, timeStyle: 'short' }).format(date);
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;
const DAY_SECONDS = 86_400;

/** The day of a time or of a date; what is no whole date stays as it is. */
export function dateIn(language: PageLanguage, date: string): string {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(date)?.[0];
  if (day === undefined) return date;
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));
}

/** `Monday, November 30 at 7:00 AM`, by the clock of a time zone. */
export function dayAndTime(language: string, time: Date | string, timeZone: string): string {
  const form = { weekday: 'long', day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' } as const;
  return new Intl.DateTimeFormat(language, { ...form, timeZone }).format(new Date(time));
}

/** In full, for who wants to know it exactly. */
export function exactTimeIn(language: PageLanguage, time: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(time));
}

/** `5 minutes ago`; from a day on, the date. @param time ISO 8601 */
export function agoIn(language: PageLanguage, time: string, now = new Date()): string {
  const seconds = (now.getTime() - Date.parse(time)) / 1_000;
  if (seconds >= DAY_SECONDS) return timeIn(language, time, now);
  const [unit, size] = UNITS.find(([, least]) => seconds >= least) ?? ['second', 1];
  const count = unit === 'second' ? 0 : Math.floor(seconds / size);
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-count, unit);
}

/** `4 hours`, `2 minutes`, `50 seconds`: in the greatest unit that says it, with a half where that matters. */
export function durationIn(language: PageLanguage, seconds: number): string {
  const [unit, size] = UNITS.find(([, least]) => seconds >= least) ?? ['second', 1];
  const amount = Math.round((seconds / size) * 2) / 2;
  const rounded = unit === 'hour' || unit === 'day' ? amount : Math.round(seconds / size);
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(rounded);
}

interface Timed {
  readonly startedAt: string;
  readonly stage: string | null;
  readonly progress: { readonly tasks: readonly { readonly step: string }[] } | null;
}

const SETTLED: ReadonlySet<string> = new Set(['done', 'dropped', 'failed']);

/** Seconds that the rest of the tasks takes if it goes on as before; null: too early to say. */
export function secondsLeft({ startedAt, stage, progress }: Timed, now: Date): number | null {
  const tasks = progress?.tasks ?? [];
  const done = tasks.filter(({ step }) => SETTLED.has(step)).length;
  if (stage !== 'researching' || done === 0 || done === tasks.length) return null;
  return (((now.getTime() - Date.parse(startedAt)) / 1_000) * (tasks.length - done)) / done;
}
