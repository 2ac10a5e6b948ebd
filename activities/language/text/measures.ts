import type { UnitName } from '../languages/text-words.ts';
import { sourceOfAll, wholeWordsOfAll } from '../languages/word-patterns.ts';
import { placedFigures } from './figures.ts';

const WORDS: readonly (readonly [dimension: string, factor: number, name: UnitName])[] = [
  // First, because "5 working days" also match as days with a word before them.
  ['working days', 1, 'workingDay'],
  ['time', 1e-6, 'microsecond'],
  ['time', 1e-3, 'millisecond'],
  ['time', 1, 'second'],
  ['time', 60, 'minute'],
  ['time', 3_600, 'hour'],
  ['time', 86_400, 'day'],
  ['time', 604_800, 'week'],
  ['months', 1, 'month'],
  ['months', 12, 'year'],
  ['length', 1e-3, 'millimetre'],
  ['length', 1e-2, 'centimetre'],
  ['length', 1, 'metre'],
  ['length', 1e3, 'kilometre'],
  ['length', 1609.344, 'mile'],
  ['length', 0.3048, 'foot'],
  ['area', 1, 'squareMetre'],
  ['area', 1e4, 'hectare'],
  ['area', 1e6, 'squareKilometre'],
  ['mass', 1e-6, 'milligram'],
  ['mass', 1e-3, 'gram'],
  ['mass', 1, 'kilogram'],
  ['mass', 1e3, 'ton'],
  ['volume', 1e-3, 'millilitre'],
  ['volume', 1, 'litre'],
  ['volume', 1e3, 'cubicMetre'],
  ['euro', 1, 'euro'],
  ['euro', 0.01, 'cent'],
  ['dollar', 1, 'dollar'],
  ['pound', 1, 'pound'],
  ['mark', 1, 'mark'],
  ['share', 1, 'percent'],
  ['share', 0.1, 'perMille'],
  ['points', 1, 'percentagePoint'],
  ['temperature C', 1, 'celsius'],
  ['temperature F', 1, 'fahrenheit'],
  ['temperature K', 1, 'kelvin'],
  ['pressure', 1, 'pascal'],
  ['pressure', 100, 'millibar'],
  ['pressure', 1e5, 'bar'],
  ['pressure', 6_894.757, 'psi'],
  ['frequency', 1, 'hertz'],
  ['frequency', 1e3, 'kilohertz'],
  ['frequency', 1e6, 'megahertz'],
  ['frequency', 1e9, 'gigahertz'],
  ['data', 1, 'byte'],
  ['data', 1e3, 'kilobyte'],
  ['data', 1_024, 'kibibyte'],
  ['data', 1e6, 'megabyte'],
  ['data', 1_048_576, 'mebibyte'],
  ['data', 1e9, 'gigabyte'],
  ['data', 1_073_741_824, 'gibibyte'],
  ['data', 1e12, 'terabyte'],
  ['speed', 1 / 3.6, 'kilometrePerHour'],
  ['speed', 0.44704, 'milePerHour'],
  ['power', 1, 'watt'],
  ['power', 1e3, 'kilowatt'],
  ['power', 1e6, 'megawatt'],
  ['energy', 1, 'kilowattHour'],
  ['voltage', 1e-3, 'millivolt'],
  ['voltage', 1, 'volt'],
  ['voltage', 1e3, 'kilovolt'],
  ['current', 1e-3, 'milliampere'],
  ['current', 1, 'ampere'],
  ['sound', 1, 'decibel'],
];
/** Symbols, written only with these letters and right after the number. */
const SYMBOLS: readonly WrittenUnit[] = [
  ['time', 1e-6, '[µμ]s'],
  ['time', 1e-3, 'ms'],
  ['time', 1, 's'],
  ['time', 3_600, 'h'],
  ['length', 1e-6, '[µμ]m'],
  ['length', 1e-3, 'mm'],
  ['length', 1e-2, 'cm'],
  ['length', 1, 'm'],
  ['length', 1e3, 'km'],
  ['length', 0.3048, 'ft'],
  ['area', 1, 'm(?:²|\\^?2)'],
  ['area', 1e4, 'ha'],
  ['area', 1e6, 'km(?:²|\\^?2)'],
  ['mass', 1e-6, 'mg'],
  ['mass', 1e-3, 'g'],
  ['mass', 1, 'kg'],
  ['mass', 1e3, 't'],
  ['volume', 1e-3, 'ml'],
  ['volume', 1, 'l'],
  ['volume', 1e3, 'm(?:³|\\^?3)'],
  ['euro', 1, '€|EUR'],
  ['dollar', 1, '\\$|USD'],
  ['pound', 1, '£|GBP'],
  ['mark', 1, 'DM'],
  ['share', 1, '%|v\\.\\s?H\\.'],
  ['share', 0.1, '‰'],
  ['temperature C', 1, '°\\s?C'],
  ['temperature F', 1, '°\\s?F'],
  ['temperature K', 1, 'K'],
  ['pressure', 1, 'Pa'],
  ['pressure', 100, 'hPa|mbar'],
  ['pressure', 1e3, 'kPa'],
  ['pressure', 1e6, 'MPa'],
  ['frequency', 1, 'Hz'],
  ['frequency', 1e3, 'kHz'],
  ['frequency', 1e6, 'MHz'],
  ['frequency', 1e9, 'GHz'],
  ['data', 1e3, 'kB|KB'],
  ['data', 1_024, 'KiB|kiB'],
  ['data', 1e6, 'MB'],
  ['data', 1_048_576, 'MiB'],
  ['data', 1e9, 'GB'],
  ['data', 1_073_741_824, 'GiB'],
  ['data', 1e12, 'TB'],
  ['speed', 1, 'm/s'],
  ['speed', 1 / 3.6, 'km/h'],
  ['power', 1, 'W'],
  ['power', 1e3, 'kW'],
  ['power', 1e6, 'MW'],
  ['energy', 1, 'kWh'],
  ['voltage', 1e-3, 'mV'],
  ['voltage', 1, 'V'],
  ['voltage', 1e3, 'kV'],
  ['current', 1e-3, 'mA'],
  ['current', 1, 'A'],
  ['sound', 1, 'dB(?:\\(A\\))?'],
];

