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

/** A date that a claim names; a month or a year where it says no more. */
interface NamedDate {
  /** `2014`, `2014-03`, or `2014-03-01`. */
  readonly date: string;
  readonly claim: number;
}

const MONTHS: readonly RegExp[] = [
  /^jan/i,
  /^feb/i,
  /^m(?:ar|är|rz)/i,
  /^apr/i,
  /^ma[iy]/i,
  /^jun/i,
  /^jul/i,
  /^aug/i,
  /^sep/i,
  /^o[ck]t/i,
  /^nov/i,
  /^de[cz]/i,
];
const MONTH =
  '(Jan(?:uary|uar)?|Feb(?:ruary|ruar)?|Mar(?:ch)?|März|Apr(?:il)?|May|Mai|June?|Juni|July?|Juli|Aug(?:ust)?|Sept?(?:ember)?|O[ck]t(?:ober)?|Nov(?:ember)?|De[cz](?:ember)?)';
const YEAR = '((?:1[5-9]|20)\\d{2})';
const FORMS: readonly (readonly [RegExp, (parts: readonly string[]) => readonly [string, string, string]])[] = [
  [new RegExp(`\\b${YEAR}-(\\d{2})-(\\d{2})\\b`, 'g'), ([year = '', month = '', day = '']) => [year, month, day]],
  [
    new RegExp(`\\b(\\d{1,2})\\.? ${MONTH}\\.? ${YEAR}\\b`, 'g'),
    ([day = '', month = '', year = '']) => [year, numberOf(month), day],
  ],
  [
    new RegExp(`\\b${MONTH}\\.? (\\d{1,2}), ${YEAR}\\b`, 'g'),
    ([month = '', day = '', year = '']) => [year, numberOf(month), day],
  ],
  [
    new RegExp(`\\b(\\d{1,2})\\.(\\d{1,2})\\.${YEAR}\\b`, 'g'),
    ([day = '', month = '', year = '']) => [year, month, day],
  ],
  [new RegExp(`\\b${MONTH} ${YEAR}\\b`, 'g'), ([month = '', year = '']) => [year, numberOf(month), '']],
  // A number of four digits is a year only where words say so.
  [
    new RegExp(`\\b(?:in|since|until|by|year|im Jahr|seit|bis|Jahre) ${YEAR}\\b`, 'gi'),
    ([year = '']) => [year, '', ''],
  ],
];

function numberOf(month: string): string {
  return `${MONTHS.findIndex((pattern) => pattern.test(month)) + 1}`;
}

/** The dates that claims name, in order, each once for a claim. */
export function namedDates(claims: readonly { readonly number: number; readonly text: string }[]): NamedDate[] {
  const found = claims.flatMap(({ number, text }) => [...datesIn(text)].map((date) => ({ date, claim: number })));
  return found.sort((a, b) => a.date.localeCompare(b.date) || a.claim - b.claim);
}

function datesIn(text: string): ReadonlySet<string> {
  let rest = text;
  const dates = new Set<string>();
  for (const [pattern, partsOf] of FORMS) {
    // What was read as a date is not read again as a part of one.
    rest = rest.replaceAll(pattern, (_, ...found: unknown[]) => {
      const [year, month, day] = partsOf(found.filter((part) => typeof part === 'string'));
      const isDate = Number(month || 1) <= 12 && Number(day || 1) <= 31;
      if (isDate)
        dates.add(
          [year, month, day]
            .filter((part) => part !== '')
            .map((part) => part.padStart(2, '0'))
            .join('-'),
        );
      return ' ';
    });
  }
  return dates;
}

/** As a year with its fraction, to be placed along a line. */
export function placeOfDate(date: string): number {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return year + (month - 1) / 12 + (day - 1) / 366;
}
