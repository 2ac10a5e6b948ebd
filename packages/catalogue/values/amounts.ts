import type { FilterValue } from '@plumbline/contracts/answers/catalogue';
import { LANGUAGES } from '@plumbline/language/languages';
import { ofAll } from '@plumbline/language/word-patterns';
import parseCurrency from 'parsecurrency';

/** The most likely currency for each shared symbol. */
const SYMBOL_FIRST = ['EUR', 'USD', 'GBP', 'JPY', 'CHF', 'PLN', 'CZK', 'INR', 'SEK', 'CNY', 'TRY', 'UAH', 'ILS', 'KRW'];
/** What people write in addition to the names that Intl knows. */
const SPOKEN: readonly (readonly [string, string])[] = [
  ['euros', 'EUR'],
  ['dollar', 'USD'],
  ['dollars', 'USD'],
  ['bucks', 'USD'],
  ['pound', 'GBP'],
  ['pounds', 'GBP'],
  ['pfund', 'GBP'],
  ['franken', 'CHF'],
  ['francs', 'CHF'],
  ['yen', 'JPY'],
  ['kronen', 'SEK'],
];

const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
const NAMES: ReadonlyMap<string, string> = new Map([
  ...SYMBOL_FIRST.flatMap((code) =>
    LANGUAGES.toReversed().flatMap(({ code: language }) => [
      [partOf(code, language, 'narrowSymbol').toLowerCase(), code] as const,
      [partOf(code, language, 'name').toLowerCase(), code] as const,
    ]),
  ).reverse(),
  ...SPOKEN,
]);

/** An amount with its currency (ISO 4217), null where it names none. */
export interface Amount {
  readonly value: number;
  readonly currency: string | null;
}

/** Amounts of catalogues end here; beyond it a number is a mistake. */
const MAX_AMOUNT = 1e12;

/** Reads "1.234,50 €", "EUR 99", "$12", "80 euros"; null for what is no amount. */
export function parseAmount(text: string): Amount | null {
  const parsed = parseCurrency(text.trim());
  if (parsed === null || !Number.isFinite(parsed.value) || Math.abs(parsed.value) > MAX_AMOUNT) return null;
  const unit = (parsed.currency || parsed.symbol).trim().replace(/^,-+$/, '');
  if (unit === '') return { value: parsed.value, currency: null };
  const currency = currencyOf(unit);
  return currency === null ? null : { value: parsed.value, currency };
}

/** A plain number in either spelling: "1,234.5", "1.234,5"; null for anything else. */
export function parseNumber(text: string): number | null {
  const amount = parseAmount(text);
  return amount === null || amount.currency !== null ? null : amount.value;
}

const RATING = /^(?<given>\d+(?:[.,]\d+)?)\s*(?:(?:\/|von|of|out of)\s*(?<scale>\d+(?:[.,]\d+)?)|stars?|sterne?|★+)?$/i;

/** Reads "4.5", "8,7 / 10", "4 stars" or "★★★★", converted to a scale; null for what is no rating of it. */
export function parseRating(text: string, scale: number): number | null {
  const stars = /^(★+)☆*$/.exec(text.trim())?.[1]?.length;
  if (stars !== undefined) return stars <= scale ? stars : null;
  const { given = '', scale: stated } = RATING.exec(text.trim())?.groups ?? {};
  if (given === '') return null;
  // A rating has no thousands: "4.125" is a little more than four.
  const value = Number(given.replace(',', '.'));
  const of = stated === undefined ? scale : Number(stated.replace(',', '.'));
  if (of <= 0 || value > of) return null;
  return Math.round((value / of) * scale * 100) / 100;
}

/** The number of a limit, with or without a sign that it does not count itself; not a number: another value. */
export function limitOf(value: FilterValue | undefined): number {
  return Number(typeof value === 'string' ? value.replace(/^[<>]/, '') : value);
}

const TRUE_WORDS = new Set(['1', ...ofAll(({ trueWords }) => trueWords?.split('|'))]);
const FALSE_WORDS = new Set(['0', ...ofAll(({ falseWords }) => falseWords?.split('|'))]);

export function parseBoolean(text: string): boolean | null {
  const word = text.trim().toLowerCase();
  return TRUE_WORDS.has(word) ? true : FALSE_WORDS.has(word) ? false : null;
}

/** ISO 4217 code of a code, symbol or name ("€", "euros", "CHF"); null for anything else. */
export function currencyOf(text: string): string | null {
  const word = text.trim();
  if (CODES.has(word.toUpperCase()) && word.length === 3) return word.toUpperCase();
  return NAMES.get(word.toLowerCase()) ?? null;
}

/** Every symbol and name, longest first, for reading texts. */
export function currencyNames(): string[] {
  return [...new Set([...NAMES.keys(), ...SYMBOL_FIRST.map((code) => code.toLowerCase())])].sort(
    (a, b) => b.length - a.length,
  );
}

function partOf(currency: string, language: string, currencyDisplay: 'narrowSymbol' | 'name'): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay });
  return format.formatToParts(2).find(({ type }) => type === 'currency')?.value ?? currency;
}
