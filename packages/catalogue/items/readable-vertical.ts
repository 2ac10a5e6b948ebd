import { OTHER } from '@plumbline/contracts/answers/catalogue';
import { languageOf } from '@plumbline/language/languages';
import { wordPattern } from '@plumbline/language/terms';
import { sourceOfAll } from '@plumbline/language/word-patterns';
import { type MessageReading, readMessage } from '../reading/message-reading.ts';
import type { Said, TextRange } from '../reading/message.ts';
import { longestFirst, mentionedValues, type MentionedValues } from '../reading/names.ts';
import { anyOf } from '../reading/phrases.ts';
import { textsOf } from '../table/item-filter.ts';
import { type ItemTable, type ItemTitles, titledTest, titleKey } from '../table/item-table.ts';
import { builtInVerticals } from '../values/definition-reading.ts';
import { plainText, plainWords } from '../values/plain-text.ts';
import { allWords, filterNamed, type VerticalDefinition } from '../values/vertical-definition.ts';

/** Fewer telling filters do not show a vertical that no word of the message names. */
const FEWEST_FILTERS = 2;
/** A message with more words apart from its filters is a question of its own. */
const MAX_FOLLOW_UP_WORDS = 4;

/** It asks for something else than items; "what about" and "wie wäre" go on with them. */
const OWN_QUESTION = new RegExp(String.raw`^\W*(?:${sourceOfAll(({ ownQuestions }) => ownQuestions)})\b`, 'iu');

const NOTHING: VerticalReading = { vertical: OTHER, entries: [], preference: '' };

/** A title that a message contains as whole words. */
interface NamedTitle extends TextRange {
  /** As the catalogue spells it. */
  readonly title: string;
}

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
  const values = new Set(Object.values(mentioned).flatMap((spelled) => spelled.map(plainText)));
  const named = longestFirst(occurrences(titles, said.text)).filter(
    ({ title, start, end }, index, all) =>
      !values.has(plainText(title)) &&
      !all.slice(0, index).some((other) => other.start < end && start < other.end) &&
      isName({ title, start, end }, said, isOnlyTitle),
  );
  return { definition, mentioned, titles: named.toSorted((a, b) => a.start - b.start) };
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
  const words = preference.split(/\s+/).filter((word) => word !== '').length;
  return !OWN_QUESTION.test(text) && (entries.length > 0 || isWish) && words <= MAX_FOLLOW_UP_WORDS;
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

function occurrences({ mostWords, byWords }: ItemTitles, text: string): NamedTitle[] {
  const words = plainWords(text);
  return words.flatMap(({ start }, first) =>
    words.slice(first, first + mostWords).flatMap(({ end }, index) => {
      const known = byWords.get(titleKey(words.slice(first, first + index + 1)));
      return known === undefined ? [] : [{ title: known.title, start, end }];
    }),
  );
}

/**
 * Whether words are meant as a title: they are the whole message, or are spelled like it and are no ordinary words, by several
 * capital letters, by digits, or by one where only names have them and no other item has the word.
 */
function isName(
  { title, start, end }: NamedTitle,
  { text, language }: { readonly text: string; readonly language: string },
  isOnlyTitle: (title: string) => boolean,
): boolean {
  const said = text.slice(start, end);
  const [isFirst, isLast] = [text.slice(0, start), text.slice(end)].map((part) => !/[\p{L}\p{N}]/u.test(part));
  if (isFirst === true && isLast === true) return true;
  if (said !== title || !/\p{Lu}/u.test(said)) return false;
  if (/\p{N}/u.test(said) || /\s\p{Lu}/u.test(said)) return true;
  return isFirst === false && languageOf(language).capitalisesNouns !== true && isOnlyTitle(title);
}