let patterns: readonly UnitPattern[] | undefined;

/** A number with the unit after it or the currency before it; the unit may be null. */
export interface Measure {
  readonly value: number;
  readonly unit: Unit | null;
  readonly start: number;
  readonly end: number;
  readonly isOrdinal: boolean;
}

const CURRENCY_BEFORE: readonly (readonly [RegExp, Unit])[] = [
  [/(?:€|EUR)\s?$/u, { dimension: 'euro', factor: 1 }],
  [/(?:\$|USD)\s?$/u, { dimension: 'dollar', factor: 1 }],
  [/(?:£|GBP)\s?$/u, { dimension: 'pound', factor: 1 }],
];
/** Characters after a number in which its unit may follow: "5 full working days". */
const REACH = 40;

/** Numbers of a text with their units, in order; in a range ("3 to 6 %") both have the unit. */
export function measuresIn(text: string): Measure[] {
  const measures = ownMeasures(text);
  return measures.map((measure, index) => {
    const next = measures[index + 1];
    return measure.unit === null && isRange(text, measure, next) ? { ...measure, unit: next.unit } : measure;
  });
}

const BETWEEN_NUMBERS = new RegExp(String.raw`^\s*(?:${sourceOfAll(({ rangeJoints }) => rangeJoints)}|–|-)\s*$`, 'iu');

/** Whether two numbers of a text form a range or a list, and so share what follows the second. */
export function isRange(text: string, first: Measure, second: Measure | undefined): second is Measure {
  return second !== undefined && BETWEEN_NUMBERS.test(text.slice(first.end, second.start));
}

function ownMeasures(text: string): Measure[] {
  return placedFigures(text).map(({ value, start, end, isOrdinal }) => {
    const following = text.slice(end, end + REACH);
    const joined = unitPatterns().filter(({ behind }) => behind.test(following));
    // The longest match is the unit: "5 m/s" is not a length.
    const [longest] = joined.toSorted((a, b) => lengthOf(b.behind, following) - lengthOf(a.behind, following));
    const leading = text.slice(Math.max(0, start - 5), start);
    const currency = CURRENCY_BEFORE.find(([pattern]) => pattern.test(leading))?.[1];
    const ownUnit = adjectiveUnit(text.slice(start, end));
    return { value, unit: ownUnit ?? currency ?? longest?.unit ?? null, start, end, isOrdinal };
  });
}

/**
 * Compares measures of a claim with its evidence; returns what is wrong, or null.
 *
 * Equal quantities may be written differently ("0.5 s", "500 ms"). If the evidence has the number without a unit, it
 * must name the unit elsewhere ("Timeout in milliseconds. Default: 500").
 */
export function createMeasureCheck(evidence: string): (measure: Measure) => string | null {
  const known = measuresIn(evidence);
  return (measure) => findMeasureFault(measure, evidence, known);
}

