import { isStopWord } from '@plumbline/language/detection';
import { LANGUAGES } from '@plumbline/language/languages';
import { wordPattern } from '@plumbline/language/terms';
import { sourceOfAll } from '@plumbline/language/word-patterns';
import { type ItemTitles, titleKey } from '../table/item-table.ts';
import { isKnownPlace } from '../values/place-names.ts';
import { plainText, plainWords } from '../values/plain-text.ts';
import { allWords, type VerticalDefinition } from '../values/vertical-definition.ts';
import type { TextRange } from './message.ts';
import { longestFirst, type MentionedValues } from './names.ts';
import { REQUEST, startOfPhraseBefore, WISH } from './phrases.ts';

/** A title that a message contains as whole words. */
export interface NamedTitle extends TextRange {
  /** As the catalogue spells it. */
  readonly title: string;
}

/** What distinguishes titles from ordinary words. */
export interface TitleFacts {
  readonly definition: VerticalDefinition;
  readonly titles: ItemTitles;
  readonly mentioned: MentionedValues;
  /** Whether only items with this title have its words in their texts. */
  readonly isOnlyTitle: (title: string) => boolean;
}

/** A name follows any of these, whatever its words: "tell me more about Up". */
const INTRODUCES = sourceOfAll(({ titleLeads }) => titleLeads);
/** It joins a name to the one before it. */
const JOINS = new RegExp(
  String.raw`^[\s"“”„«»’',]*(?:(?:${sourceOfAll(({ titleJoints }) => titleJoints)})\s+["“”„«»’']*)?$`,
  'iu',
);
const JOINS_COMPARED = new RegExp(
  String.raw`^\s+(?:${sourceOfAll(({ comparedTitleJoints }) => comparedTitleJoints)})\s+$`,
  'iu',
);
const COMPARES = wordPattern([sourceOfAll(({ comparing }) => comparing)]);
/** What an item has follows any of these: "hotel with sea view". */
const HAS = sourceOfAll(({ featureLeads }) => featureLeads);

/**
 * The items that a message names by their titles, the longest title first where titles overlap. Titles that may as well
 * be ordinary words need a sign that a name is meant.
 */
export function namedTitles(facts: TitleFacts, text: string): NamedTitle[] {
  const named: NamedTitle[] = [];
  for (const found of longestFirst(occurrences(facts.titles, text))) {
    if (!named.some(({ start, end }) => start < found.end && found.start < end)) named.push(found);
  }
  const accepted: NamedTitle[] = [];
  for (const found of named.toSorted((a, b) => a.start - b.start)) {
    const before = accepted.at(-1);
    const isJoined = before !== undefined && joins(text, text.slice(before.end, found.start));
    if (isName(facts, found, text, isJoined)) accepted.push(found);
  }
  return accepted;
}

function joins(text: string, between: string): boolean {
  return JOINS.test(between) || (text.search(COMPARES) !== -1 && JOINS_COMPARED.test(between));
}

function occurrences({ mostWords, byWords }: ItemTitles, text: string): NamedTitle[] {
  const words = plainWords(text);
  return words.flatMap(({ start }, first) =>
    words.slice(first, first + mostWords).flatMap(({ end }, index) => {
      const known = byWords.get(titleKey(words.slice(first, first + index + 1)));
      return known === undefined ? [] : [{ title: known.title, start, end }];
    }),
  );
}

function isName(facts: TitleFacts, named: NamedTitle, text: string, isJoined: boolean): boolean {
  const { title, start, end } = named;
  const said = text.slice(start, end);
  const words = plainWords(said).map((word) => word.text);
  if (isFilterValue(facts, words)) return false;
  const isSpelledAlike = said === title && /\p{Lu}/u.test(said);
  if (isJoined || startOfPhraseBefore(text, start, INTRODUCES) !== -1) {
    return isSpelledAlike || !words.every(isFunctionWord);
  }
  const [isFirst, isLast] = [text.slice(0, start), text.slice(end)].map((part) => !/[\p{L}\p{N}]/u.test(part));
  if (isFirst && isLast) return true;
  const isSpelledOut = isSpelledAlike && words.length > 1;
  if (startOfPhraseBefore(text, start, HAS) !== -1 && !isSpelledOut) return false;
  if (!words.some((word) => isTelling(facts, word))) return false;
  return words.length > 1 || isDistinctive(facts, named, said, isFirst === true);
}

/** A single word is a name by its digits, or by a capital letter where it is no word of other items. */
function isDistinctive({ isOnlyTitle }: TitleFacts, { title }: NamedTitle, said: string, isFirst: boolean): boolean {
  if (/\p{L}/u.test(said) && /\p{N}/u.test(said)) return true;
  return /^\p{Lu}/u.test(said) && !isFirst && isOnlyTitle(title);
}

function isFilterValue({ mentioned }: TitleFacts, words: readonly string[]): boolean {
  const key = words.join(' ');
  return Object.values(mentioned).some((values) => values.some((value) => plainText(value) === key));
}

/** Neither a function word nor a word that searches are made of: a place, a value of a filter, a word for the kind of item. */
function isTelling({ definition, mentioned }: TitleFacts, word: string): boolean {
  if (/^\p{N}+$/u.test(word) || isFunctionWord(word) || isKnownPlace(word) || ASKING.test(word)) return false;
  const searched = [
    ...allWords(definition.words),
    ...definition.orders.flatMap((order) => allWords(order.words)),
    ...Object.values(mentioned).flat(),
  ];
  return !searched.some((text) => plainWords(text).some((other) => other.text === word));
}

const ASKING = new RegExp(`^(?:${REQUEST}|${WISH})$`, 'iu');

function isFunctionWord(word: string): boolean {
  return LANGUAGES.some(({ code }) => isStopWord(word, code));
}
