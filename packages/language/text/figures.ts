import { plainDigits } from '@plumbline/text/powers';
import { createMemo } from '@plumbline/text/text-memo';
import { type Language, LANGUAGES } from '../languages/languages.ts';
import { sourceOfAll, wordSet } from '../languages/word-patterns.ts';

const MULTIPLIERS: ReadonlyMap<string, number> = new Map([
  ...entriesOf(({ multipliers }) => multipliers?.hundred, 100),
  ...entriesOf(({ multipliers }) => multipliers?.thousand, 1e3),
  ...entriesOf(({ multipliers }) => multipliers?.million, 1e6),
  ...entriesOf(({ multipliers }) => multipliers?.billion, 1e9),
]);

const ORDINAL_WORDS: ReadonlyMap<string, number> = new Map(
  LANGUAGES.flatMap(({ ordinals, ordinalEndings = '' }) =>
    numbered(ordinals).flatMap(([ordinal, index]) =>
      ordinalEndings.split(' ').map((ending) => [`${ordinal}${ending}`, index + 3] as const),
    ),
  ),
);
const ORDINAL_MARK = new RegExp(
  String.raw`^(?:${sourceOfAll(({ ordinalMarks }) => ordinalMarks)})(?!\p{L})|^\.\s\p{L}`,
  'u',
);

const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ...LANGUAGES.flatMap(({ numbers }) => numbered(numbers).map(([word, index]) => [word, index + 2] as const)),
  ...LANGUAGES.flatMap(({ tens }) => numbered(tens).map(([word, index]) => [word, (index + 3) * 10] as const)),
  ...ORDINAL_WORDS,
  ...entriesOf(({ zero }) => zero, 0),
  ...entriesOf(({ twice }) => twice, 2),
  ...entriesOf(({ dozen }) => dozen, 12),
  ...MULTIPLIERS,
]);

