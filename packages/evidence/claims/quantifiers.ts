import type { QuantifierName } from '@plumbline/language/languages';
import { sourceOfAll, wholeWords, wholeWordsOfAll } from '@plumbline/language/word-patterns';

/** A word of quantity; `supportedBy` lists other wordings with the same meaning. */
interface Quantifier {
  readonly name: string;
  readonly claims: RegExp;
  readonly supportedBy: RegExp;
}

/** Idioms in which the words below do not quantify anything. */
const IDIOMS = wholeWordsOfAll(({ idiomsOfQuantity }) => idiomsOfQuantity, 'giu');

/** Words for a bound, right before a figure or anywhere in a claim. */
const AT_MOST_WORDS = sourceOfAll(({ atMost }) => atMost);
const AT_LEAST_WORDS = sourceOfAll(({ atLeast }) => atLeast);
const NEARLY_WORDS = sourceOfAll(({ nearly }) => nearly);
const ABOUT_WORDS = sourceOfAll(({ about }) => about);
const ONLY_WORDS = sourceOfAll(({ only }) => only);

const AT_MOST = quantifier('at most', AT_MOST_WORDS);
const AT_LEAST = quantifier('at least', AT_LEAST_WORDS);
const ONLY = quantifier('only', ONLY_WORDS);
const QUANTIFIERS: readonly Quantifier[] = [
  AT_MOST,
  AT_LEAST,
  ONLY,
  quantifier('all'),
  quantifier('some'),
  quantifier('most'),
];
const LOWER = `${AT_LEAST_WORDS}|${sourceOfAll(({ lowerBounds }) => lowerBounds)}`;
const UPPER = `${AT_MOST_WORDS}|${sourceOfAll(({ upperBounds }) => upperBounds)}`;
const rightBefore = (words: string): RegExp => new RegExp(`(?<!\\p{L})(?:${words})\\s+(?:\\p{L}+\\s+){0,2}$`, 'iu');
/** Bounds right before a figure, which a claim must not drop or reverse. */
const BOUND_BEFORE = rightBefore([LOWER, UPPER, NEARLY_WORDS].join('|'));
const NOT_NEGATED = `(?<!(?:${sourceOfAll(({ boundNegators }) => boundNegators)})\\s{1,9})`;
/** Words that round a figure, right before it. */
const ROUNDED_BEFORE = rightBefore(
  [
    NEARLY_WORDS,
    ABOUT_WORDS,
    sourceOfAll(({ lowerBounds }) => lowerBounds),
    sourceOfAll(({ upperBounds }) => upperBounds),
  ].join('|'),
);
/** "Not more than" is an upper bound. */
const LOWER_BEFORE = rightBefore(`${NOT_NEGATED}(?:${LOWER})`);
const UPPER_BEFORE = rightBefore(`${NOT_NEGATED}(?:${UPPER})`);
const REACH = 50;
const ANY_BOUND = new RegExp(
  `${AT_MOST.supportedBy.source}|${AT_LEAST.supportedBy.source}|(?<!\\p{L})(?:${NEARLY_WORDS}|${ABOUT_WORDS})(?!\\p{L})`,
  'iu',
);

/** Names a quantifier of a claim that its evidence does not support; null if it supports all. */
export function findUnsupportedQuantifier(claim: string, evidence: string): string | null {
  const said = claim.replace(IDIOMS, ' ');
  const known = evidence.replace(IDIOMS, ' ');
  return QUANTIFIERS.find(({ claims, supportedBy }) => claims.test(said) && !supportedBy.test(known))?.name ?? null;
}

/**
 * Whether a claim states a figure as exact that its evidence only bounds ("at most 5" as "5").
 *
 * @param start position of the figure in the evidence
 */
export function dropsBound(claim: string, evidence: string, start: number): boolean {
  return BOUND_BEFORE.test(before(evidence, start)) && !ANY_BOUND.test(claim);
}

/** Whether two texts bound a figure in opposite directions. @param start position of the figure in the claim */
export function turnsBound(claim: string, start: number, evidence: string, evidenceStart: number): boolean {
  const [own, other] = [before(claim, start), before(evidence, evidenceStart)];
  return (LOWER_BEFORE.test(own) && UPPER_BEFORE.test(other)) || (UPPER_BEFORE.test(own) && LOWER_BEFORE.test(other));
}

/** Whether a claim rounds a figure: "about 18", "more than half". @param start position of the figure */
export function isRounded(claim: string, start: number): boolean {
  return ROUNDED_BEFORE.test(before(claim, start));
}

function before(text: string, start: number): string {
  return text.slice(Math.max(0, start - REACH), start);
}

/** Whether the part of the evidence that a claim repeats says "only" and the claim does not. */
export function dropsOnly(claim: string, sentence: string): boolean {
  const known = sentence.replace(IDIOMS, ' ');
  const restricted = new RegExp(`${wholeWords(ONLY_WORDS).source}(?:\\P{L}+\\p{L}{1,3})*\\P{L}+(\\p{L}{4,})`, 'giu');
  const repeats = [...known.matchAll(restricted)].some(([, word = '']) => holdsForm(claim, word));
  return repeats && !ONLY.supportedBy.test(claim.replace(IDIOMS, ' '));
}

/** Whether a text has a word that begins like this one. */
function holdsForm(text: string, word: string): boolean {
  return new RegExp(`(?<!\\p{L})${word.slice(0, Math.max(4, word.length - 2))}`, 'iu').test(text);
}

/** @param words with which a claim uses it, beside its own */
function quantifier(name: QuantifierName, words?: string): Quantifier {
  const own = sourceOfAll(({ quantifiers }) => quantifiers?.[name]?.[0]);
  return {
    name,
    claims: wholeWords(words === undefined ? own : `${words}|${own}`),
    supportedBy: wholeWordsOfAll(({ quantifiers }) => quantifiers?.[name]?.[1]),
  };
}
