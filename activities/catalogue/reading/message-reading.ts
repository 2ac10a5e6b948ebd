import { isStopWord } from '../../text/stop-words.ts';
import { wordPattern } from '../../text/word-pattern.ts';
import { allWords, type VerticalDefinition } from '../definition/vertical-definition.ts';
import { readAmounts } from './amounts.ts';
import { readCounts } from './counts.ts';
import { readDays } from './days.ts';
import { Message, type Said } from './message.ts';
import { type MentionedValues, readChoices, readTexts } from './names.ts';
import { anyOf, REQUEST, WISH } from './phrases.ts';
import { readPlaces } from './places.ts';
import { readSaidValues } from './said-values.ts';
import type { FilterEntry } from './text-range.ts';

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
  return /^(?:with|without|near|close|by|for|mit|ohne|nahe|am|im|beim|für|not|no|nicht|kein|keine)$/i.test(word ?? '');
}

function bare(word: string): string {
  return word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