function findMeasureFault(
  { value, unit, isOrdinal }: Measure,
  evidence: string,
  known: readonly Measure[],
): string | null {
  // A list of three countries may call the last one the third.
  if (isOrdinal && !known.some((other) => other.isOrdinal)) return null;
  if (unit === null) {
    return known.some((other) => other.value === value) || (value === 1 && ONE.test(evidence)) ? null : `${value}`;
  }
  const quantity = value * unit.factor;
  const mentioned = unitPatterns().filter(
    (other) => other.unit.dimension === unit.dimension && other.anywhere.test(evidence),
  );
  const carries = (other: Measure): boolean => {
    if (other.unit !== null)
      return other.unit.dimension === unit.dimension && isEqual(other.value * other.unit.factor, quantity);
    return mentioned.some((mention) => isEqual(other.value * mention.unit.factor, quantity));
  };
  if (known.some(carries) || singleUnits(evidence).some((single) => isSameQuantity(single, unit, quantity)))
    return null;
  return known.some((other) => other.value === value) ? `${value} in this unit` : `${value}`;
}

const ONE = wholeWordsOfAll(({ single }) => single);
/** Units of rates in a text, as written: the "minute" of "per minute", the "Jahr" of "pro Jahr". */
export function ratesIn(text: string): string[] {
  return [...text.matchAll(RATE)].flatMap(({ 1: unit }) => unit ?? []);
}

/** Whether a text names the unit, in any wording. */
export function mentionsUnit(text: string, name: string): boolean {
  const named = unitPatterns()
    .filter(({ anywhere }) => anywhere.exec(name)?.[0] === name)
    .map(({ unit }) => unit);
  return unitPatterns().some(
    ({ unit, anywhere }) => named.some((other) => isSameQuantity(unit, other, other.factor)) && anywhere.test(text),
  );
}

const RATE = new RegExp(String.raw`(?<!\p{L})(?:${sourceOfAll(({ rateWords }) => rateWords)})\s+(\p{L}+)`, 'giu');
const ARTICLE = wholeWordsOfAll(({ oneArticles }) => oneArticles, 'giu');
const SPAN_ADJECTIVE = new RegExp(String.raw`(?:${sourceOfAll(({ spanAdjectives }) => spanAdjectives)})\p{L}*$`, 'iu');

/** Units after an article: "an hour", "ein Jahr". */
function singleUnits(text: string): Unit[] {
  return [...text.matchAll(ARTICLE)].flatMap(({ 0: article, index }) => {
    const following = text.slice(index + article.length, index + article.length + REACH);
    return unitPatterns()
      .filter(({ behind }) => behind.test(following))
      .map(({ unit }) => unit);
  });
}

function isSameQuantity(single: Unit, unit: Unit, quantity: number): boolean {
  return single.dimension === unit.dimension && isEqual(single.factor, quantity);
}

/** The unit inside an adjective such as "sechsmonatig" or "dreijährig". */
function adjectiveUnit(word: string): Unit | null {
  const ending = SPAN_ADJECTIVE.exec(word)?.[0];
  return ending === undefined ? null : (unitPatterns().find(({ behind }) => behind.test(ending))?.unit ?? null);
}

function lengthOf(pattern: RegExp, text: string): number {
  return pattern.exec(text)?.[0].length ?? 0;
}

function isEqual(first: number, second: number): boolean {
  return Math.abs(first - second) <= 1e-9 * Math.max(Math.abs(first), Math.abs(second));
}

/** A unit of measurement: its dimension, and its size in base units of that dimension. */
interface Unit {
  readonly dimension: string;
  readonly factor: number;
}

/** A unit with its symbols. */
type WrittenUnit = readonly [dimension: string, factor: number, pattern: string];

interface UnitPattern {
  readonly unit: Unit;
  /** Right after a number. */
  readonly behind: RegExp;
  readonly anywhere: RegExp;
}

/** All units. Made at first use: it takes some 50 ms, and a worker should be ready before. */
export function unitPatterns(): readonly UnitPattern[] {
  return (patterns ??= [...WORDS.map(patternOfName), ...SYMBOLS.map(patternOfSymbol)]);
}

function patternOfName([dimension, factor, name]: (typeof WORDS)[number]): UnitPattern {
  const words = sourceOfAll(({ units }) => units?.[name]);
  return {
    unit: { dimension, factor },
    behind: new RegExp(`^[\\s-]*(?:\\p{L}{2,}\\s+)??(?:${words})(?![\\p{L}\\p{N}])`, 'iu'),
    anywhere: new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, 'iu'),
  };
}

function patternOfSymbol([dimension, factor, symbol]: WrittenUnit): UnitPattern {
  // A single letter without a number is more often something else.
  const before = /^\p{L}$/u.test(symbol) ? '(?<=\\d ?)' : '(?<![\\p{L}\\p{N}])';
  return {
    unit: { dimension, factor },
    behind: new RegExp(`^[ \\u00a0\\u202f-]?(?:${symbol})(?![\\p{L}\\p{N}/²³⁻^])`, 'u'),
    anywhere: new RegExp(`${before}(?:${symbol})(?![\\p{L}\\p{N}/²³⁻^])`, 'u'),
  };
}
