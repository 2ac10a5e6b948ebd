import { isStopWord } from '@plumbline/language/detection';
import { wordPattern } from '@plumbline/language/terms';
import { sourceOfAll } from '@plumbline/language/word-patterns';
import { currencyNames } from '../values/amounts.ts';
import { daysIn, type NamedDay } from '../values/item-dates.ts';
import { allWords, type FilterDefinition, type VerticalDefinition } from '../values/vertical-definition.ts';
import { type FilterEntry, Message, type Said } from './message.ts';
import { type MentionedValues, readChoices, readPlaces, readTexts } from './names.ts';
import {
  ABOUT,
  AND,
  anyOf,
  AT_LEAST,
  AT_MOST,
  BETWEEN,
  DIGITS,
  NUMBER,
  OR_MORE,
  REQUEST,
  startOfPhraseBefore,
  toNumber,
  WISH,
} from './phrases.ts';

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
const BUDGET = sourceOfAll(({ budgetLeads }) => budgetLeads);
/** A number that another word counts is no amount: "under 3 nights", "max 30 minutes". */
const COUNTED = /^\s*(?:[-–]\s*)?\p{L}/u;

/** Small words between a filter's words and the day: "arriving on Friday". */
const ON = sourceOfAll(({ dayLeads }) => dayLeads);
const WISH_LEAD = new RegExp(`^(?:${sourceOfAll(({ wishLeads }) => wishLeads)})$`, 'i');
const PRICE_FOLLOWER = new RegExp(
  String.raw`^\s*(?:${sourceOfAll(({ priceFollowers }) => priceFollowers)})\b.*`,
  'isu',
);

/** What a message says about the items of a vertical. */
export interface MessageReading {
  readonly entries: readonly FilterEntry[];
  /** Every wish that is no filter, in the message's words; empty: none. */
  readonly preference: string;
}

/** Reads filters and wishes by rule. */
export function readMessage(definition: VerticalDefinition, mentioned: MentionedValues, said: Said): MessageReading {
  const message = new Message(said);
  const entries = [
    ...readDays(definition, message),
    // Before said values: "for three nights" is not "for three".
    ...readCounts(definition, message),
    ...readSaidValues(definition, message),
    ...readAmounts(definition, message),
    ...readPlaces(definition, mentioned, message),
    ...readTexts(definition, message),
    ...readChoices(definition, mentioned, message),
  ];
  return { entries: oncePerName(definition, entries), preference: preferenceOf(definition, message) };
}

/** Only names can be one of several; of two numbers the first counts. */
function oncePerName({ filters }: VerticalDefinition, entries: readonly FilterEntry[]): FilterEntry[] {
  const severalTypes = ['choice', 'place'];
  const several = new Set(filters.filter(({ type }) => severalTypes.includes(type)).map(({ name }) => name));
  return entries.filter(
    ({ name, value }, index) =>
      entries.findIndex((other) => other.name === name && (!several.has(name) || other.value === value)) === index,
  );
}

/** The unread parts without the words that ask, and those that name the vertical. */
function preferenceOf({ words }: VerticalDefinition, message: Message): string {
  const asking = wordPattern([WISH, REQUEST, anyOf(allWords(words))], 'giu');
  return message
    .unread()
    .flatMap((part) => part.replaceAll(asking, '\n').split(/[\n;!?]|,(?!\d)|\.(?=\s|$)/))
    .map((part) => withoutEdges(part, message.language))
    .filter((part) => part !== '')
    .join(', ');
}

/** Stop words at the beginning and the end say nothing alone; within a wish they connect it. */
function withoutEdges(part: string, language: string): string {
  const words = part.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const isEmpty = (word: string | undefined): boolean =>
    word !== undefined && (isStopWord(bare(word), language) || isStopWord(bare(word), 'en'));
  while (words.length > 0 && isEmpty(words[0]) && !isPreposition(words[0])) words.shift();
  while (words.length > 0 && isEmpty(words.at(-1))) words.pop();
  return words.every(isEmpty) ? '' : words.join(' ');
}

/** It belongs to what follows: "near the station", "mit Pool". */
function isPreposition(word: string | undefined): boolean {
  return WISH_LEAD.test(word ?? '');
}

