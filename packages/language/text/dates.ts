import { sourceOfAll } from '../languages/word-patterns.ts';

/** A date in a text, with unstated parts null. */
export interface TextDate {
  readonly year: number | null;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number | null;
  readonly start: number;
  readonly end: number;
}

/** Names of the months in all languages, January first; each a pattern in lower case. */
const MONTHS: readonly string[] = Array.from({ length: 12 }, (_, month) =>
  sourceOfAll(({ months }) => months?.[month]),
);
const MONTH = MONTHS.join('|');
const MARK = sourceOfAll(({ ordinalMarks }) => ordinalMarks);
const JOINT = sourceOfAll(({ dayJoint }) => dayJoint);
const DAY = String.raw`\d{1,2}`;
const YEAR = String.raw`\d{4}`;
const PATTERNS: readonly RegExp[] = [
  new RegExp(
    `(?<![\\d.])(?<day>${DAY})(?:\\.|${MARK})?\\s*(?:(?:${JOINT})\\s+)?(?<month>${MONTH})(?:,?\\s+(?<year>${YEAR}))?(?!\\p{L})`,
    'giu',
  ),
  new RegExp(`(?<!\\p{L})(?<month>${MONTH})\\s+(?<day>${DAY})(?:${MARK})?(?!\\d)(?:,?\\s+(?<year>${YEAR}))?`, 'giu'),
  new RegExp(`(?<!\\p{L})(?<month>${MONTH})\\s+(?<year>${YEAR})(?!\\d)`, 'giu'),
  /(?<![\d.])(?<day>\d{1,2})\.\s?(?<number>\d{1,2})\.\s?(?<year>\d{4})(?!\d)/g,
  /(?<![\d-])(?<year>\d{4})-(?<number>\d{2})(?:-(?<day>\d{2}))?(?![\d-])/g,
];

/** Dates of a text, with at least a month; a year alone is a number. */
export function datesIn(text: string): TextDate[] {
  const found: TextDate[] = [];
  for (const pattern of PATTERNS) {
    for (const match of text.matchAll(pattern)) {
      const { year, month, number, day } = match.groups ?? {};
      const start = match.index;
      const end = start + match[0].length;
      const monthNumber = month === undefined ? Number(number) : monthOf(month);
      if (monthNumber < 1 || monthNumber > 12 || found.some((other) => start < other.end && other.start < end))
        continue;
      found.push({ year: toNumber(year), month: monthNumber, day: toNumber(day), start, end });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Whether the evidence contains the date, comparing the parts that both state; the year may occur elsewhere in it. */
export function isDateCarried(date: TextDate, evidence: string): boolean {
  return datesIn(evidence).some(
    (other) =>
      other.month === date.month &&
      (date.day === null || date.day === other.day) &&
      (date.year === null || date.year === other.year || (other.year === null && evidence.includes(String(date.year)))),
  );
}

/** 1 to 12; 0 for what names no month. */
export function monthOf(name: string): number {
  return MONTHS.findIndex((names) => names.split('|').includes(name.toLowerCase())) + 1;
}

/** The source of a pattern for the names as they are written, which tells "May" from "may". */
export function capitalisedMonths(): string {
  return MONTH.split('|')
    .map((name) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`)
    .join('|');
}

function toNumber(digits: string | undefined): number | null {
  return digits === undefined ? null : Number(digits);
}
