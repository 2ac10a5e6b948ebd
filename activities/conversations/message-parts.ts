import { languageOf } from '../language/languages/languages.ts';
import { ofAll, sourceOfAll, wordSet } from '../language/languages/word-patterns.ts';
import { contentTerms, wordPattern, wordsOf } from '../language/text/terms.ts';

/** A part of a message that another one of its kind can replace: a year by a year, a place by a place. */
export interface MessagePart {
  /** Two parts with the same kind say the same sort of thing. */
  readonly kind: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const TIME = wordPattern(
  [
    ...ofAll(({ months }) => months),
    sourceOfAll(
      ({ weekdays }) => weekdays,
      ({ seasons }) => seasons,
      ({ relativeDays }) => relativeDays,
    ),
  ],
  'giu',
);
const YEAR = /(?<![\d.,-])(?:1[5-9]|20)\d{2}(?![\d-]|[.,]\d)/gu;
/** "§ 7", "section 4", "Tarif A": what is numbered must be the same. */
const NUMBERED = /(?:(?<thing>§)\s*|(?<!\p{L})(?<word>\p{L}{3,}\.?)\s+)(?:\d{1,3}\p{Ll}?|\p{Lu})(?![\p{L}\p{N}])/gu;
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
const LONGEST_OBJECT = 3;

/** The parts of a message that can be replaced, phrases first, names last. */
export function partsIn(text: string, language: string): MessagePart[] {
  return [
    ...phrasesIn(text, language),
    ...matches(text, NUMBERED, ({ thing, word = '' }) => `numbered ${thing ?? word.toLowerCase()}`),
    ...matches(text, YEAR, () => 'year'),
    ...matches(text, TIME, () => 'time'),
    ...matches(text, LETTER, () => 'letter'),
    ...namesIn(text, language),
  ];
}

/** The names in a text: identifiers, and where only names have them, words with a capital letter. */
export function namesIn(text: string, language: string): MessagePart[] {
  const identifiers = matches(text, IDENTIFIER, () => 'name');
  if (languageOf(language).capitalsMarkNames !== true) return identifiers;
  const isNew = ({ start, end }: MessagePart) => !identifiers.some((one) => one.start < end && start < one.end);
  // The first word of a sentence has a capital letter in any case; a name alone is no sentence.
  const isName = ({ start, end }: MessagePart) =>
    /[^\s.!?]\s+$/u.test(text.slice(0, start)) || !/\p{L}/u.test(text.slice(0, start) + text.slice(end));
  return [...identifiers, ...matches(text, CAPITALISED, () => 'name').filter((part) => isNew(part) && isName(part))];
}

/** The phrases of a text, a preposition with its object: "in Munich", "under 100 dollars", "für Kinder". */
export function phrasesIn(text: string, language: string): MessagePart[] {
  const words = wordsOf(text);
  return words.flatMap(({ text: word, start }, index): MessagePart[] => {
    const family = FAMILY_OF.get(word.toLowerCase());
    if (family === undefined) return [];
    const first = ARTICLES.has(words[index + 1]?.text.toLowerCase() ?? '') ? index + 2 : index + 1;
    const object = objectOf(text, words.slice(first), words[first - 1]?.end ?? 0, language);
    const end = object.at(-1)?.end;
    if (end === undefined) return [];
    const phrase = text.slice(start, end);
    return [{ kind: `${family} ${sortOf(phrase)}`, text: phrase, start, end }];
  });
}

/** "in 2024" and "in May" say when, "in Munich" where. */
function sortOf(phrase: string): string {
  if (phrase.search(TIME) !== -1) return 'time';
  return /\d/u.test(phrase) ? 'number' : 'thing';
}

type Word = ReturnType<typeof wordsOf>[number];

/** The words behind a preposition that belong to it: a name, or up to a noun; never beyond a mark. */
function objectOf(text: string, behind: readonly Word[], from: number, language: string): readonly Word[] {
  const cut = behind.findIndex(
    (word, index) =>
      /[^\s$€£]/u.test(text.slice(behind[index - 1]?.end ?? from, word.start)) ||
      (!/\d/u.test(word.text) && contentTerms(word.text, language).length === 0),
  );
  const words = behind.slice(0, cut === -1 ? LONGEST_OBJECT : Math.min(cut, LONGEST_OBJECT));
  const capitals = words.findIndex(({ text: word }) => /^\p{Lu}/u.test(word));
  const end = words.findIndex(({ text: word }, index) => index > capitals && !/^[\p{Lu}\d]/u.test(word));
  return capitals === -1 || end === -1 ? words : words.slice(0, end);
}

type KindOf = (groups: Readonly<Record<string, string | undefined>>) => string;

function matches(text: string, pattern: RegExp, kindOf: KindOf): MessagePart[] {
  return [...text.matchAll(pattern)].map(({ 0: found, index: start, groups = {} }) => {
    return { kind: kindOf(groups), text: found, start, end: start + found.length };
  });
}
