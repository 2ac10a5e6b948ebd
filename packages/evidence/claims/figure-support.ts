import { datesIn, isDateCarried } from '@plumbline/language/figures';
import { sourceOfAll } from '@plumbline/language/word-patterns';
import { createMeasureCheck, isSameUnit, type Measure, measuresIn, ratesIn } from '../figures/measures.ts';

// "§ 7 Abs. 2 Satz 1", "Article 5", "RFC 9110": the number names a place and states nothing.
const LIST_JOINT = String.raw`(?:,|${sourceOfAll(({ numberListJoints }) => numberListJoints)}|–|-)`;
const REFERENCE = new RegExp(
  String.raw`(?:(?<!§)§+|(?<!\p{L})(?:${sourceOfAll(({ numberedPlaces }) => numberedPlaces)})\.?)\s*(\d+(?:\.\d+)*[a-z]?)(?:\s*${LIST_JOINT}\s*(\d+(?:\.\d+)*[a-z]?))*(?![\p{L}\p{N}])`,
  'giu',
);
const VERSION = /(?<![\p{L}\p{N}.])v?\d+(?:\.\d+){2,}(?![\p{N}])/giu;

/** Characters examined around a number. */
const REACH = 60;

const JOINTS = `${sourceOfAll(({ enumerationJoints }) => enumerationJoints)}|&`;
const JOINT = new RegExp(String.raw`(?<!\s)\s+(${JOINTS})\s`, 'giu');
const BEGINS_JOINED = new RegExp(`^ (?:${JOINTS}) `, 'iu');
const ENTRY = /^[ \t]*(?:[-*+•]|\d{1,2}[.)]|\(?[a-z]\))[ \t]+\S/gmu;
/** Fewer items are no enumeration: "oil and wick" may be one thing. */
const FEWEST = 3;

/** How far a rounded figure is from the exact one at most. */
const ROUNDED_BY = 0.1;
/** What a reader counts at a glance. */
const LARGEST_COUNTED = 12;

/** The evidence that the figures of a claim are compared with. */
export interface FigureEvidence {
  /** What the quotes state, without comments, markup and identifiers. */
  readonly words: string;
  /** Where references ("§ 7", "RFC 9110", a version) may occur: unchanged quotes, headings, titles, the question. */
  readonly known: string;
  readonly places: string;
  readonly question: string;
  /** How many things the claim's part lists itself. */
  readonly counted: ReadonlySet<number>;
}

/** Figures, dates and references of a claim that stand nowhere in its evidence, as sentences. */
export function absentFigures(said: string, { words, known, places, question, counted }: FigureEvidence): string[] {
  const { numbers, rest } = referencesIn(withoutNames(said, known));
  const references = numbers.filter((number) => !holdsNumber(known, number));
  const dates = datesIn(rest);
  const wrongDates = dates
    .filter((date) => !isDateCarried(date, `${words}\n${places}`))
    .map(({ start, end }) => rest.slice(start, end));
  const check = createMeasureCheck(withoutVersions(words));
  const checkQuestion = createMeasureCheck(question);
  const stated = measuresIn(words);
  const compared = measuresIn(rest)
    .filter(({ start, end }) => !dates.some((date) => start >= date.start && end <= date.end))
    .map((measure) => ({ measure, missing: check(measure) }));
  // A claim may repeat a figure of the question beside one that answers it; alone, it would confirm any question.
  const mayRepeat = compared.some(({ missing }) => missing === null) || stated.length === 0;
  const enumerated = enumeratedIn(words);
  const absent = compared.flatMap(({ measure, missing }) => {
    const isKnown =
      (mayRepeat && checkQuestion(measure) === null) ||
      isCount(measure, enumerated) ||
      (isNumberWord(rest, measure) && counted.has(measure.value)) ||
      isOfPlace(rest, measure, words, places) ||
      isSaidOtherwise(rest, measure, words, stated);
    return missing === null || isKnown ? [] : [missing];
  });
  return [...references, ...wrongDates, ...absent, ...otherRates(rest, words)].map(unsupported);
}

/** "Two ways", "drei Stufen": a reader may count them. */
function isNumberWord(said: string, { value, unit, start, end }: Measure): boolean {
  return unit === null && value <= LARGEST_COUNTED && !/\d/.test(said.slice(start, end));
}

/**
 * "About 18 %": the evidence may say 17.9 %. "mg/m³" may be
 * a unit that is spelt out.
 */
function isSaidOtherwise(
  said: string,
  { value, unit, start }: Measure,
  words: string,
  stated: readonly Measure[],
): boolean {
  const isNear = stated.some(
    (other) => other.unit?.dimension === unit?.dimension && Math.abs(other.value - value) <= ROUNDED_BY * value,
  );
  if (isNear && ROUNDED_BEFORE.test(said.slice(Math.max(0, start - REACH), start))) return true;
  return stated.some((other) => other.value === value && COMPOUND_UNIT.test(words.slice(other.end)));
}

