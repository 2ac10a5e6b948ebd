import { languageOf } from '../language/languages/languages.ts';
import { ofAll, sourceOfAll, wordSet } from '../language/languages/word-patterns.ts';
import { datesIn } from '../language/text/dates.ts';
import { stemOf } from '../language/text/stemmer.ts';
import { contentTerms, wordPattern, wordsOf } from '../language/text/terms.ts';

const MONTHS_LIKE_WORDS = new Set(ofAll(({ monthsLikeWords }) => monthsLikeWords?.split('|')));
const MONTH = wordPattern(
  ofAll(({ months }) => months).map((month) =>
    MONTHS_LIKE_WORDS.has(month) ? String.raw`${month}(?=\W*$|\s+\d)` : month,
  ),
  'giu',
);
const WEEKDAY = wordPattern([sourceOfAll(({ weekdays }) => weekdays)], 'giu');
const SEASON = wordPattern([sourceOfAll(({ seasons }) => seasons)], 'giu');
const DAY = wordPattern([sourceOfAll(({ relativeDays }) => relativeDays)], 'giu');
const YEAR = /(?<![\d.,-])(?:1[5-9]|20)\d{2}(?![\d-]|[.,]\d)/gu;
const SECTION = new RegExp(
  String.raw`(?:(?<!§)§+|(?<!\p{L})(?:${sourceOfAll(({ sectionNames }) => sectionNames)}))\s*\d+\p{L}?(?:[.-]\d+)*`,
  'giu',
);
const AT_LEAST = sourceOfAll(({ messageAtLeast }) => messageAtLeast);
const BOUND = new RegExp(
  String.raw`(?<!\p{L})(?<bound>${sourceOfAll(({ messageAtMost }) => messageAtMost)}|${AT_LEAST})\s+(?:[€$£]\s*)?\d+(?:[.,]\d+)*(?:\s*(?:€|\$|£|%|${sourceOfAll(({ amountUnits }) => amountUnits)}|usd|eur|chf|km|m|kg))?`,
  'giu',
);
const LOWER_BOUND = new RegExp(`^(?:${AT_LEAST})`, 'iu');
/** "rule 3", "Tarif A": what is numbered must be the same. */
const NUMBERED = /(?<!\p{L})(?<thing>\p{L}{3,})\s+(?:\d{1,3}\p{Ll}?|\p{Lu})(?![\p{L}\p{N}])/gu;
const COUNTED = /(?<![\d.,§])\d{1,3}\s+(?<thing>\p{L}{3,})/gu;
/** Names that tell themselves from words by their letters: `RetryAgent`, `max_size`, `TLS`. */
const IDENTIFIER =
  /(?<![\p{L}\p{N}_])(?:\p{L}+\p{Ll}\p{Lu}[\p{L}\p{N}]*|\p{L}+_[\p{L}\p{N}_]+|\p{Lu}[\p{Lu}\p{N}]+)(?![\p{L}\p{N}_])/gu;
const LETTER = /(?<![\p{L}\p{N}.'’])(?!I(?!\p{L}))\p{Lu}(?![\p{L}\p{N}.'’])/gu;
const CAPITALISED = /\p{Lu}[\p{L}\p{N}'’-]+(?:\s+\p{Lu}[\p{L}\p{N}'’-]+)*/gu;

/** Prepositions of one family answer the same question: where, where to, where from, for whom, when. */
const FAMILY_OF: ReadonlyMap<string, string> = new Map(
  ofAll(({ prepositionFamilies = {} }) =>
    Object.entries(prepositionFamilies).flatMap(([family, words]) =>
      words.split(' ').map((word) => [word, family] as const),
    ),
  ),
);
const ARTICLES = wordSet(({ phraseArticles }) => phraseArticles);
/** First words of names with several words. */
const BEGINS_NAME =
  /^(?:new|los|las|san|santa|sankt|st|bad|rio|den|el|la|le|são|kap|cape|port|fort|mount|south|north|west|east)$/iu;

/** A preposition with its object: "in Munich", "nach Rom", "for children". */
export interface Phrase extends MessagePart {
  readonly preposition: string;
  /** Words of the object without its article. */
  readonly size: number;
}

/**
 * The phrases of a text that another of their family can replace.
 *
 * @param size words that an object without capital letters has
 */
