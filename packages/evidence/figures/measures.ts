import { placedFigures } from '@plumbline/language/figures';
import type { UnitName } from '@plumbline/language/languages';
import { sourceOfAll, wholeWordsOfAll } from '@plumbline/language/word-patterns';

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
function isRange(text: string, first: Measure, second: Measure | undefined): second is Measure {
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
  return [...text.matchAll(RATE)].flatMap(({ 1: name }) => (name !== undefined && isUnitName(name) ? name : []));
}

/** Whether a name is a unit: "Celsius" measures, like "°C". */
export function isUnitName(name: string): boolean {
  return unitsNamed(name).length > 0;
}

/** Whether two names mean one unit: "Minute" and "min". */
export function isSameUnit(name: string, other: string): boolean {
  return unitsNamed(name).some((unit) => unitsNamed(other).some((one) => isSameQuantity(one, unit, unit.factor)));
}

function unitsNamed(name: string): Unit[] {
  return unitPatterns().flatMap(({ unit, anywhere }) => (anywhere.exec(name)?.[0] === name ? unit : []));
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

interface UnitPattern {
  readonly unit: Unit;
  /** Right after a number. */
  readonly behind: RegExp;
  readonly anywhere: RegExp;
}

/** All units. Made at first use: it takes some 50 ms, and a worker should be ready before. */
function unitPatterns(): readonly UnitPattern[] {
  return (patterns ??= [...patternsOf(NAMED_UNITS, patternOfName), ...patternsOf(UNIT_SYMBOLS, patternOfSymbol)]);
}

function patternsOf(
  sizes: Readonly<Record<string, Readonly<Record<string, number>>>>,
  patternOf: typeof patternOfName,
) {
  return Object.entries(sizes).flatMap(([dimension, units]) =>
    Object.entries(units).map(([written, factor]) => ({ unit: { dimension, factor }, ...patternOf(written) })),
  );
}

function patternOfName(name: string): Omit<UnitPattern, 'unit'> {
  const words = sourceOfAll(({ units }) => units?.[name]);
  return {
    behind: new RegExp(`^[\\s-]*(?:\\p{L}{2,}\\s+)??(?:${words})(?![\\p{L}\\p{N}])`, 'iu'),
    anywhere: new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, 'iu'),
  };
}

function patternOfSymbol(symbol: string): Omit<UnitPattern, 'unit'> {
  // A single letter without a number is more often something else.
  const before = /^\p{L}$/u.test(symbol) ? '(?<=\\d ?)' : '(?<![\\p{L}\\p{N}])';
  return {
    behind: new RegExp(`^[ \\u00a0\\u202f-]?(?:${symbol})(?![\\p{L}\\p{N}/²³⁻^])`, 'u'),
    anywhere: new RegExp(`${before}(?:${symbol})(?![\\p{L}\\p{N}/²³⁻^])`, 'u'),
  };
}

/** The sizes of units with names, which each language has its own for, in base units of their dimension. */
const NAMED_UNITS = {
  // First, because "5 working days" also match as days with a word before them.
  'working days': { workingDay: 1 },
  time: { microsecond: 1e-6, millisecond: 1e-3, second: 1, minute: 60, hour: 3_600, day: 86_400, week: 604_800 },
  months: { month: 1, year: 12 },
  length: { millimetre: 1e-3, centimetre: 1e-2, metre: 1, kilometre: 1e3, mile: 1609.344, foot: 0.3048 },
  area: { squareMetre: 1, hectare: 1e4, squareKilometre: 1e6 },
  mass: { milligram: 1e-6, gram: 1e-3, kilogram: 1, ton: 1e3 },
  volume: { millilitre: 1e-3, litre: 1, cubicMetre: 1e3 },
  euro: { euro: 1, cent: 0.01 },
  dollar: { dollar: 1 },
  pound: { pound: 1 },
  mark: { mark: 1 },
  share: { percent: 1, perMille: 0.1 },
  points: { percentagePoint: 1 },
  'temperature C': { celsius: 1 },
  'temperature F': { fahrenheit: 1 },
  'temperature K': { kelvin: 1 },
  pressure: { pascal: 1, millibar: 100, bar: 1e5, psi: 6_894.757 },
  frequency: { hertz: 1, kilohertz: 1e3, megahertz: 1e6, gigahertz: 1e9 },
  data: {
    byte: 1,
    kilobyte: 1e3,
    kibibyte: 1_024,
    megabyte: 1e6,
    mebibyte: 1_048_576,
    gigabyte: 1e9,
    gibibyte: 1_073_741_824,
    terabyte: 1e12,
  },
  speed: { kilometrePerHour: 1 / 3.6, milePerHour: 0.44704 },
  power: { watt: 1, kilowatt: 1e3, megawatt: 1e6 },
  energy: { kilowattHour: 1 },
  voltage: { millivolt: 1e-3, volt: 1, kilovolt: 1e3 },
  current: { milliampere: 1e-3, ampere: 1 },
  sound: { decibel: 1 },
} satisfies Record<string, Partial<Record<UnitName, number>>>;

/** The same by patterns of symbols, written only with these letters and right after the number. */
const UNIT_SYMBOLS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  time: { '[µμ]s': 1e-6, ms: 1e-3, s: 1, h: 3_600 },
  length: { '[µμ]m': 1e-6, mm: 1e-3, cm: 1e-2, m: 1, km: 1e3, ft: 0.3048 },
  area: { 'm(?:²|\\^?2)': 1, ha: 1e4, 'km(?:²|\\^?2)': 1e6 },
  mass: { mg: 1e-6, g: 1e-3, kg: 1, t: 1e3 },
  volume: { ml: 1e-3, l: 1, 'm(?:³|\\^?3)': 1e3 },
  euro: { '€|EUR': 1 },
  dollar: { '\\$|USD': 1 },
  pound: { '£|GBP': 1 },
  mark: { DM: 1 },
  share: { '%|v\\.\\s?H\\.': 1, '‰': 0.1 },
  'temperature C': { '°\\s?C': 1 },
  'temperature F': { '°\\s?F': 1 },
  'temperature K': { K: 1 },
  pressure: { Pa: 1, 'hPa|mbar': 100, kPa: 1e3, MPa: 1e6 },
  frequency: { Hz: 1, kHz: 1e3, MHz: 1e6, GHz: 1e9 },
  data: { 'kB|KB': 1e3, 'KiB|kiB': 1_024, MB: 1e6, MiB: 1_048_576, GB: 1e9, GiB: 1_073_741_824, TB: 1e12 },
  speed: { 'm/s': 1, 'km/h': 1 / 3.6 },
  power: { W: 1, kW: 1e3, MW: 1e6 },
  energy: { kWh: 1 },
  voltage: { mV: 1e-3, V: 1, kV: 1e3 },
  current: { mA: 1e-3, A: 1 },
  sound: { 'dB(?:\\(A\\))?': 1 },
};
