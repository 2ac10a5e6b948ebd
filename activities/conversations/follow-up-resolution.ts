import { languageOf } from '@plumbline/language/languages';
import { contentTerms, stemsIn, wordsOf } from '@plumbline/language/terms';
import { ofAll, sourceOfAll, wordSet } from '@plumbline/language/word-patterns';
import type { FollowUp, Reference } from './follow-up.ts';
import { asks, beginsWithPreposition, isTelling } from './message-form.ts';

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Words of what can take the place of a subject. */
const LONGEST_SUBJECT = 5;
const LEADING_PREPOSITION = new RegExp(String.raw`^(?:${sourceOfAll(({ prepositions }) => prepositions)})\s`, 'iu');
const END_MARK = /(?<![\s?.!])[\s?.!]+$/u;
/** A follow-up as a prompt of its own: like replaces like, else its words stand behind the question before. */
export function resolveFollowUp(followUp: FollowUp, message: string, previous: string, language: string): string {
  const { part, isPart, reference } = followUp;
  // "Since when?", "there with a dog?": what was asked before says of what.
  const isOfSubject = reference === null ? asks(part) : reference.kind === 'place';
  if (isPart && isOfSubject) return joined(previous, part);
  // "No, I meant the horn" names its thing.
  if (reference !== null && !(isPart && reference.kind === 'named')) {
    const name = subjectFor(reference, previous, language);
    return name === null ? joined(previous, part) : capitalised(replaced(part, reference, name));
  }
  if (!isPart) return joined(previous, message);
  return (
    withPhrases(part, previous, language) ??
    withValue(part, previous, language) ??
    withName(followUp, previous, language) ??
    (beginsWithPreposition(part) ? inserted(previous, part) : joined(previous, message))
  );
}

/** "a bilge pump" of "What is a bilge pump?", for "it" in "How does it work?". */
function subjectFor({ kind }: Reference, previous: string, language: string): string | null {
  if (kind === 'place')
    return onlyOf(prepositionalIn(previous, language).filter(({ text }) => /\s\p{Lu}\D*$/u.test(text)))?.text ?? null;
  const asked = kind === 'thing' || kind === 'several' ? askedSubjectOf(previous) : null;
  return asked ?? (kind === 'thing' ? (nameOf(previous, language)?.text ?? null) : null);
}

/** "in Munich" in the place of "in Boston", "in 2024" of "in 2023"; a further phrase stands behind. */
function withPhrases(part: string, previous: string, language: string): string | null {
  const known = prepositionalIn(previous, language);
  const changes = prepositionalIn(part, language).map(({ lead, text }) => {
    const isLike = (other: Found) => /\d/u.test(other.text) === /\d/u.test(text);
    return { text, like: known.findLast((one) => one.lead === lead && isLike(one)) };
  });
  if (changes.every(({ like }) => like === undefined)) return null;
  return changes.reduce(
    (prompt, { text, like }) => (like === undefined ? inserted(prompt, text) : prompt.replace(like.text, () => text)),
    previous,
  );
}

