import { createRequire } from 'node:module';
import type { Chrono } from 'chrono-node';

/** How a language names days. */
export interface CalendarWords {
  /** Days in running text, relative ones too, without times of day. */
  readonly casual: Chrono;
  /** Whole dates only. */
  readonly strict: Chrono;
}

type CalendarLanguage = 'de' | 'en';

const load = createRequire(import.meta.url);
const loaded = new Map<CalendarLanguage, CalendarWords>();

/** Loaded at the first use, and only this language: most workers read no dates, and chrono knows fifteen languages. */
export function calendarOf(language: CalendarLanguage): CalendarWords {
  const known = loaded.get(language);
  if (known !== undefined) return known;
  const chrono = load(`chrono-node/${language}`) as CalendarWords;
  const casual = withoutTimes(chrono.casual);
  if (language === 'de') addGermanDays(casual);
  const words = { casual, strict: chrono.strict };
  loaded.set(language, words);
  return words;
}

/** "12.3." and weekends, which chrono does not know. */
function addGermanDays({ parsers }: Chrono): void {
  parsers.push({
    pattern: () => /(?<![\d.])(\d{1,2})\.\s?(\d{1,2})\.(?!\s?\d)/,
    extract: (_, match) => ({ day: Number(match[1]), month: Number(match[2]) }),
  });
  parsers.push({
    pattern: () => /(?:dieses|am|kommendes) wochenende/i,
    extract: ({ refDate }) => {
      const saturday = new Date(refDate);
      saturday.setDate(refDate.getDate() + ((6 - refDate.getDay() + 7) % 7));
      return { year: saturday.getFullYear(), month: saturday.getMonth() + 1, day: saturday.getDate() };
    },
  });
}

/** Chrono would also find times in "2026-05-01 until 2026-05-08". */
function withoutTimes(chrono: Chrono): Chrono {
  const copy = chrono.clone();
  copy.parsers = copy.parsers.filter((parser) => !parser.constructor.name.includes('TimeExpression'));
  return copy;
}
