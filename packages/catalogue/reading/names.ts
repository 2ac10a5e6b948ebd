import { isStopWord } from '@plumbline/language/detection';
import { LANGUAGES } from '@plumbline/language/languages';
import { stemOf } from '@plumbline/language/terms';
import { sourceOfAll } from '@plumbline/language/word-patterns';
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

const POSITION = /(?<![\d.])-?\d{1,2}\.\d+\s*,\s*-?\d{1,3}\.\d+(?![\d.])/g;
const CAPITALISED = /^(?:\p{Lu}[\p{L}'’-]+)(?:\s+(?:(?:am|an der|of|de|la|del|upon)\s+)?\p{Lu}[\p{L}'’-]+){0,2}$/u;
/** Nouns with a capital letter that name no town; months and weekdays besides. */
const NO_PLACE = new RegExp(`(?:${sourceOfAll(({ placelessEndings }) => placelessEndings)})$`, 'i');
let calendar: ReadonlySet<string> | undefined;

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

/** A place of the catalogue, or a name behind a word like "in"; coordinates where a filter can compare them. */
export function readPlaces(
  definition: VerticalDefinition,
  mentioned: MentionedValues,
  message: Message,
): FilterEntry[] {
  const filters = definition.filters.filter(({ type }) => type === 'place');
  if (filters.length === 0) return [];
  const found = new Map<string, string[]>();
  const taken: (TextRange & { readonly filter: FilterDefinition })[] = [];
  const take = (filter: FilterDefinition, value: string, { start, end }: TextRange): void => {
    found.set(filter.name, [...(found.get(filter.name) ?? []), value]);
    taken.push({ filter, start, end });
    message.take(wordsStart([filter], message.text, start), end);
  };
  readPositions(filters, message, take);
  for (const run of longestFirst(wordRuns(message.text))) {
    const known = filters.find(({ name }) => valueFor(mentioned[name], run.text) !== undefined);
    const named = filterBefore(filters, message.text, run.start);
    const isName = named !== undefined && (known !== undefined || isKnownPlace(run.text) || isNameLike(run.text));
    if (known === undefined && !isName) continue;
    if (!message.mayFilter(run.start, run.end) || message.isDenied(wordsStart(filters, message.text, run.start)))
      continue;
    const filter =
      named ?? bareFilter(filters, { found, mentioned }, message.text, run) ?? filterBeside(taken, message.text, run);
    if (filter === undefined) continue;
    take(filter, valueFor(mentioned[filter.name], run.text) ?? run.text, run);
  }
  return [...found].flatMap(([name, values]) => values.map((value) => ({ name, value })));
}

function readPositions(
  filters: readonly FilterDefinition[],
  message: Message,
  take: (filter: FilterDefinition, value: string, range: TextRange) => void,
): void {
  const filter = filters.find(({ coordinates }) => coordinates !== undefined);
  if (filter === undefined) return;
  for (const { 0: text, index } of message.text.matchAll(POSITION)) {
    const range = { start: index, end: index + text.length };
    if (message.mayFilter(range.start, range.end)) take(filter, text.replaceAll(/\s/g, ''), range);
  }
}

function filterBefore(filters: readonly FilterDefinition[], text: string, start: number): FilterDefinition | undefined {
  return filters.find(({ before }) => startOfPhraseBefore(text, start, anyOf(allWords(before))) !== -1);
}

/** Where the words before a place begin, or the place itself. */
function wordsStart(filters: readonly FilterDefinition[], text: string, start: number): number {
  const words = anyOf(filters.flatMap(({ before }) => allWords(before)));
  const found = startOfPhraseBefore(text, start, words);
  return found === -1 ? start : found;
}

/** A place without a word before it: "Berlin to Rome" and "Berlin Rome" begin at the first, "flights Rome" leads to the last. */
function bareFilter(
  filters: readonly FilterDefinition[],
  { found, mentioned }: { readonly found: ReadonlyMap<string, unknown>; readonly mentioned: MentionedValues },
  text: string,
  { end }: TextRange,
): FilterDefinition | undefined {
  const open = filters.filter(({ name }) => !found.has(name));
  const next = open.slice(1).flatMap(({ before }) => allWords(before));
  const behind = text.slice(end);
  const leadsOn = new RegExp(String.raw`^\s*(?:-|–|→|(?:${anyOf(next)})\s)`, 'iu').test(behind);
  const isFollowed = wordRuns(behind).some(
    ({ start, text: name }) =>
      /^\s*$/.test(behind.slice(0, start)) && open.some((one) => valueFor(mentioned[one.name], name)),
  );
  return leadsOn || isFollowed ? open[0] : open.at(-1);
}

/** "Boston or Munich", "Boston / Munich": one of several. */
function filterBeside(
  taken: readonly (TextRange & { readonly filter: FilterDefinition })[],
  text: string,
  { start, end }: TextRange,
): FilterDefinition | undefined {
  const isOr = new RegExp(String.raw`^\s*(?:\/|${sourceOfAll(({ placeJoints }) => placeJoints)})\s*$`, 'iu');
  return taken.find((one) => isOr.test(text.slice(one.end, start)) || isOr.test(text.slice(end, one.start)))?.filter;
}

/** Months and weekdays. */
function isOfCalendar(word: string): boolean {
  calendar ??= new Set(
    LANGUAGES.flatMap(({ code: language }) => [
      ...Array.from({ length: 12 }, (_, month) =>
        new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, month, 1)),
      ),
      ...Array.from({ length: 7 }, (_, day) =>
        new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, 0, 1 + day)),
      ),
    ]),
  );
  return calendar.has(word);
}

function isNameLike(text: string): boolean {
  if (POSSESSIVE.test(text) || NO_PLACE.test(text)) return false;
  return CAPITALISED.test(text) && !text.split(/\s+/).some((word) => isOfCalendar(word));
}

function valueFor(values: readonly string[] = [], text: string): string | undefined {
  const place = plainPlace(text);
  return values.find((value) => plainPlace(value) === place);
}
