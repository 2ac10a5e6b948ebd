import { findContradiction } from '../claims/polarity.ts';
import { wordCoverage } from '../claims/word-coverage.ts';
import type { StatedEvent } from './events.ts';
import {
  conflictInFigures,
  differInFigures,
  differInTimes,
  holdsFigures,
  holdsTimes,
  shareFigure,
} from './figures-and-times.ts';
import {
  concernTheSame,
  differInDeeds,
  FEWEST_SHARED,
  findOtherValue,
  haveSameObject,
  isPersonal,
  isSameAgent,
  isSameMatter,
  type Overlap,
  overlapOf,
  shareInCommon,
} from './shared-matter.ts';
import type { ReadStatement } from './statement-reading.ts';

const NAME = /(?<!\p{L})\p{Lu}[\p{L}\p{N}]{3,}/gu;
const FEWEST_NAMES = 2;
/** Share of the shorter subject, for what nothing but a figure, a date or a name tells apart. */
const SAME_WORDING = 0.8;
/** Share of the words of both, for what a negation tells apart. */
const SAME_SUBJECT = 0.6;
/** Enough without an event that both state. */
const MANY_SHARED = 3;
const NEARLY_ALL = 0.7;

/** How two statements stand to each other. */
export interface StatementComparison {
  /** `differs`: each says what the other does not, and both may hold. */
  readonly relation: 'same' | 'differs' | 'contradicts' | 'unrelated';
  /** What differs, for people: "another figure". */
  readonly reasons: readonly string[];
}

/** What is known of two statements besides their words. */
export interface ComparisonContext {
  /** They are about one matter: they rest on one passage, or one is a copy. */
  readonly isOneMatter?: boolean;
  /** What holds from a later day on replaces what was told before, as in news; else both may be told side by side. */
  readonly isSuccession?: boolean;
}

/** What differs, for people. */
const OTHER_FIGURE = 'another figure';
const OTHER_DATE = 'another date';
const DENIAL = 'a negation or the opposite word';

const SAME: StatementComparison = { relation: 'same', reasons: [] };
const UNRELATED: StatementComparison = { relation: 'unrelated', reasons: [] };

/**
 * How two statements stand to each other, in either order. A contradiction needs a reason that can be named; where
 * nothing shows how they stand, they are unrelated.
 */
export function compareStatements(
  first: ReadStatement,
  second: ReadStatement,
  { isOneMatter = false, isSuccession = false }: ComparisonContext = {},
): StatementComparison {
  const isOneLanguage = first.language === second.language;
  const compared = isOneLanguage
    ? compareInOneLanguage(first, second, isSuccession)
    : acrossLanguages(first, second)
      ? SAME
      : UNRELATED;
  if (!isOneMatter || compared.relation !== 'unrelated') return compared;
  const reasons = differencesOf(first, second);
  return reasons.length > 0 ? { relation: 'differs', reasons } : UNRELATED;
}

/** Whether the other says all of a statement: its words, figures and dates, and nothing to the contrary. */
export function isSaidBy(statement: ReadStatement, other: ReadStatement): boolean {
  const { text, language } = statement;
  const areValuesHeld = holdsFigures(statement.figures, other.figures) && holdsTimes(statement.times, other.times);
  const areWordsCovered = wordCoverage(text, language, other.text).share === 1;
  return areWordsCovered && areValuesHeld && findContradiction(text, other.text, language) === null;
}

function compareInOneLanguage(first: ReadStatement, second: ReadStatement, isSuccession: boolean): StatementComparison {
  const overlap = overlapOf(first, second);
  const other = findOther(first, second, overlap);
  if (other !== null) return contradiction(other);
  if (overlap.differInNames) return UNRELATED;
  const { isOpposite, shared } = compareEvents(first, second);
  if (isOpposite) return isReversal(first, second) ? contradiction('the opposite is said') : UNRELATED;
  if (!isSameMatter(overlap)) return UNRELATED;
  const values = compareValues(first, second, { overlap, shared, isSuccession });
  if (values !== null) return values;
  const areSame = saySame(first, second, overlap, shared);
  if (!isDenied(first, second)) return areSame ? SAME : UNRELATED;
  const isOneSubject =
    overlap.ofLonger === 1 || (areSame && shareInCommon(first.subject, second.subject) >= SAME_SUBJECT);
  return isOneSubject ? contradiction(DENIAL) : UNRELATED;
}

