import { ofAll, sourceOfAll } from '../../language/languages/word-patterns.ts';
import { capitalisedMonths, datesIn, monthOf } from '../../language/text/dates.ts';

/** A date or period of a sentence; unstated parts are null. */
export interface StatedTime {
  readonly year: number | null;
  /** 1 to 12. */
  readonly month: number | null;
  readonly day: number | null;
  /** 1 to 4. */
  readonly quarter: number | null;
}

interface PlacedTime extends StatedTime {
  readonly start: number;
  readonly end: number;
}

/** With a capital letter: "may" is a verb. */
const MONTH = new RegExp(String.raw`(?<!\p{L})(?:${capitalisedMonths()})(?!\p{L})`, 'gu');
const QUARTERS: readonly (readonly string[])[] = [1, 2, 3, 4].map((number) => [
  ...ofAll(({ quarterOrdinals }) => quarterOrdinals?.[number - 1]),
  String(number),
]);
const QUARTER = new RegExp(
  String.raw`(?<!\p{L})(?:(?<word>${sourceOfAll(({ quarterOrdinals }) => quarterOrdinals?.join('|'))})[\s-]+(?:${sourceOfAll(({ quarter }) => quarter)})|q(?<number>[1-4]))(?![\p{L}\d])`,
  'giu',
);
const YEAR = new RegExp(
  String.raw`(?<![\p{L}\d.,])(?:19|20)\d{2}(?![\d%]|[.,]\d|\s*(?:\p{Lu}{2,3}(?!\p{L})|${sourceOfAll(({ countedByFigures }) => countedByFigures)}))`,
  'giu',
);
const UNSTATED = { year: null, month: null, day: null, quarter: null };

/** Dates, months, quarters and years of a text; days of the week only tell when something was published. */
export function timesIn(text: string): PlacedTime[] {
  const found: PlacedTime[] = datesIn(text).map((date) => ({ ...date, quarter: null }));
  const add = (matches: Iterable<RegExpMatchArray>, read: (match: RegExpMatchArray) => Partial<StatedTime>): void => {
    for (const match of matches) {
      const start = match.index ?? 0;
      const end = start + match[0].length;
      if (!found.some((other) => start < other.end && other.start < end))
        found.push({ ...UNSTATED, ...read(match), start, end });
    }
  };
  add(text.matchAll(QUARTER), ({ groups }) => ({ quarter: quarterOf(groups?.['word'] ?? groups?.['number'] ?? '') }));
  add(text.matchAll(MONTH), ({ 0: name }) => ({ month: monthOf(name) }));
  add(text.matchAll(YEAR), ({ 0: year }) => ({ year: Number(year) }));
  return found.sort((a, b) => a.start - b.start);
}

/** Whether each text names times, and none of one fits one of the other. */
export function differInTimes(first: readonly StatedTime[], second: readonly StatedTime[]): boolean {
  if (first.length === 0 || second.length === 0) return false;
  return first.every((time) => second.every((other) => !fits(time, other)));
}

function fits(first: StatedTime, second: StatedTime): boolean {
  const parts = ['year', 'month', 'day', 'quarter'] as const;
  const shared = parts.filter((part) => first[part] !== null && second[part] !== null);
  return shared.length > 0 && shared.every((part) => first[part] === second[part]);
}

function quarterOf(word: string): number {
  return QUARTERS.findIndex((words) => words.includes(word.toLowerCase())) + 1;
}
