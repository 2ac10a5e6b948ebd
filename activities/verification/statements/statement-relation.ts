import type { Relation } from '../../../workflows/contracts/briefings/briefing-items.ts';
import { sourceOfAll, wholeWordsOfAll } from '../../language/languages/word-patterns.ts';
import { detectLanguage } from '../../language/text/language.ts';
import { isCovered } from '../claims/word-coverage.ts';
import type { StatedEvent } from './events.ts';
import { conflictInFigures, shareFigure } from './stated-figures.ts';
import { differInTimes } from './stated-times.ts';
import { type ReadStatement, readStatement } from './statement-reading.ts';

const NAME = /(?<!\p{L})\p{Lu}[\p{L}\p{N}]{3,}/gu;
const FEWEST_NAMES = 2;

/** How two statements on the same matter stand to each other. */
export interface StatementRelation {
  readonly relation: Relation;
  /** For people; empty for `same`. */
  readonly difference: string;
}

const SAME: StatementRelation = { relation: 'same', difference: '' };
/** The difference of two statements of other values of one quantity. */
export const OTHER_FIGURE = 'another figure';
/** Least share of the subject of the shorter statement, and of the longer one, that the other has, too. */
const SAME_MATTER = 0.6;
const SAME_MATTER_OF_LONGER = 0.34;
/** For what nothing but a figure, a date or a name tells apart. */
const SAME_WORDING = 0.8;
const FEWEST_SHARED = 2;
/** Share of the words of the shorter main clause that two opposite ones have in common. */
const SAME_OBJECT = 0.85;
/** What is about a matter and is not the matter. */
const CONCERNING = wholeWordsOfAll(({ concerning }) => concerning);
const TAKEN_BACK = new RegExp(
  String.raw`\s(?:${sourceOfAll(({ takenBackLeads }) => takenBackLeads)})\s(?<clause>.{20,})$`,
  'isu',
);
/** Enough without an event that both state. */
const MANY_SHARED = 3;
const NEARLY_ALL = 0.7;

/** Reads a statement in its own language. @param fallback ISO 639-1 code where it cannot be told */
export function readInOwnLanguage(text: string, fallback: string): ReadStatement {
  const language = detectLanguage(text);
  return readStatement(text, language === 'und' ? fallback : language);
}

/**
 * How a statement stands to another one: the same fact, or another fact on the same matter; null where they are
 * unrelated, or nothing shows how they stand. A contradiction needs a reason that can be named.
 */
export function relationBetween(first: ReadStatement, second: ReadStatement): StatementRelation | null {
  if (first.language !== second.language) return acrossLanguages(first, second) ? SAME : null;
  const overlap = overlapOf(first, second);
  if (overlap.differInNames) return isOtherOfficer(first, second, overlap) ? contradiction('another name') : null;
  const { isOpposite, shared } = compareEvents(first, second);
  const isOtherTime = differInTimes(first.times, second.times);
  const isPeriodic = [...first.events, ...second.events].some(({ concept }) => concept === 'amount');
  if (isOpposite) return isOtherTime && isPeriodic ? null : reversal(first, second);
  if (!isSameMatter(overlap)) return null;
  const isOtherFigure = conflictInFigures(first.figures, second.figures);
  const isSameWording = overlap.ofShorter >= SAME_WORDING && haveComparableEvents(first, second, shared);
  // Other figures of another time are another observation.
  if (isOtherFigure && (isOtherTime || statesYearAlone(first, second)) && !replaces(first, second)) return null;
  if (isOtherFigure) return isSameWording ? contradiction(OTHER_FIGURE) : null;
  // Two hearings have two dates: only what is surely one event has another date.
  const isOneEvent = (shared.length > 0 || overlap.ofLonger >= SAME_WORDING) && !statesFigureAlone(first, second);
  if (isOtherTime) return isSameWording && isOneEvent && !isPeriodic ? contradiction('another date') : null;
  return saySame(first, second, overlap, shared) ? SAME : null;
}

/** Whether a retraction speaks of what the other statement says. @param retraction read from {@link takenBackIn} */
export function takesBack(retraction: ReadStatement, other: ReadStatement): boolean {
  if (retraction.language !== other.language) return false;
  const overlap = overlapOf(retraction, other);
  return !overlap.differInNames && isSameMatter(overlap);
}

