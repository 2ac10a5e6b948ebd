import { isStopWord } from '@plumbline/language/detection';
import { languageOf } from '@plumbline/language/languages';
import { stemOf } from '@plumbline/language/terms';
import { isKnownPlace, plainPlace } from '../values/place-names.ts';
import { partsOf, plainText } from '../values/plain-text.ts';
import { allWords, type FilterDefinition, type VerticalDefinition } from '../values/vertical-definition.ts';
import type { FilterEntry, Message, TextRange } from './message.ts';
import { anyOf, startOfPhraseBefore } from './phrases.ts';

/** Values of the catalogue that a message mentions, by filter, in the catalogue's spelling. */
export type MentionedValues = Readonly<Record<string, readonly string[]>>;

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’.+#&-][\p{L}\p{M}\p{N}+#]+)*/gu;
const MAX_WORDS = 4;

/** A run of words of a message. */
interface WordRun extends TextRange {
  readonly text: string;
}

/** Which values of choices and places a message mentions; the others need not travel with it. */
export function mentionedValues(
  { filters }: VerticalDefinition,
  valuesOf: (field: string) => readonly string[],
  { text, language }: Pick<Message, 'text' | 'language'>,
): MentionedValues {
  const runs = wordRuns(text);
  const entries = filters
    .filter(({ type, field }) => (type === 'choice' || type === 'place') && field !== undefined)
    .map((filter) => {
      const written = new Set(runs.map((run) => comparable(filter, run.text, language)));
      const values = valuesOf(filter.field ?? '').flatMap((value) => spellings(filter, value));
      return [filter.name, [...new Set(values)].filter((value) => isMentioned(filter, value, written, language))];
    });
  return Object.fromEntries(entries.filter(([, values]) => (values?.length ?? 0) > 0));
}

/** Choices that the catalogue has: "comedy", "Lufthansa". */
export function readChoices(
  { filters }: VerticalDefinition,
  mentioned: MentionedValues,
  message: Message,
): FilterEntry[] {
  return filters
    .filter(({ type }) => type === 'choice')
    .flatMap((filter) => {
      const byWords = new Map(
        (mentioned[filter.name] ?? []).map((value) => [comparable(filter, value, message.language), value]),
      );
      return longestFirst(wordRuns(message.text)).flatMap((run) => {
        const value = byWords.get(comparable(filter, run.text, message.language));
        if (value === undefined || !message.mayFilter(run.start, run.end)) return [];
        const words = startOfPhraseBefore(message.text, run.start, anyOf(allWords(filter.before)));
        const start = words === -1 ? run.start : words;
        if (message.isDenied(start)) return [];
        message.take(start, run.end);
        return [{ name: filter.name, value }];
      });
    });
}

/** Texts that follow a filter's word: "size M". */
export function readTexts({ filters }: VerticalDefinition, message: Message): FilterEntry[] {
  return filters
    .filter(({ type }) => type === 'text')
    .flatMap((filter) =>
      wordRuns(message.text, 1).flatMap((run) => {
        const words = startOfPhraseBefore(message.text, run.start, anyOf(allWords(filter.before)));
        if (words === -1 || isStopWord(run.text.toLowerCase(), message.language)) return [];
        if (!message.mayFilter(words, run.end)) return [];
        message.take(words, run.end);
        return [{ name: filter.name, value: run.text }];
      }),
    )
    .filter(({ name }, index, all) => all.findIndex((other) => other.name === name) === index);
}

