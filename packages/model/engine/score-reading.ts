/** Scores of words that models write instead of numbers, in German and English. */
const WORDS: readonly (readonly [pattern: RegExp, score: number])[] = [
  [/^(?:very high|highly relevant|sehr hoch|direkt|direct(?:ly)?)$/iu, 1],
  [/^(?:high|relevant|hoch|strong|stark)$/iu, 0.75],
  [/^(?:medium|moderate|partial(?:ly)?(?: relevant)?|mittel|teilweise)$/iu, 0.5],
  [/^(?:low|weak|gering|niedrig|schwach)$/iu, 0.25],
  [/^(?:very low|none|not relevant|irrelevant|kein(?:e)?|sehr gering|nicht relevant)$/iu, 0],
];
const UNKNOWN = /^(?:null|unknown|n\/?a|cannot tell|unclear|unbekannt|unklar)$/iu;
const NUMBER = String.raw`(\d+(?:[.,]\d+)?|[.,]\d+)`;
const OUT_OF = new RegExp(`^${NUMBER}\\s*(?:/|out of|of|von)\\s*${NUMBER}$`, 'iu');
const PERCENT = new RegExp(`^${NUMBER}\\s*(?:%|percent|per cent|prozent)$`, 'iu');
const PLAIN = new RegExp(`^(-?${NUMBER})$`, 'u');
// "Score: 0.7", "relevance = 8/10", "ca. 0,7."
const AROUND = /^(?:[\p{L}\s]{0,20}[:=]|about\b|ca\.|~)\s*|(?<![.\s])[.\s]+$/giu;
/** Rounding may move a score this far beyond 1. */
const SLACK = 0.01;

/**
 * Reads a relevance score as models write it. The rule:
 *
 * - a number from 0 to 1, with a point or a comma, as a number or as text, is the score;
 * - "8/10", "4 of 5" and "85 %" name their scale and are divided by it;
 * - what lies beyond an end of its scale is that end: "11/10" is 1, -3 is 0;
 * - words of the rubric ("high", "mittel") map to their grade;
 * - null and "unknown" are null: the model says that it cannot tell;
 * - anything else is unreadable and gives undefined: a number whose scale cannot be told (8, 1e9), NaN, an empty text, an
 * object.
 *
 * @returns 0..1, null or undefined
 */
export function readScore(value: unknown): number | null | undefined {
  if (value === null) return null;
  if (typeof value === 'number') return ofUnknownScale(value);
  if (typeof value !== 'string') return undefined;
  const text = value.trim().replace(AROUND, '');
  if (UNKNOWN.test(text)) return null;
  const plain = PLAIN.exec(text);
  if (plain !== null) return ofUnknownScale(toNumber(plain[1]));
  const percent = PERCENT.exec(text);
  if (percent !== null) return withinScale(toNumber(percent[1]), 100);
  const [, part, whole] = OUT_OF.exec(text) ?? [];
  if (whole !== undefined) return withinScale(toNumber(part), toNumber(whole));
  return WORDS.find(([pattern]) => pattern.test(text))?.[1];
}

/** Scales that models use although the prompt asks for 0 to 1. */
const SCALES = [10, 100] as const;

/**
 * Reads the scores of one answer, which have one scale: 85 is 0.85 where all are from 0 to 100, and 7 is 0.7 where all
 * are from 0 to 10. A score between 0 and 1 settles the scale.
 */
export function readScores(values: readonly unknown[]): (number | null | undefined)[] {
  const plain = values.map(plainNumber);
  const numbers = plain.filter((value) => value !== undefined);
  const isFraction = numbers.some((value) => value > 0 && value < 1);
  const largest = Math.max(0, ...numbers);
  const scale = isFraction || largest <= 1 + SLACK ? 1 : SCALES.find((end) => largest <= end);
  return values.map((value, index) => {
    const number = plain[index];
    return number === undefined || scale === undefined ? readScore(value) : withinScale(number, scale);
  });
}

function plainNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  const plain = typeof value === 'string' ? PLAIN.exec(value.trim().replace(AROUND, '')) : null;
  return plain === null ? undefined : toNumber(plain[1]);
}

function ofUnknownScale(value: number): number | undefined {
  return value > 1 + SLACK ? undefined : withinScale(value, 1);
}

function withinScale(value: number, scale: number): number | undefined {
  const score = value / scale;
  return Number.isFinite(score) ? Math.min(1, Math.max(0, score)) : undefined;
}

function toNumber(text = ''): number {
  return Number(text.replace(',', '.'));
}