function contradiction(reason: string): StatementComparison {
  return { relation: 'contradicts', reasons: [reason] };
}

/** What only one can have: a value, a name, an office. */
function findOther(first: ReadStatement, second: ReadStatement, overlap: Overlap): string | null {
  const areStates = isState(first) && isState(second) && first.events.length === second.events.length;
  const other = areStates ? findOtherValue(first.text, second.text, first.language) : null;
  return other ?? (overlap.differInNames && isOtherOfficer(first, second, overlap) ? 'another name' : null);
}

/** It tells how things are, or what its speaker is used to do; one may well do the same to several things. */
function isState({ text, events, deeds, isInForce, standing }: ReadStatement): boolean {
  const isHabit = standing !== 'done' && isPersonal(text);
  return isHabit || (events.length === 0 && (deeds.size === 0 || isInForce));
}

/** "Appointed Anna Weber", "appointed Karl Brandt". */
function isOtherOfficer(first: ReadStatement, second: ReadStatement, { ofCommonWords, count }: Overlap): boolean {
  const holds = ({ events }: ReadStatement): boolean =>
    events.some(({ concept, isPositive }) => concept === 'office' && isPositive);
  return holds(first) && holds(second) && count >= FEWEST_SHARED && ofCommonWords >= 0.75;
}

function compareEvents(first: ReadStatement, second: ReadStatement) {
  const pairs = first.events.flatMap((own) =>
    second.events.filter(({ concept }) => concept === own.concept).map((other) => [own, other] as const),
  );
  const opposed = pairs.filter(([own, other]) => own.isPositive !== other.isPositive);
  const shared = pairs.filter(([own, other]) => own.isPositive === other.isPositive);
  const isDelayed = delays(first, second) || delays(second, first);
  return { isOpposite: isDelayed || (shared.length === 0 && opposed.length > 0), shared: shared.map(([own]) => own) };
}

/** A delay reverses what was announced. */
function delays(delayed: ReadStatement, other: ReadStatement): boolean {
  const isLater = ({ concept, isPositive }: StatedEvent): boolean => concept === 'schedule' && !isPositive;
  const starts = ({ concept, isPositive }: StatedEvent): boolean => concept === 'operation' && isPositive;
  const isDated = delayed.times.length > 0 && other.times.length > 0;
  if (isDated && !differInTimes(delayed.times, other.times)) return false;
  return delayed.events.some(isLater) && !other.events.some(isLater) && other.events.some(starts);
}

/** Others than those who decided may well say the opposite, and an amount may rise and fall. */
function isReversal(first: ReadStatement, second: ReadStatement): boolean {
  if (differInTimes(first.times, second.times) && isPeriodic(first, second)) return false;
  return haveSameObject(first, second) && isSameAgent(first, second);
}

function isPeriodic(first: ReadStatement, second: ReadStatement): boolean {
  return [...first.events, ...second.events].some(({ concept }) => concept === 'amount');
}

interface SharedMatter {
  readonly overlap: Overlap;
  readonly shared: readonly StatedEvent[];
  readonly isSuccession: boolean;
}

/** Null: no figure and no date decides. */
function compareValues(
  first: ReadStatement,
  second: ReadStatement,
  { overlap, shared, isSuccession }: SharedMatter,
): StatementComparison | null {
  const isOtherFigure = conflictInFigures(first.figures, second.figures, overlap.ofLonger === 1);
  const isOtherTime = differInTimes(first.times, second.times);
  if (!isOtherFigure && !isOtherTime) return null;
  const isSameWording = overlap.ofShorter >= SAME_WORDING && haveComparableEvents(first, second, shared);
  const differing: StatementComparison = { relation: 'differs', reasons: [isOtherFigure ? OTHER_FIGURE : OTHER_DATE] };
  if (isOtherFigure) {
    // Other figures of another time are another observation.
    const isOtherPeriod = isOtherTime || statesYearAlone(first, second);
    if (isOtherPeriod && !(isSuccession && replaces(first, second))) return differing;
    return isSameWording ? contradiction(OTHER_FIGURE) : differing;
  }
  // Two hearings have two dates: only what is surely one event has another date.
  const isDatedOnce = first.times.length === 1 && second.times.length === 1;
  const isSameEvent = shared.length > 0 || overlap.ofLonger >= SAME_WORDING;
  const isOneEvent = isDatedOnce && isSameEvent && !statesFigureAlone(first, second);
  return isSameWording && isOneEvent && !isPeriodic(first, second) ? contradiction(OTHER_DATE) : differing;
}

