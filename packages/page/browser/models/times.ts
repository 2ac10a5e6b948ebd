import type { PageLanguage } from '../words/language.ts';

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

/** `1:05`, `1:02:07`: what a clock shows that ticks. */
export function clockIn(seconds: number): string {
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, index) => (index === 0 ? `${part}` : `${part}`.padStart(2, '0'))).join(':');
}

/** Fewer tell nothing of the next. */
const LEAST_RUNS = 3;

/** `1–3 minutes`: what the middle half of earlier runs took; null: they are too few. */
export function usualIn(language: PageLanguage, seconds: readonly number[]): string | null {
  if (seconds.length < LEAST_RUNS) return null;
  const sorted = seconds.toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
  const [unit, size] = UNITS.find(([, least]) => at(0.75) >= least) ?? ['second', 1];
  const [from, to] = [Math.max(1, Math.floor(at(0.25) / size)), Math.max(1, Math.ceil(at(0.75) / size))];
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
  return from === to ? format.format(to) : format.formatRange(from, to);
}
