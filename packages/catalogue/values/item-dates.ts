import { createRequire } from 'node:module';
import { type Language, languageOf, LANGUAGES } from '@plumbline/language/languages';
import { sourceOf } from '@plumbline/language/word-patterns';
import type { Chrono, ParsedResult } from 'chrono-node';

const load = createRequire(import.meta.url);
const loaded = new Map<string, CalendarWords>();
const ENGLISH = 'en';

/** A day that a text names, as ISO date. */
export interface NamedDay {
  readonly date: string;
  readonly start: number;
  readonly end: number;
}

const DAY_MS = 86_400_000;
const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ]\d{2}:\d{2}.*)?$/;

const memo = new Map<string, string | null>();
const MEMO_LIMIT = 50_000;

/** The one day that a cell or a filter names, as ISO date; null for anything else. Relative days name none. */
export function parseDay(text: string): string | null {
  const word = text.trim();
  const [, year, month, day] = ISO.exec(word) ?? [];
  if (year !== undefined) return isoDay(Number(year), Number(month), Number(day));
  const known = memo.get(word);
  if (known !== undefined) return known;
  const found = readDay(word);
  if (memo.size >= MEMO_LIMIT) memo.clear();
  memo.set(word, found);
  return found;
}

/**
 * Days of a message in order, the two ends of a span separately. A month or a time of day alone names no day.
 *
 * @param today ISO date that "tomorrow" counts from
 */
export function daysIn(text: string, language: string, today: string): NamedDay[] {
  const { casual } = calendarOf(languageOf(language).months === undefined ? ENGLISH : language);
  // Noon in the machine's own zone, which chrono uses: its days are calendar days.
  const reference = new Date(`${today}T12:00:00`);
  return casual.parse(text, reference, { forwardDate: true }).flatMap((result) => {
    const first = dayOf(result.start);
    if (first === null) return [];
    const span = { start: result.index, end: result.index + result.text.length };
    const last = result.end === null || result.end === undefined ? null : dayOf(result.end);
    return [{ date: first, ...span }, ...(last === null || last === first ? [] : [{ date: last, ...span }])];
  });
}

/** @param date ISO date */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Days since 1970. @param date ISO date */
export function dayNumber(date: string): number {
  return Date.parse(date) / DAY_MS;
}

/** ISO date of a number of days since 1970. */
export function dayOfNumber(number: number): string {
  return new Date(number * DAY_MS).toISOString().slice(0, 10);
}

function readDay(word: string): string | null {
  for (const { code } of LANGUAGES.filter(({ months }) => months !== undefined).toReversed()) {
    const [result, ...more] = calendarOf(code).strict.parse(word);
    if (result === undefined || more.length > 0 || result.text.length < word.length) continue;
    const { start } = result;
    const isWhole = start.isCertain('year') && start.isCertain('month') && start.isCertain('day');
    return isWhole ? dayOf(start) : null;
  }
  return null;
}

function dayOf(components: ParsedResult['start']): string | null {
  if (!components.isCertain('day') && !components.isCertain('weekday')) return null;
  const [year, month, day] = [components.get('year'), components.get('month'), components.get('day')];
  return year === null || month === null || day === null ? null : isoDay(year, month, day);
}

/** Null where the calendar has no such day. */
function isoDay(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : null;
}

/** How a language names days. */
interface CalendarWords {
  /** Days in running text, relative ones too, without times of day. */
  readonly casual: Chrono;
  /** Whole dates only. */
  readonly strict: Chrono;
}

/** Loaded at the first use, and only this language: most workers read no dates, and chrono knows fifteen languages. */
function calendarOf(language: string): CalendarWords {
  const known = loaded.get(language);
  if (known !== undefined) return known;
  const chrono = load(`chrono-node/${language}`) as CalendarWords;
  const casual = withoutTimes(chrono.casual);
  addForms(casual, languageOf(language));
  const words = { casual, strict: chrono.strict };
  loaded.set(language, words);
  return words;
}

/** "12.3.", where ordinals end with a full stop, and weekends, which chrono does not know. */
function addForms({ parsers }: Chrono, { ordinalLeads, thisWeekend }: Language): void {
  if (ordinalLeads !== undefined) {
    parsers.push({
      pattern: () => /(?<![\d.])(\d{1,2})\.\s?(\d{1,2})\.(?!\s?\d)/,
      extract: (_, match) => ({ day: Number(match[1]), month: Number(match[2]) }),
    });
  }
  if (thisWeekend !== undefined) {
    const weekend = new RegExp(sourceOf(thisWeekend), 'i');
    parsers.push({ pattern: () => weekend, extract: ({ refDate }) => saturdayFrom(refDate) });
  }
}

function saturdayFrom(day: Date) {
  const saturday = new Date(day);
  saturday.setDate(day.getDate() + ((6 - day.getDay() + 7) % 7));
  return { year: saturday.getFullYear(), month: saturday.getMonth() + 1, day: saturday.getDate() };
}

/** Chrono would also find times in "2026-05-01 until 2026-05-08". */
function withoutTimes(chrono: Chrono): Chrono {
  const copy = chrono.clone();
  copy.parsers = copy.parsers.filter((parser) => !parser.constructor.name.includes('TimeExpression'));
  return copy;
}
