import { sourceOfAll } from '../../language/languages/word-patterns.ts';
import { measuresIn } from '../../language/text/measures.ts';
import { analyzeTerms } from '../../language/text/terms.ts';

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
const NUMBERED = leadPattern(
  sourceOfAll(({ numberedThings }) => numberedThings),
  '',
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

/** Each text has a figure for the same quantity that the other does not have. */
export function conflictInFigures(first: readonly StatedFigure[], second: readonly StatedFigure[]): boolean {
  return lacksFigure(first, second) && lacksFigure(second, first);
}

/** Whether a figure stands in both; one that does not show what it counts has to be equal. */
export function shareFigure(first: readonly StatedFigure[], second: readonly StatedFigure[]): boolean {
  const isUncounted = ({ dimension, things }: StatedFigure): boolean => dimension === null && things.length === 0;
  return first.some((figure) =>
    second.some((other) =>
      isUncounted(figure) || isUncounted(other)
        ? figure.value === other.value
        : isComparable(figure, other) && agree(figure, other),
    ),
  );
}

function lacksFigure(own: readonly StatedFigure[], others: readonly StatedFigure[]): boolean {
  return own.some((figure) => {
    const comparable = others.filter((other) => isComparable(figure, other));
    return comparable.length > 0 && !comparable.some((other) => agree(figure, other));
  });
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
  return more - less <= 1e-9 * more || isRounding(first.value, second.value) || isRounding(second.value, first.value);
}

/** "4.2 billion" for 4.23 billion; a single digit says too little to be the rounding of another figure. */
function isRounding(rounded: number, exact: number): boolean {
  const digits = String(rounded)
    .replace(/\D/g, '')
    .replace(/^0+|(?<!0)0+$/g, '').length;
  return digits >= 2 && Number(exact.toPrecision(digits)) === rounded;
}