/** Before a figure that a claim rounds: "about 18", "more than half". */
const ROUNDED_BEFORE = new RegExp(
  String.raw`(?<!\p{L})(?:${sourceOfAll(
    ({ nearly }) => nearly,
    ({ about }) => about,
    ({ lowerBounds }) => lowerBounds,
    ({ upperBounds }) => upperBounds,
  )})\s+(?:\p{L}+\s+){0,2}$`,
  'iu',
);
/** "mg/m³", "requests/s". */
const COMPOUND_UNIT = /^\s?[\p{L}µ°]+\s?\//u;
/** "GEP-851", "UTF-8". */
const NUMBERED_NAME = /(?<![\p{L}\p{N}])(\p{Lu}\p{L}*)-(\d+)(?![\p{L}\p{N}])/gu;

/** Without names that end with a number and that the evidence has; the text keeps its length. */
function withoutNames(said: string, known: string): string {
  return said.replace(NUMBERED_NAME, (name, word: string, number: string) => {
    const isKnown = new RegExp(`(?<!\\p{L})${word}[- ]?${number}(?!\\p{N})`, 'iu').test(known);
    return isKnown ? ' '.repeat(name.length) : name;
  });
}

const VERSION_NUMBER = /^\d+\.\d+$/;
const YEAR = /^(?:19|20)\d{2}$/;

/** The year or the version by which title, headings or address name a source, a version of the evidence, and its beginning: "7.0" of "7.0.3". */
function isOfPlace(said: string, { unit, start, end }: Measure, words: string, places: string): boolean {
  const number = said.slice(start, end).trim();
  if (unit === null && YEAR.test(number)) return holdsNumber(places, number);
  if (unit !== null || !VERSION_NUMBER.test(number)) return false;
  const version = number.replace('.', String.raw`\.`);
  const isBegun = new RegExp(`(?<![\\p{N}.,])v?${version}(?:\\.\\d+)+(?!\\p{N})`, 'iu').test(words);
  const isNamed = [number, `v${number}`].some((name) => holdsNumber(places, name));
  return isBegun || isNamed || referencesIn(words).numbers.includes(number);
}

/** A number without a unit that counts what the evidence enumerates is not invented. */
function isCount({ value, unit, isOrdinal }: Measure, enumerated: ReadonlySet<number>): boolean {
  return unit === null && !isOrdinal && enumerated.has(value);
}

/** "Per second" where the evidence has only other rates. */
function otherRates(said: string, words: string): string[] {
  const known = ratesIn(words);
  return known.length === 0 ? [] : ratesIn(said).filter((name) => !known.some((other) => isSameUnit(name, other)));
}

/** Removes versions and references: "v6.7.0" and "§ 7" are no evidence for a 7. */
function withoutVersions(text: string): string {
  return referencesIn(text).rest;
}

function holdsNumber(text: string, number: string): boolean {
  return new RegExp(`(?<![\\p{N}.,])${number.replaceAll('.', String.raw`\.`)}(?![\\p{L}\\p{N}])`, 'iu').test(text);
}

/** The reason against a claim that says something its quotes do not say. */
export function unsupported(what: string): string {
  return `the cited words have no “${what}”`;
}

/** How many things the enumerations of a text name: "oil, wick and glass" are three, four entries of a list are four. */
export function enumeratedIn(text: string): Set<number> {
  const stretches = text.replaceAll(JOINT, ' $1 ').split(/[;:.()\n]/u);
  const blocks = text.split(/\n[ \t]*\n(?=\S)/).map((block) => [...block.matchAll(ENTRY)].length);
  return new Set([...stretches.map(joinedIn), ...blocks].filter((count) => count >= FEWEST));
}

/** Parts before the last, which a conjunction joins: "oil, wick and glass". */
function joinedIn(stretch: string): number {
  const last = [...stretch.matchAll(JOINT)].at(-1)?.index;
  if (last === undefined) return 0;
  const end = stretch.indexOf(',', last);
  const list = end === -1 ? stretch : stretch.slice(0, end);
  const parts = list.split(/,(?!\d)/u).filter((part) => part.trim() !== '');
  return parts.length + (BEGINS_JOINED.test(parts.at(-1) ?? '') ? 0 : 1);
}

/** References and versions of a text, and the text with them replaced by spaces of the same length. */
export function referencesIn(text: string): { readonly numbers: readonly string[]; readonly rest: string } {
  const numbers: string[] = [];
  const take = (match: string): string => {
    numbers.push(...(match.match(/\d+(?:\.\d+)*[a-z]?/giu) ?? []));
    return ' '.repeat(match.length);
  };
  const rest = text
    .replace(REFERENCE, take)
    .replace(VERSION, (match) => (/^\d{1,3}(?:\.\d{3})+$/.test(match) || isDate(match) ? match : take(match)));
  return { numbers, rest };
}

/** "12.5.2020" has three parts as well. */
function isDate(chain: string): boolean {
  return /^\d{1,2}\.\d{1,2}\.\d{4}$/.test(chain);
}