/** "Boston's convention center": the name before it is one, too. */
const POSSESSIVE = /['’]s$/u;

/** Runs of up to four words, in order; of one that ends with a possessive also the run without it. */
function wordRuns(text: string, maxWords = MAX_WORDS): WordRun[] {
  const words = [...text.matchAll(WORD)].map(({ 0: word, index }) => ({ start: index, end: index + word.length }));
  return words.flatMap(({ start }, first) =>
    words.slice(first, first + maxWords).flatMap(({ end }) => {
      const run = text.slice(start, end);
      if (/[;!?\n]|,\s|\.\s/.test(run)) return [];
      const owner = run.replace(POSSESSIVE, '');
      return [{ start, end, text: run }, ...(owner === run ? [] : [{ start, end: start + owner.length, text: owner }])];
    }),
  );
}

export function longestFirst<Range extends TextRange>(ranges: readonly Range[]): Range[] {
  return ranges.toSorted((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start);
}

function spellings({ comparison }: FilterDefinition, value: string): string[] {
  return comparison === 'contains' ? value.split(/[;,|/]/).map((part) => part.trim()) : [value];
}

function isMentioned(filter: FilterDefinition, value: string, written: ReadonlySet<string>, language: string): boolean {
  const plain = plainText(value);
  if (plain.length < 2 || isStopWord(plain, language)) return false;
  const [part = plain] = filter.comparison === 'contains' ? partsOf(value) : [plain];
  return written.has(comparable(filter, part, language)) || written.has(comparable(filter, value, language));
}

/** Choices are compared by the stems of their words: "comedies" names "Comedy", "schwarze" names "schwarz". */
function comparable({ type }: FilterDefinition, text: string, language: string): string {
  if (type === 'place') return plainPlace(text);
  return plainText(text)
    .split(' ')
    .map((word) => stemOf(word, language))
    .join(' ');
}

interface NamedPlace extends TextRange {
  readonly text: string;
  /** The filter whose words stand before it. */
  readonly filter: FilterDefinition | undefined;
}

/** Places that the catalogue has or that are known in several languages. */
export function readPlaces(
  definition: VerticalDefinition,
  mentioned: MentionedValues,
  message: Message,
): FilterEntry[] {
  const filters = definition.filters.filter(({ type }) => type === 'place');
  const isPlace = (text: string): boolean =>
    isKnownPlace(text) || filters.some(({ name }) => valueFor(mentioned[name], text) !== undefined);
  const known = longestFirst(wordRuns(message.text).filter(({ text }) => isPlace(text)));
  const runs = known.length > 0 ? known : unknownPlaces(filters, mentioned, message);
  const places = runs.flatMap((run): NamedPlace[] => {
    const { filter, start } = filterBefore(filters, message.text, run.start);
    if (filters.length === 0 || !message.mayFilter(run.start, run.end) || message.isDenied(start)) return [];
    message.take(start, run.end);
    return [{ ...run, filter }];
  });
  return assigned(
    filters,
    places.toSorted((a, b) => a.start - b.start),
  ).map(({ filter, text }) => ({ name: filter.name, value: valueFor(mentioned[filter.name], text) ?? text }));
}

/** "Hotels in Denver", where the catalogue has none; told by its capital where only names have one. */
function unknownPlaces(
  filters: readonly FilterDefinition[],
  mentioned: MentionedValues,
  { text, language }: Pick<Message, 'text' | 'language'>,
): WordRun[] {
  const values = new Set(Object.values(mentioned).flat().map(plainText));
  const isName = (run: WordRun) =>
    run.text.split(' ').every((word) => /^\p{Lu}/u.test(word)) &&
    !values.has(plainText(run.text)) &&
    filterBefore(filters, text, run.start).filter;
  return languageOf(language).capitalisesNouns === true ? [] : longestFirst(wordRuns(text)).filter(isName).slice(0, 1);
}

/** "Berlin Rome" begins at the first, "flights Rome" leads to the last, "Boston or Munich" is one of several. */
function assigned(filters: readonly FilterDefinition[], places: readonly NamedPlace[]) {
  const used = new Set(places.flatMap(({ filter }) => filter ?? []));
  let last = filters[0];
  return places.flatMap(({ text, filter }, index) => {
    const open = filters.filter((one) => !used.has(one));
    const bare = places.slice(index).filter((place) => place.filter === undefined).length;
    last = filter ?? (open.length > bare ? open.at(-1) : open[0]) ?? last;
    if (last === undefined) return [];
    used.add(last);
    return [{ text, filter: last }];
  });
}

/** The filter whose words stand before a place, and where they begin. */
function filterBefore(filters: readonly FilterDefinition[], text: string, place: number) {
  for (const filter of filters) {
    const start = startOfPhraseBefore(text, place, anyOf(allWords(filter.before)));
    if (start !== -1) return { filter, start };
  }
  return { filter: undefined, start: place };
}

function valueFor(values: readonly string[] = [], text: string): string | undefined {
  const place = plainPlace(text);
  return values.find((value) => plainPlace(value) === place);
}
