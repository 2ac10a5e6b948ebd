const NUMBER_WORDS: ReadonlyMap<string, string> = new Map(
  [
    'zwei two',
    'drei three',
    'vier four',
    'fünf five',
    'sechs six',
    'sieben seven',
    'acht eight',
    'neun nine',
    'zehn ten',
    'elf eleven',
    'zwölf twelve',
    'dreizehn thirteen',
    'vierzehn fourteen',
    'fünfzehn fifteen',
    'sechzehn sixteen',
    'siebzehn seventeen',
    'achtzehn eighteen',
    'neunzehn nineteen',
    'zwanzig twenty',
  ].flatMap((words, index) => words.split(' ').map((word): [string, string] => [word, String(index + 2)])),
);
const TENS: ReadonlyMap<string, string> = new Map(
  [
    'dreißig thirty',
    'vierzig forty',
    'fünfzig fifty',
    'sechzig sixty',
    'siebzig seventy',
    'achtzig eighty',
    'neunzig ninety',
    'hundert hundred',
  ].flatMap((words, index) => words.split(' ').map((word): [string, string] => [word, String((index + 3) * 10)])),
);
const NUMBER = /(?<![\p{L}\p{N}_])\d+(?:[.,]\d+)*(?:e\d{1,2})?/giu;
const WORD = /\p{L}+/gu;

/**
 * Numbers of a text in one spelling: "1.000", "1,000", "1e3" and "1000" are the same, "sechs" and "six" are 6, and so is
 * the beginning of "sechsmonatig". Numbers inside names (`h2`) are none.
 */
export function figuresIn(text: string): Set<string> {
  const numbers = [...text.matchAll(NUMBER)].map(([number]) => canonical(number));
  const words = (text.toLowerCase().match(WORD) ?? []).flatMap((word) => numberOf(word) ?? []);
  return new Set([...numbers, ...words]);
}

/** Whether all of some figures are among others. */
export function areAmong(figures: Iterable<string>, others: ReadonlySet<string>): boolean {
  return [...figures].every((figure) => others.has(figure));
}

/** The text without its figures, so that two texts can be compared in everything else. */
export function withoutFigures(text: string): string {
  return text
    .replace(NUMBER, ' ')
    .replace(WORD, (word) => (numberOf(word.toLowerCase()) === undefined ? word : ' '))
    .replace(/\s+/g, ' ')
    .trim();
}

function numberOf(word: string): string | undefined {
  const whole = NUMBER_WORDS.get(word) ?? TENS.get(word);
  if (whole !== undefined) return whole;
  const stem = /^(\p{L}+?)(?:jährig|monatig|wöchig|tägig|stündig)\p{L}*$/u.exec(word)?.[1];
  return stem === undefined ? undefined : (NUMBER_WORDS.get(stem) ?? TENS.get(stem));
}

function canonical(number: string): string {
  const grouped = number.replace(/[.,](?=\d{3}(?:\D|$))/g, '').replace(',', '.');
  const value = Number(grouped);
  return Number.isFinite(value) ? String(value) : grouped;
}
