import { isStopWord } from '@plumbline/language/detection';
import { wordPattern } from '@plumbline/language/terms';
import { currencyNames } from '../values/amounts.ts';
import { daysIn } from '../values/item-dates.ts';
import { allWords, type FilterDefinition, type VerticalDefinition } from '../values/vertical-definition.ts';
import { type FilterEntry, Message, type Said } from './message.ts';
import { type MentionedValues, readChoices, readPlaces, readTexts } from './names.ts';
import {
  ABOUT,
  ABOVE,
  anyOf,
  ARTICLE,
  AT_LEAST,
  AT_MOST,
  BELOW,
  DIGITS,
  NOT,
  NUMBER,
  NUMBER_WORDS,
  OR_MORE,
  REQUEST,
  startOfPhraseBefore,
  WISH,
} from './phrases.ts';

const CURRENCY = anyOf(currencyNames());
const EDGE = String.raw`(?![\p{L}\p{N}])`;
const AMOUNT = String.raw`(?:(?:${CURRENCY})\s?)?${DIGITS}(?:\s?(?:${CURRENCY})${EDGE})?`;
const LIMIT = String.raw`(?<![\p{L}\p{N}.,])(?:(?:(?<most>${AT_MOST})|(?<least>${AT_LEAST}))\s*)?`;
const LIMITED_AMOUNT = new RegExp(String.raw`${LIMIT}(?<amount>${AMOUNT})`, 'giu');
const IS_BELOW = new RegExp(`^(?:${BELOW})$`, 'iu');
const IS_ABOVE = new RegExp(`^(?:${ABOVE})$`, 'iu');
const HAS_CURRENCY = new RegExp(String.raw`(?:${CURRENCY})`, 'iu');

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

/** "Not in Hamburg", "without a pool": not wished for. */
const DENIED = String.raw`(?:${NOT})(?:\s+(?:${ARTICLE}|\p{Ll}{2}))?\s+[\p{L}\p{N}-]+`;

/** The unread parts without the words that ask, those that name the vertical, and what is denied. */
function preferenceOf({ words }: VerticalDefinition, message: Message): string {
  const asking = wordPattern([DENIED, WISH, REQUEST, anyOf(allWords(words))], 'giu');
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
  const isTelling = (word: string): boolean => {
    const bare = word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
    return !isStopWord(bare, language) && !isStopWord(bare, 'en');
  };
  return words.slice(words.findIndex(isTelling), words.findLastIndex(isTelling) + 1).join(' ');
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
  return daysIn(message.text, message.language, message.today).flatMap((day, index, days) => {
    const isEndOfSpan = days[index - 1]?.start === day.start;
    const startBefore = ({ before }: FilterDefinition) =>
      startOfPhraseBefore(message.text, day.start, anyOf(allWords(before)));
    const filter = open.find((one) => !isEndOfSpan && startBefore(one) !== -1) ?? open[0];
    if (filter === undefined || (!isEndOfSpan && !message.mayFilter(day.start, day.end))) return [];
    open.splice(open.indexOf(filter), 1);
    const start = startBefore(filter);
    message.take(start === -1 ? day.start : start, day.end);
    return [{ name: filter.name, value: day.date }];
  });
}

/** Numbers and ratings: by the word behind ("at least 4 stars", "2 guests or more"), else before ("rated 8", "since 2010"). */
function readCounts({ filters }: VerticalDefinition, message: Message): FilterEntry[] {
  const counted = filters.filter(({ type }) => type === 'number' || type === 'rating');
  return (['unit', 'lead'] as const).flatMap((by) => counted.flatMap((filter) => readCount(filter, message, by)));
}

function readCount(filter: FilterDefinition, message: Message, by: 'unit' | 'lead'): FilterEntry[] {
  const [leads, units] = [filter.before, filter.units].map((words) => anyOf(allWords(words)));
  const pattern = new RegExp(
    String.raw`${LIMIT}(?:(?<lead>${leads})\s+(?:(?:(?<beside>${AT_LEAST})|${ARTICLE})\s+)?)?(?<number>${NUMBER})\s*[-–]?\s*(?<more>${OR_MORE})?\s*(?<unit>${units})?(?<after>\s+(?:${OR_MORE}))?${EDGE}`,
    'giu',
  );
  return [...message.text.matchAll(pattern)].flatMap((match) => {
    const { number = '', most, least, more, after } = match.groups ?? {};
    const isLeast = least !== undefined || more !== undefined || after !== undefined;
    const isAgainst =
      !filter.isGuests &&
      ((filter.comparison === 'atLeast' && most !== undefined) || (filter.comparison === 'atMost' && isLeast));
    if (match.groups?.[by] === undefined || isAgainst) return [];
    return taken(filter, message, match, String(NUMBER_WORDS.get(number.toLowerCase()) ?? number));
  });
}

function taken(filter: FilterDefinition, message: Message, match: RegExpExecArray, value: string): FilterEntry[] {
  const { 0: found, index } = match;
  const end = index + found.length;
  const isAbout = startOfPhraseBefore(message.text, index, ABOUT) !== -1;
  if (isAbout || !message.mayFilter(index, end)) return [];
  // With the words of the filter behind it, which are no wish: "150 euros a night".
  const units = new RegExp(String.raw`^\s*(?:${anyOf(allWords(filter.units))})(?![\p{L}\p{N}])`, 'iu');
  message.take(index, end + (units.exec(message.text.slice(end))?.[0].length ?? 0));
  const { most = '', least, beside = '' } = match.groups ?? {};
  const isAbove = filter.comparison === 'atLeast' && IS_ABOVE.test(least ?? beside);
  const sign = filter.comparison === 'atMost' && IS_BELOW.test(most) ? '<' : isAbove ? '>' : '';
  return [{ name: filter.name, value: `${sign}${value}` }];
}

/** One limit of money: "under 150 euros", "ab 50 €", "200 dollars"; one in words comes before an amount alone. */
function readAmounts({ filters }: VerticalDefinition, message: Message): FilterEntry[] {
  const money = filters.filter(({ type }) => type === 'money');
  const amounts = [...message.text.matchAll(LIMITED_AMOUNT)].filter((match) => {
    const { most, least, amount = '' } = match.groups ?? {};
    const behind = message.text.slice(match.index + match[0].length);
    return HAS_CURRENCY.test(amount) || ((most ?? least) !== undefined && isPrice(amount, behind, message.language));
  });
  const limits = amounts.filter(({ groups }) => (groups?.['most'] ?? groups?.['least']) !== undefined);
  return (limits.length > 0 ? limits : amounts.slice(-1)).flatMap((match) => {
    const comparison = match.groups?.['least'] === undefined ? 'atMost' : 'atLeast';
    const filter = money.find((one) => one.comparison === comparison);
    return filter === undefined ? [] : taken(filter, message, match, match.groups?.['amount']?.trim() ?? '');
  });
}

/** A number that another word counts is no amount ("under 3 nights", "max 30 minutes"), and neither is a year. */
function isPrice(amount: string, behind: string, language: string): boolean {
  const [, next] = /^\s*(?:[-–]\s*)?(\p{L}+)/u.exec(behind) ?? [];
  return !/^(?:19|20)\d{2}$/.test(amount) && (next === undefined || isStopWord(next.toLowerCase(), language));
}
