import { sourceOfAll, wholeWordsOfAll } from '../../language/languages/word-patterns.ts';
import { datesIn, isDateCarried } from '../../language/text/dates.ts';
import { areAmong, figuresIn, withoutFigures } from '../../language/text/figures.ts';
import { createMeasureCheck, measuresIn } from '../../language/text/measures.ts';
import { analyzeTerms, contentTerms, type Term } from '../../language/text/terms.ts';
import { isUnitName } from './names.ts';
import { findContradiction } from './polarity.ts';
import { wordCoverage } from './word-coverage.ts';

/** "My city is Hamburg": a subject and its value. */
const EQUATION = new RegExp(
  `^(?<subject>.{2,}?)(?: (?:${sourceOfAll(({ equations }) => equations)}) (?:(?:${sourceOfAll(({ equationFillers }) => equationFillers)}) )?| ?[:=] )(?<value>.+)$`,
  'isu',
);
/** What one can do with several things at a time: another object is no contradiction. */
const SEVERAL = wholeWordsOfAll(({ severalAtATime }) => severalAtATime);
/** Longest name, in words. */
const NAME_WORDS = 4;

/** Share of the words of a subject that two statements must have in common to be about the same. */
const SAME_SUBJECT = 0.75;

/** Whether an earlier text says all of a statement: its words, figures and dates, and nothing to the contrary. */
export function saysTheSame(statement: string, remembered: string, language: string): boolean {
  const isCovered = wordCoverage(statement, language, remembered).share === 1;
  const datesHold = datesIn(statement).every((date) => isDateCarried(date, remembered));
  const figuresHold = areAmong(figuresIn(withoutDates(statement)), figuresIn(withoutDates(remembered)));
  return isCovered && datesHold && figuresHold && findContradiction(statement, remembered, language) === null;
}

/** What a statement says otherwise of the same subject, for people: "another figure"; null where nothing is found. */
export function findDifference(statement: string, remembered: string, language: string): string | null {
  const value = findOtherValue(statement, remembered, language);
  if (value !== null) return value;
  if (!isSameSubject(statement, remembered, language)) return null;
  if (differInDates(statement, remembered)) return 'another date';
  if (differInFigures(withoutDates(statement), withoutDates(remembered))) return 'another figure';
  const isDenied =
    findContradiction(statement, remembered, language) !== null ||
    findContradiction(remembered, statement, language) !== null;
  return isDenied ? 'a negation or the opposite word' : null;
}

/** Each states a date or a figure that the other does not state. */
export function differInValues(first: string, second: string): boolean {
  return differInDates(first, second) || differInFigures(withoutDates(first), withoutDates(second));
}

/** One of them has nearly all words of the other, without figures, units and dates. */
function isSameSubject(first: string, second: string, language: string): boolean {
  const [own, other] = [subjectOf(first, language), subjectOf(second, language)];
  if (own === '' || other === '') return false;
  return (
    wordCoverage(own, language, other).share >= SAME_SUBJECT || wordCoverage(other, language, own).share >= SAME_SUBJECT
  );
}

function subjectOf(text: string, language: string): string {
  return contentTerms(withoutFigures(withoutDates(text)), language)
    .map(({ surface }) => surface)
    .filter((word) => !isUnitName(word))
    .join(' ');
}

function differInDates(first: string, second: string): boolean {
  const [own, others] = [datesIn(first), datesIn(second)];
  if (own.length === 0 || others.length === 0) return false;
  return own.some((date) => !isDateCarried(date, second)) && others.some((date) => !isDateCarried(date, first));
}

/** Each has a quantity that the other lacks; "0.5 s" and "500 ms" are one. */
function differInFigures(first: string, second: string): boolean {
  const lacks = (text: string, evidence: string): boolean => {
    const check = createMeasureCheck(evidence);
    return measuresIn(text).some((measure) => check(measure) !== null);
  };
  return lacks(first, second) && lacks(second, first);
}

function withoutDates(text: string): string {
  return datesIn(text)
    .toReversed()
    .reduce((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, text);
}

/** What two statements name otherwise: "another value" of the same subject, "another name" in the same words; null where neither is so. */
function findOtherValue(statement: string, remembered: string, language: string): string | null {
  if (areOtherValues(statement, remembered, language)) return 'another value';
  return areOtherNames(statement, remembered, language) ? 'another name' : null;
}

function areOtherValues(statement: string, remembered: string, language: string): boolean {
  const [own, other] = [statement, remembered].map((text) => EQUATION.exec(text.replaceAll(/\s+/gu, ' '))?.groups);
  const [subject = '', value = ''] = [own?.['subject'], own?.['value']];
  const [otherSubject = '', otherValue = ''] = [other?.['subject'], other?.['value']];
  if (subject === '' || otherSubject === '') return false;
  const lacks = (text: string, other: string): boolean => wordCoverage(text, language, other).share < 1;
  const hasWords = [subject, otherSubject, value, otherValue].every((part) => contentTerms(part, language).length > 0);
  const isSameSubject = !lacks(subject, otherSubject) && !lacks(otherSubject, subject);
  // Figures are compared with their units, elsewhere.
  return hasWords && isSameSubject && lacks(value, otherValue) && lacks(otherValue, value);
}

/** The same words but for one name: "I live in Hamburg", "I live in Berlin". */
function areOtherNames(statement: string, remembered: string, language: string): boolean {
  if (SEVERAL.test(statement) || SEVERAL.test(remembered)) return false;
  const [own, other] = [analyzeTerms(statement, language), analyzeTerms(remembered, language)];
  const before = sharedLength(own, other);
  const after = sharedLength(own.slice(before).toReversed(), other.slice(before).toReversed());
  const shared = [...own.slice(0, before), ...own.slice(own.length - after)];
  const [name, otherName] = [own.slice(before, own.length - after), other.slice(before, other.length - after)];
  const areNames = [name, otherName].every((words) => isName(words, before));
  return areNames && shared.some(({ isStopWord }) => !isStopWord);
}

function sharedLength(first: readonly Term[], second: readonly Term[]): number {
  const length = first.findIndex((term, at) => term.stem !== second[at]?.stem);
  return length === -1 ? first.length : length;
}

/** @param place of the first of the words; every sentence begins with a capital letter */
function isName(words: readonly Term[], place: number): boolean {
  const areCapitalised = words.every(({ surface }) => /^\p{Lu}/u.test(surface));
  return place > 0 && words.length > 0 && words.length <= NAME_WORDS && areCapitalised;
}
