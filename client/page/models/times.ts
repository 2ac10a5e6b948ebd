import type { PageLanguage } from './language.ts';

/** A time of today as its hour, another with its day. @param time ISO 8601 */
export function timeIn(language: PageLanguage, time: string, now = new Date()): string {
  const date = new Date(time);
  const isToday = date.toDateString() === now.toDateString();
  const day = isToday ? {} : ({ dateStyle: 'medium' } as const);
  return new Intl.DateTimeFormat(language, { ...day, timeStyle: 'medium' }).format(date);
}