// Not after a letter or inside a longer chain: `h2`, `v6.7.0` and `127.0.0.1` contain no number.
const NUMBER =
  /(?<![\p{L}\p{N}_^]|\d[.,]|\^[-−({])(?:\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?![\d.,]\d)|\d+(?:[.,]\d+)*(?:e\d{1,2})?)(?:\^[({]?[-+−]?\d{1,4}(?![.,]?\d)[)}]?|[⁺⁻]?[⁰¹²³⁴-⁹]{1,4})?/giu;
const POWER = /^([^^⁺⁻⁰¹²³⁴-⁹]+)(?:\^[({]?([-+−]?\d+)[)}]?|([⁺⁻]?[⁰¹²³⁴-⁹]+))$/u;
/** A raised number behind a longer one, or behind decimals, is the mark of a note. */
const LONGEST_BASE = 3;
const TIMES = /^\s*(?:[×·⋅*∙]|x(?!\p{L}))\s*$/u;
const WORD = /\p{L}+/gu;
/** Three parts or more; not a number unless they are groups of thousands. */
const CHAIN = /^\d+(?:\.\d+){2,}$/;
// Not "0.001": no group begins with a zero.
const GROUPED = /^(?!0)\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/;
const SPAN_ADJECTIVE = new RegExp(
  String.raw`^(\p{L}+?)(?:${sourceOfAll(({ spanAdjectives }) => spanAdjectives)})\p{L}*$`,
  'u',
);

/** The quotes of a long report, each of which is compared with several statements. */
const REMEMBERED_CHARACTERS = 500_000;
const rememberFigures = createMemo<ReadonlySet<string>>(REMEMBERED_CHARACTERS);

/** A number of a text and its position. */
interface Figure {
  readonly value: number;
  readonly start: number;
  readonly end: number;
  /** Whether it is an ordinal ("third", "3."), which a sentence may derive from a list. */
  readonly isOrdinal: boolean;
}

/** A date in a text, with unstated parts null. */
interface TextDate {
  readonly year: number | null;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number | null;
  readonly start: number;
  readonly end: number;
}

/** Names of the months in all languages, January first; each a pattern in lower case. */
const MONTHS: readonly string[] = Array.from({ length: 12 }, (_, month) =>
  sourceOfAll(({ months }) => months?.split(' ')[month]),
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

/**
 * Numbers of a text in order: "1.000", "1,000", "1e3" and "thousand" have one value, "1,5 Millionen" is one number,
 * "sechs" is 6, and so is the beginning of "sechsmonatig". Powers have one value as well: "2^60", "2⁶⁰", "5 × 10⁻³". Skips digits inside names (`h2`), versions (`v6.7.0`) and
 * addresses.
 */
export function placedFigures(text: string): Figure[] {
  const digits = [...text.matchAll(NUMBER)].flatMap(({ 0: number, index }) => {
    const value = valueOf(number);
    const end = index + number.length;
    return value === null ? [] : [{ value, start: index, end, isOrdinal: ORDINAL_MARK.test(text.slice(end, end + 6)) }];
  });
  const words = [...text.matchAll(WORD)].flatMap(({ 0: word, index }) => {
    const value = numberOf(word.toLowerCase());
    const isOrdinal = ORDINAL_WORDS.has(word.toLowerCase());
    return value === undefined ? [] : [{ value, start: index, end: index + word.length, isOrdinal }];
  });
  return multiplied(
    text,
    [...digits, ...words].sort((a, b) => a.start - b.start),
  );
}

/** The distinct values of a text's numbers, as strings. */
export function figuresIn(text: string): ReadonlySet<string> {
  return rememberFigures(text, () => new Set(placedFigures(text).map(({ value }) => String(value))));
}

/** Whether all of some figures are among others. */
export function areAmong(figures: Iterable<string>, others: ReadonlySet<string>): boolean {
  for (const figure of figures) if (!others.has(figure)) return false;
  return true;
}

/** The text without its figures, to compare two texts in everything else. */
export function withoutFigures(text: string): string {
  return text
    .replace(NUMBER, ' ')
    .replace(WORD, (word) => (numberOf(word.toLowerCase()) === undefined ? word : ' '))
    .replace(/\s+/g, ' ')
    .trim();
}

/** Joins a number and its multiplier: "5 million" and "5 × 10⁶" are one number. */
function multiplied(text: string, figures: readonly Figure[]): Figure[] {
  const joined: Figure[] = [];
  for (const figure of figures) {
    const previous = joined.at(-1);
    const factor = MULTIPLIERS.get(text.slice(figure.start, figure.end).toLowerCase());
    const between = previous === undefined ? null : text.slice(previous.end, figure.start);
    if (previous !== undefined && factor !== undefined && /^[\s-]*$/.test(between ?? '-'))
      joined[joined.length - 1] = { ...previous, value: previous.value * factor, end: figure.end };
    else if (previous !== undefined && TIMES.test(between ?? '') && isPowerOfTen(text, figure)) {
      const value = Number(`${previous.value}e${Math.round(Math.log10(figure.value))}`);
      joined[joined.length - 1] = { ...previous, value, end: figure.end };
    } else joined.push(figure);
  }
  return joined;
}

function isPowerOfTen(text: string, { start, end }: Figure): boolean {
  const [, base = ''] = POWER.exec(text.slice(start, end)) ?? [];
  return base === '10';
}

function numberOf(word: string): number | undefined {
  const whole = NUMBER_WORDS.get(word);
  if (whole !== undefined) return whole;
  const stem = SPAN_ADJECTIVE.exec(word)?.[1];
  return stem === undefined ? undefined : NUMBER_WORDS.get(stem);
}

function valueOf(written: string): number | null {
  const [, base, marked, raised] = POWER.exec(written) ?? [];
  if (base !== undefined) return powerOf(base, marked ?? plainDigits(raised ?? ''), raised !== undefined);
  const number = written.replace(/[ \u00a0\u202f]/g, '');
  if (CHAIN.test(number) && !GROUPED.test(number)) return null;
  const value = Number(GROUPED.test(number) ? number.replace(/[.,]/g, '') : withDecimalPoint(number));
  return Number.isFinite(value) ? value : null;
}

function powerOf(base: string, exponent: string, isRaised: boolean): number | null {
  const value = valueOf(base);
  const power = Number(exponent.replace('−', '-'));
  if (value === null || (isRaised && power >= 0 && base.length > LONGEST_BASE)) return value;
  // So that "10⁻³" is exactly 0.001.
  const raised = value === 10 ? Number(`1e${power}`) : value ** power;
  return Number.isFinite(raised) ? raised : null;
}

/** "1.234,5" and "1,234.5": the last mark separates the decimals. */
function withDecimalPoint(number: string): string {
  const last = Math.max(number.lastIndexOf('.'), number.lastIndexOf(','));
  return last === -1 ? number : `${number.slice(0, last).replace(/[.,]/g, '')}.${number.slice(last + 1)}`;
}

/** Words by blanks with their places. */
function numbered(words: string | undefined): (readonly [word: string, index: number])[] {
  return words?.split(' ').map((word, index) => [word, index] as const) ?? [];
}

function entriesOf(choose: (language: Language) => string | undefined, value: number): (readonly [string, number])[] {
  return [...wordSet(choose)].map((word) => [word, value] as const);
}

/** Dates of a text, with at least a month; a year alone is a number. */
export function datesIn(text: string): TextDate[] {
  let found: TextDate[] = [];
  for (const pattern of PATTERNS) {
    const further: TextDate[] = [];
    // Both are in order, so each is looked at once.
    let at = 0;
    for (const match of text.matchAll(pattern)) {
      const { year, month, number, day } = match.groups ?? {};
      const start = match.index;
      const end = start + match[0].length;
      const monthNumber = month === undefined ? Number(number) : monthOf(month);
      while ((found[at]?.end ?? text.length) <= start) at++;
      if (monthNumber < 1 || monthNumber > 12 || (found[at]?.start ?? text.length) < end) continue;
      further.push({ year: toNumber(year), month: monthNumber, day: toNumber(day), start, end });
    }
    found = [...found, ...further].sort((a, b) => a.start - b.start);
  }
  return found;
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
