/** A date that a claim names; a month or a year where it says no more. */
export interface NamedDate {
  /** `2014`, `2014-03`, or `2014-03-01`. */
  readonly date: string;
  readonly claim: number;
}

const MONTHS: readonly RegExp[] = [
  /^jan/i,
  /^feb/i,
  /^m(?:ar|är|rz)/i,
  /^apr/i,
  /^ma[iy]/i,
  /^jun/i,
  /^jul/i,
  /^aug/i,
  /^sep/i,
  /^o[ck]t/i,
  /^nov/i,
  /^de[cz]/i,
];
const MONTH =
  '(Jan(?:uary|uar)?|Feb(?:ruary|ruar)?|Mar(?:ch)?|März|Apr(?:il)?|May|Mai|June?|Juni|July?|Juli|Aug(?:ust)?|Sept?(?:ember)?|O[ck]t(?:ober)?|Nov(?:ember)?|De[cz](?:ember)?)';
const YEAR = '((?:1[5-9]|20)\\d{2})';
const FORMS: readonly (readonly [RegExp, (parts: readonly string[]) => readonly [string, string, string]])[] = [
  [new RegExp(`\\b${YEAR}-(\\d{2})-(\\d{2})\\b`, 'g'), ([year = '', month = '', day = '']) => [year, month, day]],
  [
    new RegExp(`\\b(\\d{1,2})\\.? ${MONTH}\\.? ${YEAR}\\b`, 'g'),
    ([day = '', month = '', year = '']) => [year, numberOf(month), day],
  ],
  [
    new RegExp(`\\b${MONTH}\\.? (\\d{1,2}), ${YEAR}\\b`, 'g'),
    ([month = '', day = '', year = '']) => [year, numberOf(month), day],
  ],
  [
    new RegExp(`\\b(\\d{1,2})\\.(\\d{1,2})\\.${YEAR}\\b`, 'g'),
    ([day = '', month = '', year = '']) => [year, month, day],
  ],
  [new RegExp(`\\b${MONTH} ${YEAR}\\b`, 'g'), ([month = '', year = '']) => [year, numberOf(month), '']],
  // A number of four digits is a year only where words say so.
  [
    new RegExp(`\\b(?:in|since|until|by|year|im Jahr|seit|bis|Jahre) ${YEAR}\\b`, 'gi'),
    ([year = '']) => [year, '', ''],
  ],
];

function numberOf(month: string): string {
  return `${MONTHS.findIndex((pattern) => pattern.test(month)) + 1}`;
}

/** The dates that claims name, in order, each once for a claim. */
export function namedDates(claims: readonly { readonly number: number; readonly text: string }[]): NamedDate[] {
  const found = claims.flatMap(({ number, text }) => [...datesIn(text)].map((date) => ({ date, claim: number })));
  return found.sort((a, b) => a.date.localeCompare(b.date) || a.claim - b.claim);
}

function datesIn(text: string): ReadonlySet<string> {
  let rest = text;
  const dates = new Set<string>();
  for (const [pattern, partsOf] of FORMS) {
    // What was read as a date is not read again as a part of one.
    rest = rest.replaceAll(pattern, (_, ...found: unknown[]) => {
      const [year, month, day] = partsOf(found.filter((part) => typeof part === 'string'));
      const isDate = Number(month || 1) <= 12 && Number(day || 1) <= 31;
      if (isDate)
        dates.add(
          [year, month, day]
            .filter((part) => part !== '')
            .map((part) => part.padStart(2, '0'))
            .join('-'),
        );
      return ' ';
    });
  }
  return dates;
}

/** As a year with its fraction, to be placed along a line. */
export function placeOfDate(date: string): number {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return year + (month - 1) / 12 + (day - 1) / 366;
}
