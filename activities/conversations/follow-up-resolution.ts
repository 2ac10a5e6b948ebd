import { languageOf } from '@plumbline/language/languages';
import { contentTerms, wordPattern, wordsOf } from '@plumbline/language/terms';
import { ofAll, sourceOfAll, wordSet } from '@plumbline/language/word-patterns';
import type { FollowUp, Reference } from './follow-up.ts';
import { beginsWithLimit, beginsWithPreposition } from './message-form.ts';

/** Words of what can take the place of a subject. */
const LONGEST_SUBJECT = 5;
const END_MARK = /(?<![\s?.!])[\s?.!]+$/u;

/** A follow-up as a prompt of its own: like replaces like, else its words stand with the question before. */
export function resolveFollowUp(
  { part, form, reference, isAbout = false }: FollowUp,
  message: string,
  previous: string,
  language: string,
): string {
  if (reference !== null || form === 'sentence') {
    const name = reference === null ? null : nameFor(reference, previous, language);
    if (reference === null || name === null) return joined(previous, '', form === 'sentence' ? part : message);
    return capitalised(replaced(part, reference, name));
  }
  return (
    withLikeParts(part, previous, language) ??
    (isAbout ? null : withNoun(part, previous, language)) ??
    withSubject(part, previous, language) ??
    joined(previous, part, message)
  );
}

/** "in Munich" in the place of "in Boston"; what is left of the part stands behind. */
function withLikeParts(part: string, previous: string, language: string): string | null {
  const known = partsIn(previous, language);
  const own: MessagePart[] = [];
  const changed: MessagePart[] = [];
  for (const one of partsIn(part, language)) {
    const like = onlyOf(known.filter(({ kind }) => kind === one.kind));
    if (like === null || overlaps(own, one) || overlaps(changed, like)) continue;
    // "for ProxyAgent" may stand for the name of a question, "in Berlin" not.
    const phrase = phrasesIn(part, language).find((other) => one.kind === 'name' && overlaps([other], one));
    if (phrase !== undefined && (phrase.kind !== 'for thing' || overlaps(phrasesIn(previous, language), like)))
      continue;
    own.push(one);
    changed.push({ ...like, text: one.text });
  }
  if (own.length === 0) return null;
  const rest = inOrder(own)
    .reduce((text, one) => replaced(text, one, ''), part)
    .replaceAll(/\s+/gu, ' ');
  const prompt = inOrder(changed).reduce((text, one) => replaced(text, one, one.text), previous);
  return contentTerms(rest, language).length > 0 ? inserted(prompt, rest) : prompt;
}

/** "und Mieter?" behind "… für Arbeitnehmer": a noun alone in the place of the only noun alone behind a preposition. */
function withNoun(part: string, previous: string, language: string): string | null {
  const [, noun] = /^[^\p{L}\d_]*(\p{Lu}\p{L}+)[^\p{L}\d_]*$/u.exec(part) ?? [];
  const phrase = onlyOf(phrasesIn(previous, language).filter(({ text }) => /^\p{L}+\s\p{Lu}\p{L}+$/u.test(text)));
  if (noun === undefined || phrase === null) return null;
  const [preposition = ''] = phrase.text.split(' ');
  return replaced(previous, phrase, `${preposition} ${noun}`);
}

/** "and borrowing?" behind "What is ownership?". */
function withSubject(part: string, previous: string, language: string): string | null {
  const words = part.replace(END_MARK, '');
  const cannot = beginsWithPreposition(part) || beginsWithLimit(part) || contentTerms(part, language).length === 0;
  const subject = cannot || wordsOf(words).length > LONGEST_SUBJECT ? null : subjectOf(previous, language);
  if (subject === null) return null;
  const start = previous.lastIndexOf(subject);
  return replaced(previous, { start, end: start + subject.length }, words);
}

/** The question before with the new words: inside its sentence where they continue it, else behind it. */
function joined(previous: string, part: string, message: string): string {
  if (beginsWithPreposition(part)) return inserted(previous, part);
  return `${withMark(previous)} ${capitalised(message)}`;
}

/** Whether a prompt is another one with words behind it. */
export function isJoinedTo(prompt: string, previous: string): boolean {
  return prompt.startsWith(`${withMark(previous)} `);
}

/** A prompt with what was said to the question that was asked back about it. */
export function completed({ part, form, reference }: FollowUp, answer: string): string {
  const words = answer.replace(END_MARK, '');
  if (reference?.isBare === true) return capitalised(replaced(part, reference, words));
  return form === 'part' ? inserted(words, part) : `${withMark(part)} ${capitalised(answer)}`;
}