function bare(word: string): string {
  return word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Filters that a word of their own sets: "nonstop". */
function readSaidValues({ filters }: VerticalDefinition, message: Message): FilterEntry[] {
  return filters.flatMap(({ name, says }) =>
    says.flatMap(({ value, words }) =>
      [...message.text.matchAll(wordPattern([anyOf(allWords(words))], 'giu'))].flatMap((match) => {
        const end = match.index + match[0].length;
        if (!message.mayFilter(match.index, end)) return [];
        message.take(match.index, end);
        return [{ name, value: String(value) }];
      }),
    ),
  );
}

/** Filters that are days: by the words before a day, else in the order of the definition. */
function readDays({ filters }: VerticalDefinition, message: Message): FilterEntry[] {
  const open = filters.filter(({ type }) => type === 'date');
  const entries: FilterEntry[] = [];
  let last: NamedDay | null = null;
  for (const day of daysIn(message.text, message.language, message.today)) {
    const isEndOfSpan: boolean = last?.start === day.start;
    if (open.length === 0 || (!isEndOfSpan && !message.mayFilter(day.start, day.end))) continue;
    const { filter, start } = isEndOfSpan ? { filter: open[0], start: day.start } : filterFor(open, message.text, day);
    if (filter === undefined || message.isDenied(start)) continue;
    open.splice(open.indexOf(filter), 1);
    entries.push({ name: filter.name, value: day.date });
    message.take(start, day.end);
    last = day;
  }
  return entries;
}

/** Where its words begin, for the message to take them with the day. */
function filterFor(
  open: readonly FilterDefinition[],
  text: string,
  day: NamedDay,
): { readonly filter: FilterDefinition | undefined; readonly start: number } {
  for (const filter of open) {
    const words = anyOf(allWords(filter.before));
    const start = startOfPhraseBefore(text, day.start, String.raw`(?:${words})(?:[\s:]+(?:${ON}))?`);
    if (start !== -1) return { filter, start };
  }
  const start = startOfPhraseBefore(text, day.start, ON);
  return { filter: open[0], start: start === -1 ? day.start : start };
}

/** Numbers and ratings: by the word behind ("4 stars", "2 guests") or before ("rated 8", "since 2010"). */
function readCounts({ filters }: VerticalDefinition, message: Message): FilterEntry[] {
  const counted = filters.filter(({ type }) => type === 'number' || type === 'rating');
  return [
    ...counted.flatMap((filter) => readBehind(filter, message)),
    ...counted.flatMap((filter) => readBefore(filter, message)),
  ];
}

function readBehind(filter: FilterDefinition, message: Message): FilterEntry[] {
  const units = allWords(filter.units);
  if (units.length === 0) return [];
  const pattern = new RegExp(
    String.raw`(?<![\p{L}\p{N}.,])(?:(?<most>${AT_MOST})\s+|(?<least>${AT_LEAST})\s+)?(?<number>${NUMBER})\s*[-–]?\s*(?<more>${OR_MORE})?\s*(?:${anyOf(units)})(?<after>\s+(?:${OR_MORE}))?(?![\p{L}\p{N}])`,
    'giu',
  );
  return [...message.text.matchAll(pattern)].flatMap((match) => {
    const { number = '', most, least, more, after } = match.groups ?? {};
    const isLeast = least !== undefined || more !== undefined || after !== undefined;
    const isAgainst =
      !filter.isGuests &&
      ((filter.comparison === 'atLeast' && most !== undefined) || (filter.comparison === 'atMost' && isLeast));
    return isAgainst ? [] : takeNumber(filter, message, match.index, match.index + match[0].length, number);
  });
}

function readBefore(filter: FilterDefinition, message: Message): FilterEntry[] {
  const words = allWords(filter.before);
  if (words.length === 0) return [];
  const pattern = new RegExp(
    String.raw`(?<![\p{L}\p{N}.,])(?:${anyOf(words)})(?:\s+(?:${AT_LEAST}|${sourceOfAll(({ numberLeads }) => numberLeads)}))?\s+(?<number>${NUMBER})(?:\s*(?:${OR_MORE}))?(?![\p{L}\p{N}])`,
    'giu',
  );
  return [...message.text.matchAll(pattern)].flatMap((match) =>
    takeNumber(filter, message, match.index, match.index + match[0].length, match.groups?.['number'] ?? ''),
  );
}

function takeNumber(filter: FilterDefinition, message: Message, start: number, end: number, number: string) {
  const isAbout = startOfPhraseBefore(message.text, start, ABOUT) !== -1;
  if (isAbout || !message.mayFilter(start, end)) return [];
  const words = startOfPhraseBefore(message.text, start, anyOf(allWords(filter.before)));
  message.take(words === -1 ? start : words, end);
  return [{ name: filter.name, value: toNumber(number) }];
}

/** Limits of money: "under 150 euros", "between 50 and 80 €", "bis 200". */
function readAmounts({ filters }: VerticalDefinition, message: Message): FilterEntry[] {
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
    message.take(match.index, endOfAmount(message.text, end, most ?? least));
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
    message.take(budget === -1 ? match.index : budget, endOfAmount(message.text, end, filter));
    return entryOf(filter, amount);
  });
}

/** With the words of the filter behind it, which are no wish: "150 euros a night". */
function endOfAmount(text: string, end: number, filter?: FilterDefinition): number {
  const units = new RegExp(String.raw`^\s*(?:${anyOf(allWords(filter?.units ?? {}))})(?![\p{L}\p{N}])`, 'iu');
  return end + (units.exec(text.slice(end))?.[0].length ?? 0);
}

/** What follows a number, without words that a price has behind it. */
function countedBehind(text: string, end: number): string {
  return text.slice(end).replace(PRICE_FOLLOWER, '');
}

function isYear(amount: string): boolean {
  return /^(?:19|20)\d{2}$/.test(amount);
}

function entryOf(filter: FilterDefinition | undefined, value: string): FilterEntry[] {
  return filter === undefined ? [] : [{ name: filter.name, value: value.trim() }];
}
