/** A sentence with one thing changed, and the kind of change. */
export interface ChangedSentence {
  readonly change: string;
  readonly text: string;
}

/** What a change may draw on. */
export interface ChangeSetting {
  readonly language: string;
  /** The sentence's page, whose figures and names are the likeliest mistakes. */
  readonly page: string;
  /** Names of the page. */
  readonly names: readonly string[];
  readonly random: () => number;
}

const MONTHS: Readonly<Record<string, readonly string[]>> = {
  en: 'January February March April May June July August September October November December'.split(' '),
  de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' '),
};
const YEAR = /(?<![\d.,–-])(?:1\d{3}|20\d{2})(?![\d.,]?\d)(?!\s*(?:%|\p{L}{0,3}\d))/gu;
const REFERENCE = /(?<=(?:§+|Absatz|Abs\.|Nr\.|Nummer|Artikel|Satz|Section|Article)\s)\d+/gu;
/** Neither part of a year, a reference, an ordinal, a name, nor of a longer number. */
const NUMBER =
  /(?<![\p{L}\d§–-]|\d[.,]|(?:§+|Absatz|Abs\.|Nr\.|Nummer|Artikel|Satz|Section|Article|Anlage|Kapitel|Teil|und|bis|Buchstabe|or|to)\s)\d{1,3}(?:[.,]\d+)*(?![\d\p{L}–-]|\.\s|[.,]\d|\s?(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|January|February|March|May|June|July|October|December))/gu;
const NUMBER_WORDS: Readonly<Record<string, readonly string[]>> = {
  en: 'two three four five six seven eight nine ten twelve twenty'.split(' '),
  de: 'zwei drei vier fünf sechs sieben acht neun zehn zwölf zwanzig'.split(' '),
};

const UNITS: readonly (readonly string[])[] = [
  ['seconds', 'minutes', 'hours', 'days', 'weeks', 'months', 'years'],
  ['Sekunden', 'Minuten', 'Stunden', 'Tage', 'Wochen', 'Monate', 'Jahre'],
  ['Tagen', 'Wochen', 'Monaten', 'Jahren'],
  ['millimetres', 'metres', 'kilometres', 'miles', 'feet'],
  ['meters', 'kilometers', 'miles', 'feet'],
  ['Meter', 'Kilometer', 'Meilen'],
  ['Millimeter', 'Zentimeter', 'Meter'],
  ['million', 'billion', 'thousand'],
  ['Millionen', 'Milliarden'],
  ['percent', 'per mille'],
  ['Prozent', 'Promille'],
  ['Euro', 'Dollar'],
  ['kg', 'g', 'mg'],
  ['km', 'm', 'cm'],
  ['dB(A)', 'Watt'],
  ['Werktage', 'Wochen', 'Monate'],
];

/** The sentence with a number, a unit, a date or a reference changed; one of each kind that it has. */
export function changedFigures(text: string, setting: ChangeSetting): ChangedSentence[] {
  return [
    ...changedNumber(text, setting),
    ...changedUnit(text, setting),
    ...changedDate(text, setting),
    ...replaceOne(text, REFERENCE, 'reference', setting, (number) => `${Number(number) + 1 + drawn(4, setting)}`),
  ];
}

function changedNumber(text: string, setting: ChangeSetting): ChangedSentence[] {
  const byDigits = replaceOne(text, NUMBER, 'number', setting, (number) => otherNumber(number, setting));
  if (byDigits.length > 0) return byDigits;
  const words = NUMBER_WORDS[setting.language] ?? [];
  const pattern = new RegExp(`(?<!\\p{L})(?:${words.join('|')})(?!\\p{L})`, 'gu');
  return replaceOne(text, pattern, 'number', setting, (word) => otherOf(words, word, setting));
}

/** Half of the time a number that stands elsewhere on the page, as a careless writer would take it. */
function otherNumber(number: string, setting: ChangeSetting): string {
  const others = [...new Set(setting.page.match(NUMBER) ?? [])].filter((other) => other !== number);
  if (others.length > 0 && setting.random() < 0.5) return otherOf(others, number, setting);
  const last = Number(number.at(-1));
  const digit = (last + 1 + drawn(8, setting)) % 10;
  return number.length === 1 ? `${digit || 9}` : `${number.slice(0, -1)}${digit}`;
}

function changedUnit(text: string, setting: ChangeSetting): ChangedSentence[] {
  for (const units of UNITS) {
    const words = units.map((unit) => unit.replaceAll(/[()]/g, String.raw`\$&`)).join('|');
    const pattern = new RegExp(`(?<=(?:\\d|${numberWords(setting)})[\\s-]?)(?:${words})(?![\\p{L}\\d/])`, 'gu');
    const changed = replaceOne(text, pattern, 'unit', setting, (unit) => otherOf(units, unit, setting));
    if (changed.length > 0) return changed;
  }
  return [];
}

function changedDate(text: string, setting: ChangeSetting): ChangedSentence[] {
  const months = MONTHS[setting.language] ?? [];
  const month = new RegExp(
    `(?<=\\d{1,2}(?:\\.|th|st|nd|rd)?\\s)(?:${months.join('|')})|(?:${months.join('|')})(?=\\s\\d)`,
    'gu',
  );
  const inMonth = replaceOne(text, month, 'date', setting, (name) => otherOf(months, name, setting));
  if (inMonth.length > 0 && setting.random() < 0.5) return inMonth;
  const inYear = replaceOne(text, YEAR, 'date', setting, (year) => {
    const years = [...new Set(setting.page.match(YEAR) ?? [])].filter((other) => !text.includes(other));
    return years.length > 0 && setting.random() < 0.5
      ? otherOf(years, year, setting)
      : `${Number(year) + (setting.random() < 0.5 ? -1 : 1) * (1 + drawn(12, setting))}`;
  });
  return inYear.length > 0 ? inYear : inMonth;
}

function numberWords({ language }: ChangeSetting): string {
  return (NUMBER_WORDS[language] ?? []).join('|');
}

/** Replaces one drawn match of a pattern; nothing where the text has none or would stay the same. */
export function replaceOne(
  text: string,
  pattern: RegExp,
  change: string,
  setting: Pick<ChangeSetting, 'random'>,
  replace: (match: string) => string,
): ChangedSentence[] {
  const matches = [...text.matchAll(pattern)];
  const match = matches[drawn(matches.length, setting)];
  if (match === undefined) return [];
  const changed = `${text.slice(0, match.index)}${replace(match[0])}${text.slice(match.index + match[0].length)}`;
  return changed === text ? [] : [{ change, text: changed }];
}

/** Another of some words, drawn. */
export function otherOf(words: readonly string[], word: string, setting: Pick<ChangeSetting, 'random'>): string {
  const others = words.filter((other) => other !== word);
  return others[drawn(others.length, setting)] ?? word;
}

function drawn(below: number, { random }: Pick<ChangeSetting, 'random'>): number {
  return Math.floor(random() * below);
}
