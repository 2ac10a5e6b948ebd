import { countFaults } from '../quantities/counted-things.ts';
import { datesIn, isDateCarried } from '../quantities/dates.ts';
import { enumeratedIn } from '../quantities/enumerations.ts';
import { createMeasureCheck, type Measure, measuresIn, mentionsUnit, ratesIn } from '../quantities/measures.ts';
import { isUnitName } from './names.ts';
import { dropsBound, turnsBound } from './quantifiers.ts';
import { referencesIn } from './references-in-text.ts';

/** The evidence that the figures of a claim are compared with. */
export interface FigureEvidence {
  /** What the quotes state, without comments, markup and identifiers. */
  readonly words: string;
  /** Where references ("§ 7", "RFC 9110", a version) may occur: unchanged quotes, headings, titles, the question. */
  readonly known: string;
  readonly places: string;
  readonly question: string;
  readonly language: string;
}

/** What is wrong with the figures, units, dates, rates and bounds of a claim. */
export function figureFaults(said: string, { words, known, places, question, language }: FigureEvidence): string[] {
  const { numbers, rest } = referencesIn(said);
  const references = numbers.filter((number) => !holdsNumber(known, number)).map(missing);
  const dates = datesIn(rest);
  const wrongDates = dates
    .filter((date) => !isDateCarried(date, `${words}\n${places}`))
    .map(({ start, end }) => missing(rest.slice(start, end)));
  const measures = measuresIn(rest).filter(
    ({ start, end }) => !dates.some((date) => start >= date.start && end <= date.end),
  );
  const check = createMeasureCheck(withoutVersions(words));
  const checkQuestion = createMeasureCheck(question);
  const judged = measures.map((measure) => ({ measure, fault: check(measure) }));
  const stated = measuresIn(words);
  // A claim may repeat a figure of the question beside one that answers it; alone, it would confirm any question.
  const mayRepeat = judged.some(({ fault }) => fault === null) || stated.length === 0;
  const enumerated = enumeratedIn(words);
  const wrong = judged.filter(
    ({ measure, fault }) =>
      fault !== null && !(mayRepeat && checkQuestion(measure) === null) && !isCount(measure, enumerated),
  );
  return [
    ...references,
    ...wrongDates,
    ...wrong.flatMap(({ fault }) => (fault === null ? [] : [missing(fault)])),
    ...measures.flatMap((measure) => boundFault(said, words, measure, stated) ?? []),
    ...countFaults(rest, words, language).map(missing),
    ...rateFaults(rest, words).map(missing),
  ];
}

/** A number without a unit that counts what the evidence enumerates is not invented. */
function isCount({ value, unit, isOrdinal }: Measure, enumerated: ReadonlySet<number>): boolean {
  return unit === null && !isOrdinal && enumerated.has(value);
}

/** Faults such as "per second" where the evidence says "per minute". */
function rateFaults(said: string, words: string): string[] {
  const known = ratesIn(words).filter(isUnitName);
  const evidence = known.length > 0 ? known.join(' ') : words;
  return ratesIn(said).filter((unit) => isUnitName(unit) && !mentionsUnit(evidence, unit));
}

function boundFault(
  said: string,
  words: string,
  { value, start: at }: Measure,
  stated: readonly Measure[],
): string | null {
  const same = stated.filter((other) => other.value === value);
  if (same.length === 0) return null;
  if (same.every(({ start }) => turnsBound(said, at, words, start))) return `it reverses the bound on ${value}`;
  const isDropped = same.every(({ start }) => dropsBound(said, words, start));
  return isDropped ? `it states ${value} as exact, but the quotation states a bound` : null;
}

/** Removes versions and references: "v6.7.0" and "§ 7" are no evidence for a 7. */
function withoutVersions(text: string): string {
  return referencesIn(text).rest;
}

function holdsNumber(text: string, number: string): boolean {
  return new RegExp(`(?<![\\p{N}.,])${number.replaceAll('.', String.raw`\.`)}(?![\\p{L}\\p{N}])`, 'iu').test(text);
}

/** Describes the fault of something that the quotes do not contain. */
export function missing(what: string): string {
  return `the quotation does not support: ${what}`;
}
