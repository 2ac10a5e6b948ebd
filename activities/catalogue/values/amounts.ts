import parseCurrency from 'parsecurrency';
import { currencyOf } from './currencies.ts';

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

/** A plain number in German or English spelling: "1,234.5", "1.234,5"; null for anything else. */
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

const TRUE_WORDS = new Set(['true', 'yes', 'y', '1', 'ja', 'wahr', 'in stock', 'available', 'lieferbar', 'verfügbar']);
const FALSE_WORDS = new Set(['false', 'no', 'n', '0', 'nein', 'falsch', 'out of stock', 'sold out', 'ausverkauft']);

export function parseBoolean(text: string): boolean | null {
  const word = text.trim().toLowerCase();
  return TRUE_WORDS.has(word) ? true : FALSE_WORDS.has(word) ? false : null;
}
