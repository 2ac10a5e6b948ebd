/** Of several currencies with one symbol, the one that is meant most. */
const SYMBOL_FIRST = ['EUR', 'USD', 'GBP', 'JPY', 'CHF', 'PLN', 'CZK', 'INR', 'SEK', 'CNY', 'TRY', 'UAH', 'ILS', 'KRW'];
/** What people write beside the names that Intl knows. */
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
    ['de', 'en'].flatMap((language) => [
      [partOf(code, language, 'narrowSymbol').toLowerCase(), code] as const,
      [partOf(code, language, 'name').toLowerCase(), code] as const,
    ]),
  ).reverse(),
  ...SPOKEN,
]);

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
