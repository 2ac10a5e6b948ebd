import { capitalisedMonths, datesIn, monthOf } from '@plumbline/language/figures';
import { analyzeTerms } from '@plumbline/language/terms';
import { ofAll, sourceOfAll } from '@plumbline/language/word-patterns';
import { measuresIn } from '../figures/measures.ts';

/** A figure of a sentence, and what it measures or counts. */
export interface StatedFigure {
  /** In base units of its dimension. */
  readonly value: number;
  /** Null: it counts `things`. */
  readonly dimension: string | null;
  /** Stems right after it. */
  readonly things: readonly string[];
  /** "Raised to 60" is not "raised by 60". */
  readonly role: 'amount' | 'change' | null;
  /** "More than", "about": not exact. */
  readonly isRough: boolean;
  /** With decimals or two noughts: it may be the rounding of a longer figure. */
  readonly isRound: boolean;
}

/** The figures of a sentence, and the names that end in one: "reactor 2". */
export interface ReadFigures {
  readonly figures: readonly StatedFigure[];
  readonly identifiers: readonly string[];
}

const CHANGE = leadPattern(
  sourceOfAll(({ changeLeads }) => changeLeads),
  String.raw`(?:\p{L}+\s+){0,2}`,
);
const AMOUNT = leadPattern(
  sourceOfAll(({ amountLeads }) => amountLeads),
  String.raw`(?:\p{L}+\s+){0,2}`,
);
const ROUGH = leadPattern(
  sourceOfAll(({ roughLeads }) => roughLeads),
  String.raw`(?:[$€£]\s?)?`,
);
/** What bears a number as its name. */
const NUMBERED = new RegExp(
  String.raw`(?:(?<!\p{L})(?:${sourceOfAll(({ numberedThings }) => numberedThings)})|§)\s+$`,
  'iu',
);
const NAME = /(?<!\p{L})\p{Lu}[\p{L}-]+\s+$/u;
/** Characters before a figure that may say how it is meant. */
const LEAD = 30;
const REACH = 40;
const THINGS = 2;
/** A rough figure may be so far from the exact one. */
const ROUGH_SHARE = 0.15;

/** Matches words right before a figure. */
function leadPattern(words: string, between: string): RegExp {
  return new RegExp(String.raw`(?<!\p{L})(?:${words})\s+${between}$`, 'iu');
}

/** @param text with dates blanked out */
export function readFigures(text: string, language: string): ReadFigures {
  const figures: StatedFigure[] = [];
  const identifiers: string[] = [];
  for (const { value, unit, start, end, isOrdinal } of measuresIn(text)) {
    const lead = text.slice(Math.max(0, start - LEAD), start);
    const things = unit === null ? thingsBehind(text.slice(end, end + REACH), language) : [];
    const isDigits = /\d/u.test(text[start] ?? '');
    const name =
      isDigits && unit === null ? (NUMBERED.exec(lead) ?? (things.length === 0 ? NAME.exec(lead) : null)) : null;
    if (name !== null) identifiers.push(`${name[0].trim().toLowerCase()} ${value}`);
    else if (!isOrdinal) {
      figures.push({
        value: value * (unit?.factor ?? 1),
        dimension: unit?.dimension ?? null,
        things,
        role: CHANGE.test(lead) ? 'change' : AMOUNT.test(lead) ? 'amount' : null,
        isRough: ROUGH.test(lead),
        isRound: /\.|00$/u.test(String(value)),
      });
    }
  }
  return { figures, identifiers };
}

/** Content words right after a number. */
function thingsBehind(following: string, language: string): string[] {
  const words = analyzeTerms(/^[\s-]+([\p{L} -]+)/u.exec(following)?.[1] ?? '', language).slice(0, THINGS);
  const border = words.findIndex(({ isStopWord }) => isStopWord);
  return (border === -1 ? words : words.slice(0, border)).map(({ stem }) => stem);
}

/**
 * Each text has a figure for the same quantity that the other does not have.
 *
 * @param isOneSubject nothing else differs, so figures that do not show what they count are for the same quantity
 */
