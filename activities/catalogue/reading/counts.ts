import { allWords, type FilterDefinition, type VerticalDefinition } from '../definition/vertical-definition.ts';
import type { Message } from './message.ts';
import { ABOUT, AT_LEAST, AT_MOST, anyOf, NUMBER, OR_MORE, startOfPhraseBefore, toNumber } from './phrases.ts';
import type { FilterEntry } from './text-range.ts';

/** Numbers and ratings: by the word behind ("4 stars", "2 guests") or before ("rated 8", "since 2010"). */
export function readCounts({ filters }: VerticalDefinition, message: Message): FilterEntry[] {
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
    String.raw`(?<![\p{L}\p{N}.,])(?:${anyOf(words)})(?:\s+(?:${AT_LEAST}|of|von|mit))?\s+(?<number>${NUMBER})(?:\s*(?:${OR_MORE}))?(?![\p{L}\p{N}])`,
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