export function phrasesIn(text: string, language: string, size: number): Phrase[] {
  const words = wordsOf(text);
  return words.flatMap(({ text: word, start }, index): Phrase[] => {
    const family = FAMILY_OF.get(word.toLowerCase());
    if (family === undefined) return [];
    const hasArticle = ARTICLES.has(words[index + 1]?.text.toLowerCase() ?? '');
    const behind = connected(
      text,
      words.slice(index + (hasArticle ? 2 : 1)),
      words[index + (hasArticle ? 1 : 0)]?.end ?? 0,
    );
    const object = behind.slice(
      0,
      objectLength(
        behind.map((one) => one.text),
        language,
        size,
      ),
    );
    const end = object.at(-1)?.end;
    if (end === undefined) return [];
    return [
      { kind: family, preposition: word.toLowerCase(), size: object.length, text: text.slice(start, end), start, end },
    ];
  });
}

type Word = ReturnType<typeof wordsOf>[number];

/** The words up to the first mark between them. */
function connected(text: string, words: readonly Word[], from: number): Word[] {
  const cut = words.findIndex((word, index) => /[^\s]/u.test(text.slice(words[index - 1]?.end ?? from, word.start)));
  return words.slice(0, cut === -1 ? undefined : cut);
}

function objectLength(words: readonly string[], language: string, size: number): number {
  const end = words.findIndex((word) => contentTerms(word, language).length === 0 || /^\d/u.test(word));
  const telling = end === -1 ? words : words.slice(0, end);
  const [first = ''] = telling;
  const capitalisesNouns = languageOf(language).capitalisesNouns === true;
  if (!/^\p{Lu}/u.test(first)) {
    const noun = capitalisesNouns ? telling.findIndex((word) => /^\p{Lu}/u.test(word)) : -1;
    return noun === -1 ? Math.min(size, telling.length) : noun + 1;
  }
  if (capitalisesNouns) return BEGINS_NAME.test(first) && /^\p{Lu}/u.test(telling[1] ?? '') ? 2 : 1;
  const lower = telling.findIndex((word) => !/^\p{Lu}/u.test(word));
  return lower === -1 ? telling.length : lower;
}

/** A part of a message that another one of its kind can replace: a year by a year, a place by a place. */
export interface MessagePart {
  /** Two parts with the same kind say the same sort of thing. */
  readonly kind: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The parts of a message that can be replaced, the most telling first. */
export function partsIn(text: string, language: string, isFragment: boolean): MessagePart[] {
  const parts = [
    ...matches(
      text,
      SECTION,
      (match) =>
        `section ${match.text
          .split(/[\s\d]/u, 1)
          .join('')
          .toLowerCase()}`,
    ),
    ...datesIn(text).map(({ start, end }) => ({ kind: 'date', text: text.slice(start, end), start, end })),
    ...matches(text, BOUND, (match) => (LOWER_BOUND.test(match.text) ? 'lowest' : 'highest')),
    ...matches(text, NUMBERED, (match) =>
      isTelling(match.thing, language) ? `numbered ${match.thing.toLowerCase()}` : null,
    ),
    ...matches(text, COUNTED, (match) => `counted ${stemOf(match.thing.toLowerCase(), language)}`),
    ...matches(text, YEAR, () => 'year'),
    ...matches(text, MONTH, () => 'month'),
    ...matches(text, WEEKDAY, () => 'weekday'),
    ...matches(text, SEASON, () => 'season'),
    ...matches(text, DAY, () => 'day'),
    ...matches(text, IDENTIFIER, () => 'name'),
    ...matches(text, LETTER, () => 'letter'),
    ...(languageOf(language).capitalsMarkNames === true
      ? matches(text, CAPITALISED, (match) => (isFragment || isInside(text, match.start) ? 'name' : null))
      : []),
  ];
  // A letter is also a part of what it marks: "was ist mit B?" behind "Tarif A".
  return parts.filter(
    (part, index) =>
      part.kind === 'letter' ||
      !parts.slice(0, index).some((other) => other.start < part.end && part.start < other.end),
  );
}

function matches(
  text: string,
  pattern: RegExp,
  kindOf: (match: { readonly text: string; readonly start: number; readonly thing: string }) => string | null,
): MessagePart[] {
  return [...text.matchAll(pattern)].flatMap(({ 0: found, index: start, groups }) => {
    const kind = kindOf({ text: found, start, thing: groups?.['thing'] ?? '' });
    return kind === null ? [] : [{ kind, text: found, start, end: start + found.length }];
  });
}

function isTelling(word: string, language: string): boolean {
  return contentTerms(word, language).length > 0;
}

/** Not the first word of a sentence, which has a capital letter in any case. */
function isInside(text: string, start: number): boolean {
  return /[^\s.!?]\s+$/u.test(text.slice(0, start));
}