/** Both state the same event, or neither states one that is known. */
function haveComparableEvents(first: ReadStatement, second: ReadStatement, shared: readonly StatedEvent[]): boolean {
  if (shared.length > 0) return true;
  return (first.events.length === 0 || second.events.length === 0) && !differInDeeds(first, second);
}

/** What is in force from one day on is replaced by what is in force from another day on; figures of periods stand beside each other. */
function replaces(first: ReadStatement, second: ReadStatement): boolean {
  const isDated = ({ times }: ReadStatement): boolean => times.every(({ day }) => day !== null);
  return first.isInForce && second.isInForce && isDated(first) && isDated(second);
}

/** One tells how much it is, the other tells of something else about it. */
function statesFigureAlone(first: ReadStatement, second: ReadStatement): boolean {
  const tellsHowMuch = ({ isInForce, figures }: ReadStatement): boolean => isInForce && figures.length > 0;
  return tellsHowMuch(first) !== tellsHowMuch(second);
}

/** One speaks of a year, the other of the present. */
function statesYearAlone(first: ReadStatement, second: ReadStatement): boolean {
  const isYear = ({ times }: ReadStatement): boolean =>
    times.some(({ year, month }) => year !== null && month === null);
  return isYear(first) !== isYear(second);
}

function saySame(
  first: ReadStatement,
  second: ReadStatement,
  overlap: Overlap,
  shared: readonly StatedEvent[],
): boolean {
  const haveFigures = first.figures.length > 0 && second.figures.length > 0;
  if (haveFigures && !shareFigure(first.figures, second.figures)) return false;
  if (!isSameAgent(first, second) || !concernTheSame(first, second)) return false;
  const standings = [first.standing, second.standing];
  if (standings.includes('planned') && standings.includes('done')) return false;
  const areEventsKnown = first.events.length > 0 && second.events.length > 0;
  if (shared.length > 0) return true;
  if (differInDeeds(first, second) || statesFigureAlone(first, second)) return false;
  const isOneEventKnown = first.events.length !== second.events.length;
  const isNear = overlap.ofShorter >= NEARLY_ALL && (!isOneEventKnown || overlap.ofLonger >= SAME_WORDING);
  return !areEventsKnown && overlap.count >= MANY_SHARED && isNear;
}

/**
 * Whether two statements in different languages say the same: the same event, names spelt alike, no other figure or
 * date. That they contradict each other is never concluded: too few of their words can be compared.
 */
function acrossLanguages(first: ReadStatement, second: ReadStatement): boolean {
  const others = new Set(second.text.match(NAME));
  const names = new Set((first.text.match(NAME) ?? []).filter((name) => others.has(name)));
  const isOther = conflictInFigures(first.figures, second.figures) || differInTimes(first.times, second.times);
  const isSameEvent = first.events.some((own) =>
    second.events.some(({ concept, isPositive }) => concept === own.concept && isPositive === own.isPositive),
  );
  const enough = names.size >= FEWEST_NAMES || (names.size > 0 && shareFigure(first.figures, second.figures));
  return isSameEvent && enough && !isOther;
}

/** What each states that the other does not; one passage may carry several facts. */
function differencesOf(first: ReadStatement, second: ReadStatement): string[] {
  return [
    ...(differInFigures(first.figures, second.figures) ? [OTHER_FIGURE] : []),
    ...(differInTimes(first.times, second.times) ? [OTHER_DATE] : []),
    ...(first.language === second.language && isDenied(first, second) ? [DENIAL] : []),
  ];
}

function isDenied({ text: first, language }: ReadStatement, { text: second }: ReadStatement): boolean {
  return findContradiction(first, second, language) !== null || findContradiction(second, first, language) !== null;
}