/** "§ 4", "2023", "Tarif A": a number or a letter in the place of the only one of its kind. */
const VALUE = /(?<![\p{L}\p{N}.,-])(?:\d+(?:[.,]\d+)*\p{Ll}?|(?!I(?!\p{L}))\p{Lu})(?![\p{L}\p{N}'’-])/gu;
const IS_YEAR = /^(?:1[5-9]|20)\d{2}$/u;

function withValue(part: string, previous: string, language: string): string | null {
  const sortOf = (value: string) => (IS_YEAR.test(value) ? 'year' : /\d/u.test(value) ? 'number' : 'letter');
  const [value, ...others] = [...part.matchAll(VALUE)].map(([text]) => text);
  if (value === undefined || others.length > 0) return null;
  const rest = contentTerms(part.replace(value, ' '), language);
  const like = onlyOf(matchesOf(VALUE, previous).filter(({ text }) => sortOf(text) === sortOf(value)));
  const hasAll = rest.every(({ stem }) => stemsIn(previous, language).has(stem));
  return like === null || !hasAll ? null : replaced(previous, like, value);
}

/** "and Munich?" behind "Which hotels are in Boston?", "and borrowing?" behind "What is ownership?". */
function withName({ part, exchanges }: FollowUp, previous: string, language: string): string | null {
  const words = part.replace(END_MARK, '').replace(exchanges === 'about' ? LEADING_PREPOSITION : '', '');
  const count = wordsOf(words).length;
  if (beginsWithPreposition(words) || !isTelling(words, language) || count > LONGEST_SUBJECT) return null;
  const isNoun =
    exchanges !== 'about' && languageOf(language).capitalisesNouns === true && /^\p{Lu}\p{L}+$/u.test(words);
  const isName = exchanges !== null || /\p{Lu}/u.test(words);
  const named = count === 1 ? onlyOf(namesIn(previous, language)) : nameOf(previous, language);
  const like = isNoun ? matchesOf(CAPITALS, previous).at(-1) : isName ? named : null;
  if (like !== null && like !== undefined) return replaced(previous, like, words);
  const asked = askedSubjectOf(previous);
  // Of "the notice period for minors" it may take the place of either.
  return asked === null || phrasesOf(asked, language).length > 1 ? null : previous.replace(asked, () => words);
}

/** The question before with the new words: inside its sentence where they continue it, else behind it. */
function joined(previous: string, message: string): string {
  return `${withMark(previous)} ${capitalised(message)}`;
}

/** Whether a prompt is another one with words behind it. */
export function isJoinedTo(prompt: string, previous: string): boolean {
  return prompt.startsWith(`${withMark(previous)} `);
}

/** A prompt with what was said to the question that was asked back about it. */
export function completed({ part, isPart, reference }: FollowUp, answer: string): string {
  const words = answer.replace(END_MARK, '');
  if (reference?.kind === 'thing') return capitalised(replaced(part, reference, words));
  return isPart ? inserted(words, part) : `${withMark(part)} ${capitalised(answer)}`;
}

// Subjects have at most 60 characters.
const ASKS_WHAT_IT_IS: readonly RegExp[] = ofAll(({ subjectQuestions }) => subjectQuestions).map(
  (question) => new RegExp(String.raw`^${question.replace('<subject>', '(?<subject>[^,?!]{1,60}?)')}[\s?.!]*$`, 'iu'),
);
const STANDS_FOR_ANOTHER = new RegExp(String.raw`^(?:${sourceOfAll(({ thingPronouns }) => thingPronouns)})\b`, 'iu');

/** "a bilge pump" of "What is a bilge pump?". */
function askedSubjectOf(prompt: string): string | null {
  const found = ASKS_WHAT_IT_IS.map((pattern) => pattern.exec(prompt)?.groups?.['subject']).find(Boolean);
  return found === undefined || STANDS_FOR_ANOTHER.test(found) ? null : found;
}

/** Names that tell themselves from words by their letters: `RetryAgent`, `max_size`, `TLS`. */
const IDENTIFIER =
  /(?<![\p{L}\p{N}_])(?:\p{L}+\p{Ll}\p{Lu}[\p{L}\p{N}]*|\p{L}+_[\p{L}\p{N}_]+|\p{Lu}[\p{Lu}\p{N}]+)(?![\p{L}\p{N}_])/gu;
/** Not behind a number, as units, nor at the beginning of a sentence, where every word has a capital letter. */
const CAPITALS = /(?<=[^\s.!?\d]\s)(?!I(?!\p{L}))\p{Lu}[\p{L}\p{N}'’-]*(?:\s\p{Lu}[\p{L}\p{N}'’-]*)*/gu;

/** Identifiers, and where only names have them, words with a capital letter; each once. */
function namesIn(prompt: string, language: string): Found[] {
  const found = matchesOf(languageOf(language).capitalisesNouns === true ? IDENTIFIER : CAPITALS, prompt);
  return found.filter(({ text }, index) => found.findIndex((other) => other.text === text) === index);
}

/** The only name of a prompt, with the words that say what it names: "boiler Alpha". */
function nameOf(prompt: string, language: string): Found | null {
  const name = onlyOf(namesIn(prompt, language));
  const lead = name === null ? undefined : /(?<=\s)\p{Ll}[\p{L}-]+\s$/u.exec(prompt.slice(0, name.start));
  if (name === null || lead === undefined || lead === null || !isTelling(lead[0], language)) return name;
  return { text: `${lead[0]}${name.text}`, start: lead.index, end: name.end };
}

/** The runs of telling words: "efficiency", "boiler Alpha" of "the efficiency of boiler Alpha". */
function phrasesOf(text: string, language: string): string[] {
  const phrases: Range[] = [];
  let isOpen = false;
  for (const { text: word, start, end } of wordsOf(text)) {
    const wasOpen = isOpen;
    isOpen = isTelling(word, language);
    if (isOpen) phrases.push({ start: (wasOpen ? phrases.pop() : undefined)?.start ?? start, end });
  }
  return phrases.map(({ start, end }) => text.slice(start, end));
}

/** What a list holds if it holds one thing only: of several, code cannot tell which is meant. */
function onlyOf<Value>([first, ...others]: readonly Value[]): Value | null {
  return first === undefined || others.length > 0 ? null : first;
}

function replaced(text: string, { start, end }: Range, by: string): string {
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

interface Found extends Range {
  readonly text: string;
}

function matchesOf(pattern: RegExp, text: string): Found[] {
  return [...text.matchAll(pattern)].map(({ 0: found, index: start }) => {
    return { text: found, start, end: start + found.length };
  });
}

const ARTICLES = wordSet(({ phraseArticles }) => phraseArticles);
const LONGEST_OBJECT = 3;

/** Prepositions with their objects: "in Munich", "under 100 dollars", "für Kinder". */
function prepositionalIn(text: string, language: string): (Found & { readonly lead: string })[] {
  const words = wordsOf(text);
  return words.flatMap((word, index) => {
    if (!beginsWithPreposition(word.text)) return [];
    const first = index + (ARTICLES.has(words[index + 1]?.text.toLowerCase() ?? '') ? 2 : 1);
    const end = objectEnd(text, words.slice(first, first + LONGEST_OBJECT), words[first - 1]?.end ?? 0, language);
    return end === null
      ? []
      : [{ lead: word.text.toLowerCase(), text: text.slice(word.start, end), start: word.start, end }];
  });
}

/** Where the words of an object end: a name, or up to a small word; never beyond a mark. */
function objectEnd(text: string, words: readonly Found[], from: number, language: string): number | null {
  let end: number | null = null;
  for (const [index, word] of words.entries()) {
    const isCut =
      /[^\s$€£]/u.test(text.slice(end ?? from, word.start)) ||
      (!/\d/u.test(word.text) && !isTelling(word.text, language));
    const isBehindName = /^\p{Lu}/u.test(words[index - 1]?.text ?? '') && !/^[\p{Lu}\d]/u.test(word.text);
    if (isCut || isBehindName) break;
    end = word.end;
  }
  return end;
}