/** What a retraction takes back: the clause behind "that", or the whole of it. */
export function takenBackIn(text: string): string {
  return TAKEN_BACK.exec(text)?.groups?.['clause'] ?? text;
}

interface Overlap {
  readonly count: number;
  readonly ofShorter: number;
  readonly ofLonger: number;
  /** Share of the words that are no names; 1 where one has only names. */
  readonly ofCommonWords: number;
  /** Each names what the other does not. */
  readonly differInNames: boolean;
}

function overlapOf(first: ReadStatement, second: ReadStatement): Overlap {
  const { language } = first;
  const within = (stems: Iterable<string>, other: ReadStatement): string[] =>
    [...stems].filter((stem) => isCovered(stem, other.subject, language));
  const counts = [within(first.subject, second).length, within(second.subject, first).length];
  const count = Math.min(...counts);
  const sizes = [first.subject.size, second.subject.size];
  const commonWords = ({ subject, names }: ReadStatement): string[] => [...subject].filter((stem) => !names.has(stem));
  const shareOfCommon = (own: ReadStatement, other: ReadStatement): number => {
    const words = commonWords(own);
    return words.length === 0 ? 1 : within(words, other).length / words.length;
  };
  const hasOwnName = (own: ReadStatement, other: ReadStatement): boolean =>
    within(own.names, other).length < own.names.size;
  return {
    count,
    ofShorter: count / Math.max(1, Math.min(...sizes)),
    ofLonger: count / Math.max(1, ...sizes),
    ofCommonWords: Math.max(shareOfCommon(first, second), shareOfCommon(second, first)),
    differInNames: hasOwnName(first, second) && hasOwnName(second, first),
  };
}

function isSameMatter({ count, ofShorter, ofLonger, ofCommonWords }: Overlap): boolean {
  const isNear = ofShorter >= SAME_MATTER && ofLonger >= SAME_MATTER_OF_LONGER;
  return count >= FEWEST_SHARED && isNear && ofCommonWords >= 0.5;
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

/** Others than those who decided may well say the opposite, and of a part or of a request for it the opposite may hold. */
function reversal(first: ReadStatement, second: ReadStatement): StatementRelation | null {
  const shared = [...first.core].filter((stem) => isCovered(stem, second.core, first.language)).length;
  const share = shared / Math.max(1, Math.min(first.core.size, second.core.size));
  const isSameObject = shared >= FEWEST_SHARED && share >= SAME_OBJECT;
  return isSameObject && concernTheSame(first, second) && isSameAgent(first, second)
    ? contradiction('the opposite is said')
    : null;
}

function concernTheSame(first: ReadStatement, second: ReadStatement): boolean {
  return CONCERNING.test(first.text) === CONCERNING.test(second.text);
}

function isSameAgent(first: ReadStatement, second: ReadStatement): boolean {
  if (first.agent.size === 0 || second.agent.size === 0) return true;
  const isNamed = (own: ReadStatement, other: ReadStatement): boolean => {
    const named = [...own.agent].filter((stem) => isCovered(stem, other.core, own.language));
    return named.length / own.agent.size > 0.5;
  };
  return isNamed(first, second) || isNamed(second, first);
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

/** Each tells of deeds, and none of one is a deed of the other: "produced", "delivered". */
function differInDeeds(first: ReadStatement, second: ReadStatement): boolean {
  if (first.deeds.size === 0 || second.deeds.size === 0) return false;
  return [...first.deeds].every((deed) => !second.deeds.has(deed));
}

/** Only one can hold an office: "appointed Anna Weber", "appointed Karl Brandt". */
function isOtherOfficer(first: ReadStatement, second: ReadStatement, { ofCommonWords, count }: Overlap): boolean {
  const holds = ({ events }: ReadStatement): boolean =>
    events.some(({ concept, isPositive }) => concept === 'office' && isPositive);
  return holds(first) && holds(second) && count >= FEWEST_SHARED && ofCommonWords >= 0.75;
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

/** One speaks of a year, the other of the present. */
function statesYearAlone(first: ReadStatement, second: ReadStatement): boolean {
  const isYear = ({ times }: ReadStatement): boolean =>
    times.some(({ year, month }) => year !== null && month === null);
  return isYear(first) !== isYear(second);
}

function contradiction(difference: string): StatementRelation {
  return { relation: 'contradicts', difference };
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