/** What a question is about, if it asks what something is or names one thing only; null where code cannot tell. */
function subjectOf(prompt: string, language: string): string | null {
  return askedSubjectOf(prompt) ?? onlyOf([...new Set(namesIn(prompt, language).map(({ text }) => text))]);
}

// Subjects have at most 60 characters.
const ASKS_WHAT_IT_IS: readonly RegExp[] = ofAll(({ subjectQuestions }) => subjectQuestions).map(
  (question) => new RegExp(String.raw`^${question.replace('<subject>', '(?<subject>[^,?!]{1,60}?)')}[\s?.!]*$`, 'iu'),
);
const STANDS_FOR_ANOTHER = new RegExp(String.raw`^(?:${sourceOfAll(({ standIns }) => standIns)})\b`, 'iu');

/** "a bilge pump" of "What is a bilge pump?". */
function askedSubjectOf(prompt: string): string | null {
  const found = ASKS_WHAT_IT_IS.map((pattern) => pattern.exec(prompt)?.groups?.['subject']).find(Boolean);
  return found === undefined || STANDS_FOR_ANOTHER.test(found) ? null : found;
}

const PLACE = wordPattern([sourceOfAll(({ placePronouns }) => placePronouns)]);
const THING = wordPattern([sourceOfAll(({ thingPronouns }) => thingPronouns)]);
/** "davon": a preposition and a pronoun in one word. */
const ADVERB = wordPattern([sourceOfAll(({ pronominalAdverbs }) => pronominalAdverbs)]);
const SEVERAL = wordPattern([sourceOfAll(({ severalPronouns }) => severalPronouns)]);

function nameFor({ word, isBare }: Reference, previous: string, language: string): string | null {
  if (!isBare) return null;
  const places = phrasesIn(previous, language).filter(
    ({ kind, text }) => kind === 'where thing' && /\s\p{Lu}/u.test(text),
  );
  if (PLACE.test(word)) return onlyOf(places)?.text ?? null;
  // "are they": the things that the question asks for, not a name in it.
  if (SEVERAL.test(word)) return askedSubjectOf(previous);
  const subject = subjectOf(previous, language);
  const preposition = ADVERB.exec(word)?.groups?.['preposition'];
  // Its article would have to agree with the preposition.
  if (preposition !== undefined && subject !== null) return `${preposition} ${subject.replace(/^\p{Ll}+\s+/u, '')}`;
  return THING.test(word) ? subject : null;
}

/** What a list holds if it holds one thing only: of several, code cannot tell which is meant. */
function onlyOf<Value>([first, ...others]: readonly Value[]): Value | null {
  return first === undefined || others.length > 0 ? null : first;
}

function inOrder(parts: readonly MessagePart[]): MessagePart[] {
  return parts.toSorted((a, b) => b.start - a.start);
}

function overlaps(parts: readonly MessagePart[], { start, end }: MessagePart): boolean {
  return parts.some((other) => start < other.end && other.start < end);
}

function replaced(text: string, { start, end }: Pick<MessagePart, 'start' | 'end'>, by: string): string {
  return `${text.slice(0, start)}${by}${text.slice(end)}`;
}

function inserted(previous: string, words: string): string {
  const mark = END_MARK.exec(previous)?.[0].trim() ?? '';
  return `${previous.replace(END_MARK, '')} ${words.replace(END_MARK, '').trim()}${mark}`;
}

function withMark(text: string): string {
  return /[?.!]\s*$/u.test(text) ? text.trim() : `${text.trim()}.`;
}

function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** A part of a message that another one of its kind can replace: a year by a year, a place by a place. */
interface MessagePart {
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
function partsIn(text: string, language: string): MessagePart[] {
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
function namesIn(text: string, language: string): MessagePart[] {
  const identifiers = matches(text, IDENTIFIER, () => 'name');
  if (languageOf(language).capitalsMarkNames !== true) return identifiers;
  const isNew = ({ start, end }: MessagePart) => !identifiers.some((one) => one.start < end && start < one.end);
  // The first word of a sentence has a capital letter in any case; a name alone is no sentence.
  const isName = ({ start, end }: MessagePart) =>
    /[^\s.!?]\s+$/u.test(text.slice(0, start)) || !/\p{L}/u.test(text.slice(0, start) + text.slice(end));
  return [...identifiers, ...matches(text, CAPITALISED, () => 'name').filter((part) => isNew(part) && isName(part))];
}

/** The phrases of a text, a preposition with its object: "in Munich", "under 100 dollars", "für Kinder". */
function phrasesIn(text: string, language: string): MessagePart[] {
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
