import { OTHER } from '@plumbline/contracts/answers/catalogue';
import { isStopWord } from '@plumbline/language/detection';
import { LANGUAGES } from '@plumbline/language/languages';
import { wordPattern } from '@plumbline/language/terms';
import { sourceOfAll } from '@plumbline/language/word-patterns';
import { type MessageReading, readMessage } from '../reading/message-reading.ts';
import type { Said, TextRange } from '../reading/message.ts';
import { longestFirst, mentionedValues, type MentionedValues } from '../reading/names.ts';
import { anyOf, REQUEST, startOfPhraseBefore, WISH } from '../reading/phrases.ts';
import { textsOf } from '../table/item-filter.ts';
import { type ItemTable, type ItemTitles, titledTest, titleKey } from '../table/item-table.ts';
import { builtInVerticals } from '../values/definition-reading.ts';
import { isKnownPlace } from '../values/place-names.ts';
import { plainText, plainWords } from '../values/plain-text.ts';
import { allWords, filterNamed, type VerticalDefinition } from '../values/vertical-definition.ts';

/** Fewer telling filters do not show a vertical that no word of the message names. */
const FEWEST_FILTERS = 2;
/** A message with more words apart from its filters is a question of its own. */
const MAX_FOLLOW_UP_WORDS = 4;

/** It asks for something else than items; "what about" and "wie wäre" go on with them. */
const OWN_QUESTION = new RegExp(String.raw`^\W*(?:${sourceOfAll(({ ownQuestions }) => ownQuestions)})\b`, 'iu');

/** "What is cheaper: Boston, 2 guests?" goes on with the items where it sets a filter. */
const ASKS_TO_COMPARE = new RegExp(
  String.raw`^\W*(?:${sourceOfAll(({ comparingQuestions }) => comparingQuestions)})\b`,
  'iu',
);

const NOTHING: VerticalReading = { vertical: OTHER, entries: [], preference: '' };

/** A title that a message contains as whole words. */
interface NamedTitle extends TextRange {
  /** As the catalogue spells it. */
  readonly title: string;
}

/** What distinguishes titles from ordinary words. */
interface TitleFacts {
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

/** A vertical with what a message mentions of its items: their values, and items by their titles. */
export function readableVertical(
  { definition, columns, words, titles }: ItemTable,
  said: { readonly text: string; readonly language: string },
): ReadableVertical {
  const mentioned = mentionedValues(definition, (field) => textsOf(columns.get(field)), said);
  const isOnlyTitle = (title: string): boolean => {
    const isTitled = titledTest(titles, columns.get(definition.card.title), [title]);
    return (words.get(title.toLowerCase()) ?? []).every(isTitled);
  };
  return { definition, mentioned, titles: namedTitles({ definition, titles, mentioned, isOnlyTitle }, said.text) };
}

/** A vertical that has items, with the ones a message mentions. */
export interface ReadableVertical {
  readonly definition: VerticalDefinition;
  readonly mentioned: MentionedValues;
  /** Items that the message names, in its order. */
  readonly titles: readonly NamedTitle[];
}

interface VerticalReading extends MessageReading {
  readonly vertical: string;
}

/**
 * The vertical that a message is about, with its filters: by the words that name one, else by the items that it names,
 * else the last one if the message contains only filters and wishes for it, else the one that most telling filters fit.
 */
export function chooseVertical(
  verticals: readonly ReadableVertical[],
  lastVertical: string | null,
  said: Omit<Said, 'names'>,
): VerticalReading {
  // The words of a title name no vertical: "Film Camera" is no film.
  const ownWords = without(
    said.text,
    verticals.flatMap(({ titles }) => titles),
  );
  const read = verticals.map(({ definition, mentioned, titles }) => ({
    vertical: definition.name,
    ...readMessage(definition, mentioned, { ...said, names: titles }),
    titles,
    named: countWords(definition.words, ownWords),
    telling: (name: string, value: string) => isTelling(definition, mentioned, name, value),
    isWish:
      Object.keys(mentioned).length > 0 || definition.orders.some(({ words }) => countWords(words, said.text) > 0),
  }));
  const best = read.toSorted((a, b) => b.named - a.named || b.entries.length - a.entries.length)[0];
  if (best !== undefined && best.named > 0) return best;
  const last = read.find(({ vertical }) => vertical === lastVertical);
  const named = ofTitles(read, last);
  if (named !== undefined) return named;
  if (last !== undefined && isFollowUp(last, said.text)) return last;
  const [first, second] = read.toSorted((a, b) => tellingIn(b) - tellingIn(a));
  // Where there is only one, a wish that names no other kind of thing may be of it.
  const isOfAnother = builtInVerticals().some(({ words }) => countWords(words, ownWords) > 0);
  if (
    first !== undefined &&
    second === undefined &&
    first.entries.length > 0 &&
    !isOfAnother &&
    !OWN_QUESTION.test(said.text)
  )
    return first;
  if (first === undefined || tellingIn(first) < FEWEST_FILTERS) return NOTHING;
  return second !== undefined && tellingIn(second) === tellingIn(first) ? NOTHING : first;
}

/** The vertical with the most titles in the message; of several with as many, the last one. */
function ofTitles<Read extends { readonly titles: readonly NamedTitle[] }>(
  read: readonly Read[],
  last: Read | undefined,
): Read | undefined {
  const lengthOf = ({ titles }: Read) => titles.reduce((length, { start, end }) => length + end - start, 0);
  const most = Math.max(0, ...read.map(lengthOf));
  const candidates = most === 0 ? [] : read.filter((one) => lengthOf(one) === most);
  return candidates.find((one) => one === last) ?? candidates[0];
}

function without(text: string, ranges: readonly TextRange[]): string {
  return ranges.reduce(
    (rest, { start, end }) => `${rest.slice(0, start)}${' '.repeat(end - start)}${rest.slice(end)}`,
    text,
  );
}

function isFollowUp(
  { entries, preference, isWish }: MessageReading & { readonly isWish: boolean },
  text: string,
): boolean {
  const isOwn = OWN_QUESTION.test(text) && !(ASKS_TO_COMPARE.test(text) && entries.length > 0);
  if (isOwn) return false;
  const words = preference.split(/\s+/).filter((word) => word !== '').length;
  return (entries.length > 0 || isWish) && words <= MAX_FOLLOW_UP_WORDS;
}

function tellingIn({
  entries,
  telling,
}: MessageReading & { readonly telling: (name: string, value: string) => boolean }): number {
  return new Set(entries.filter(({ name, value }) => telling(name, value)).map(({ name }) => name)).size;
}

/** Prices, dates and names that the catalogue does not have fit every vertical. */
function isTelling(definition: VerticalDefinition, mentioned: MentionedValues, name: string, value: string): boolean {
  const type = filterNamed(definition, name)?.type;
  if (type === 'money' || type === 'date') return false;
  return type === 'place' || type === 'text' ? (mentioned[name] ?? []).includes(value) : true;
}

function countWords(words: VerticalDefinition['words'], text: string): number {
  return text.match(wordPattern([anyOf(allWords(words))], 'giu'))?.length ?? 0;
}

/**
 * The items that a message names by their titles, the longest title first where titles overlap. Titles that may as well
 * be ordinary words need a sign that a name is meant.
 */
function namedTitles(facts: TitleFacts, text: string): NamedTitle[] {
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
  if (!words.some((word) => isTellingWord(facts, word))) return false;
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
function isTellingWord({ definition, mentioned }: TitleFacts, word: string): boolean {
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