export function conflictInFigures(
  first: readonly StatedFigure[],
  second: readonly StatedFigure[],
  isOneSubject = false,
): boolean {
  const areFor = (figure: StatedFigure, other: StatedFigure): boolean =>
    isComparable(figure, other) || (isOneSubject && isUncounted(figure) && isUncounted(other));
  const lacks = (own: readonly StatedFigure[], others: readonly StatedFigure[]): boolean =>
    own.some((figure) => {
      const comparable = others.filter((other) => areFor(figure, other));
      return comparable.length > 0 && !comparable.some((other) => agree(figure, other));
    });
  return lacks(first, second) && lacks(second, first);
}

/** Each has a figure that the other does not have, of whatever quantity. */
export function differInFigures(first: readonly StatedFigure[], second: readonly StatedFigure[]): boolean {
  return !holdsFigures(first, second) && !holdsFigures(second, first);
}

/** Whether the others have all figures; "0.5 s" and "500 ms" are one. */
export function holdsFigures(own: readonly StatedFigure[], others: readonly StatedFigure[]): boolean {
  return own.every((figure) => others.some((other) => figure.dimension === other.dimension && agree(figure, other)));
}

/** Whether a figure stands in both; one that does not show what it counts has to be equal. */
export function shareFigure(first: readonly StatedFigure[], second: readonly StatedFigure[]): boolean {
  return first.some((figure) =>
    second.some((other) =>
      isUncounted(figure) || isUncounted(other)
        ? figure.value === other.value
        : isComparable(figure, other) && agree(figure, other),
    ),
  );
}

function isUncounted({ dimension, things }: StatedFigure): boolean {
  return dimension === null && things.length === 0;
}

function isComparable(first: StatedFigure, second: StatedFigure): boolean {
  const isSameRole = first.role === null || second.role === null || first.role === second.role;
  if (first.dimension !== null || second.dimension !== null) return isSameRole && first.dimension === second.dimension;
  return isSameRole && first.things.some((thing) => second.things.includes(thing));
}

/** Equal, equal when the longer figure is rounded like the shorter, or near a rough one. */
function agree(first: StatedFigure, second: StatedFigure): boolean {
  const [less, more] = [Math.min(first.value, second.value), Math.max(first.value, second.value)];
  if (first.isRough || second.isRough) return more - less <= ROUGH_SHARE * more;
  return more - less <= 1e-9 * more || isRounding(first, second) || isRounding(second, first);
}

/** "4.2 billion" for 4.23 billion; a single digit says too little to be the rounding of another figure. */
function isRounding({ value: rounded, isRound }: StatedFigure, { value: exact }: StatedFigure): boolean {
  const digits = String(rounded)
    .replace(/\D/g, '')
    .replace(/^0+|(?<!0)0+$/g, '').length;
  return isRound && digits >= 2 && Number(exact.toPrecision(digits)) === rounded;
}

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
const PARTS = ['year', 'month', 'day', 'quarter'] as const;
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

/** Whether the others name all times. */
export function holdsTimes(own: readonly StatedTime[], others: readonly StatedTime[]): boolean {
  return own.every((time) =>
    others.some((other) => PARTS.every((part) => time[part] === null || time[part] === other[part])),
  );
}

/** Each names times, and none of one fits one of the other; or no year, quarter, month or day is common: two quarters of one year. */
export function differInTimes(first: readonly StatedTime[], second: readonly StatedTime[]): boolean {
  if (first.length === 0 || second.length === 0) return false;
  const isOtherPart = PARTS.some((part) => {
    const [own = [], others = []] = [first, second].map((times) => times.flatMap((time) => time[part] ?? []));
    return own.length > 0 && others.length > 0 && own.every((value) => !others.includes(value));
  });
  return isOtherPart || first.every((time) => second.every((other) => !fits(time, other)));
}

function fits(first: StatedTime, second: StatedTime): boolean {
  const shared = PARTS.filter((part) => first[part] !== null && second[part] !== null);
  return shared.length > 0 && shared.every((part) => first[part] === second[part]);
}

function quarterOf(word: string): number {
  return QUARTERS.findIndex((words) => words.includes(word.toLowerCase())) + 1;
}
