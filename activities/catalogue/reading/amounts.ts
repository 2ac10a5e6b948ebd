import type { FilterDefinition, VerticalDefinition } from '../definition/vertical-definition.ts';
import { currencyNames } from '../values/currencies.ts';
import type { Message } from './message.ts';
import { ABOUT, AND, AT_LEAST, AT_MOST, anyOf, BETWEEN, DIGITS, startOfPhraseBefore } from './phrases.ts';
import type { FilterEntry } from './text-range.ts';

const CURRENCY = anyOf(currencyNames());
const EDGE = String.raw`(?![\p{L}\p{N}])`;
const AMOUNT = String.raw`(?:(?:${CURRENCY})\s?)?${DIGITS}(?:\s?(?:${CURRENCY})${EDGE})?`;
const SPAN = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,])(?:(?:${BETWEEN})\s+)?(?<low>${AMOUNT})\s*(?:${AND})\s*(?<high>${AMOUNT})`,
  'giu',
);
const SINGLE = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,])(?:(?:(?<most>${AT_MOST})|(?<least>${AT_LEAST}))\s*)?(?<amount>${AMOUNT})`,
  'giu',
);
const HAS_CURRENCY = new RegExp(String.raw`(?:${CURRENCY})`, 'iu');
/** Of a sum that a person is ready to spend. */
const BUDGET = 'for|für|budget|budget of|budget von|budget is|zu|at|of';
/** A number that another word counts is no amount: "under 3 nights", "max 30 minutes". */
const COUNTED = /^\s*(?:[-–]\s*)?\p{L}/u;

/** Limits of money: "under 150 euros", "between 50 and 80 €", "bis 200". */
export function readAmounts({ filters }: VerticalDefinition, message: Message): FilterEntry[] {
  const money = filters.filter(({ type }) => type === 'money');
  const limitOf = (comparison: FilterDefinition['comparison']) => money.find((one) => one.comparison === comparison);
  const [most, least] = [limitOf('atMost'), limitOf('atLeast')];
  if (most === undefined && least === undefined) return [];
  return [...readSpans(message, most, least), ...readSingles(message, most, least)];
}

function readSpans(message: Message, most?: FilterDefinition, least?: FilterDefinition): FilterEntry[] {
  return [...message.text.matchAll(SPAN)].flatMap((match) => {
    const { low = '', high = '' } = match.groups ?? {};
    const end = match.index + match[0].length;
    if (!HAS_CURRENCY.test(`${low} ${high}`) || !message.mayFilter(match.index, end)) return [];
    message.take(match.index, end);
    const currency = HAS_CURRENCY.exec(high)?.[0] ?? HAS_CURRENCY.exec(low)?.[0] ?? '';
    const stated = (amount: string) => (HAS_CURRENCY.test(amount) ? amount : `${amount} ${currency}`);
    return [...entryOf(least, stated(low)), ...entryOf(most, stated(high))];
  });
}

function readSingles(message: Message, most?: FilterDefinition, least?: FilterDefinition): FilterEntry[] {
  return [...message.text.matchAll(SINGLE)].flatMap((match) => {
    const { most: isMost, least: isLeast, amount = '' } = match.groups ?? {};
    const end = match.index + match[0].length;
    const hasCurrency = HAS_CURRENCY.test(amount);
    const isLimit = isMost !== undefined || isLeast !== undefined;
    if (!hasCurrency && (!isLimit || COUNTED.test(countedBehind(message.text, end)) || isYear(amount))) return [];
    const filter = isLeast === undefined ? most : least;
    const isAbout = startOfPhraseBefore(message.text, end - amount.length, ABOUT) !== -1;
    if (filter === undefined || isAbout || !message.mayFilter(match.index, end)) return [];
    const budget = isLimit ? -1 : startOfPhraseBefore(message.text, match.index, BUDGET);
    message.take(budget === -1 ? match.index : budget, end);
    return entryOf(filter, amount);
  });
}

/** What follows a number, without words that a price has behind it. */
function countedBehind(text: string, end: number): string {
  return text.slice(end).replace(/^\s*(?:per|a|pro|je|in|for|im|für|and|und|with|mit|or|oder|near|nahe)\b.*/isu, '');
}

function isYear(amount: string): boolean {
  return /^(?:19|20)\d{2}$/.test(amount);
}

function entryOf(filter: FilterDefinition | undefined, value: string): FilterEntry[] {
  return filter === undefined ? [] : [{ name: filter.name, value: value.trim() }];
}
