import { datesIn, isDateCarried } from '../quantities/dates.ts';
import { areAmong, figuresIn, withoutFigures } from '../quantities/figures.ts';
import { createMeasureCheck, measuresIn } from '../quantities/measures.ts';
import { contentTerms } from '../text/terms.ts';
import { carriedWords } from './carried-words.ts';
import { isUnitName } from './names.ts';
import { findOtherValue } from './other-value.ts';
import { findPolarityFault } from './polarity.ts';

/** Share of the words of a subject that two statements must have in common to be about the same. */
const SAME_SUBJECT = 0.75;

/** Whether an earlier text says all of a statement: its words, figures and dates, and nothing to the contrary. */
export function saysTheSame(statement: string, remembered: string, language: string): boolean {
  const isCarried = carriedWords(statement, language, remembered).share === 1;
  const datesHold = datesIn(statement).every((date) => isDateCarried(date, remembered));
  const figuresHold = areAmong(figuresIn(withoutDates(statement)), figuresIn(withoutDates(remembered)));
  return isCarried && datesHold && figuresHold && findPolarityFault(statement, remembered, language) === null;
}

/** What a statement says otherwise of the same subject, for people: "another figure"; null where nothing is found. */
export function findDifference(statement: string, remembered: string, language: string): string | null {
  const value = findOtherValue(statement, remembered, language);
  if (value !== null) return value;
  if (!isSameSubject(statement, remembered, language)) return null;
  if (differInDates(statement, remembered)) return 'another date';
  if (differInFigures(withoutDates(statement), withoutDates(remembered))) return 'another figure';
  const isDenied =
    findPolarityFault(statement, remembered, language) !== null ||
    findPolarityFault(remembered, statement, language) !== null;
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
    carriedWords(own, language, other).share >= SAME_SUBJECT || carriedWords(other, language, own).share >= SAME_SUBJECT
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
