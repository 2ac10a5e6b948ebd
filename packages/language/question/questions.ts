import { ofAll, sourceOf, sourceOfAll, wholeWordsOfAll, wordSet } from '../languages/word-patterns.ts';
import { isStopWord } from '../text/language.ts';
import { contentTerms, isAmongStems, stemsIn, wordsOf } from '../text/terms.ts';

// "Wie lange", "how many", "what happens when": the form of the question, not its subject.
const INTERROGATIVE = new RegExp(
  String.raw`\b(?:${sourceOfAll(({ interrogatives }) => interrogatives)})(?!\p{L})`,
  'giu',
);

const MAX_ENTITIES = 8;
const QUOTED = /["„“»`']([^"“”«`']{2,60})["”“«`']/gu;
const ACRONYM = /(?<![\p{L}\p{N}])\p{Lu}[\p{Lu}\p{N}]+(?![\p{L}])/gu;
const IDENTIFIER =
  /(?<![\p{L}\p{N}])(?:\p{L}+\.){0,9}(?:\p{Ll}+\p{Lu}[\p{L}\p{N}]*|\p{Lu}\p{Ll}+\p{Lu}[\p{L}\p{N}]*|\p{L}+_[\p{L}\p{N}_]+)/gu;
const CAPITALISED = /(?<=[^.!?\s"„“]\s{1,20})\p{Lu}[\p{L}\p{N}-]+(?:\s+\p{Lu}[\p{L}\p{N}-]+)*/gu;

const QUESTION_WORD = sourceOfAll(({ questionWords }) => questionWords);
const QUESTION_VERB = sourceOfAll(({ questionVerbs }) => questionVerbs);

// "…, und wie lange …", "… and is it …": a second question after a conjunction.
const CONJUNCTION = new RegExp(
  `(?<!\\s)(?:\\s*[,;])?\\s+(?:${sourceOfAll(({ questionJoints }) => questionJoints)})\\s+(?=(?:${QUESTION_WORD}|${QUESTION_VERB})(?!\\p{L}))`,
  'iu',
);
const SENTENCE_END = /(?<=\?)\s+|(?<!\s)\s*;\s*/u;
const LEANS = wholeWordsOfAll(({ leaningWords }) => leaningWords);

const ENDS_SENTENCE = /[.!。][\s"'”“’)\]]*$/u;

// "How does X work": the verb belongs to the form; in "work permit" the same word is the subject.
const HOW_IT_WORKS = ofAll(({ formVerbs }) => formVerbs).map((verbs) => new RegExp(sourceOf(verbs), 'giu'));

/** Removes the words that only ask, which do not help a search. */
export function withoutInterrogatives(question: string): string {
  return HOW_IT_WORKS.reduce((rest, verbs) => rest.replace(verbs, '$1'), question.replace(INTERROGATIVE, ' '));
}

/** What a question is about: quoted words, identifiers, acronyms, and words with a capital letter inside a sentence. */
export function keyEntitiesIn(question: string, language: string): string[] {
  const named = namedIn(question, language);
  const candidates = named.length > 0 ? named : longestWords(question, language);
  return candidates.slice(0, MAX_ENTITIES);
}

function namedIn(question: string, language: string): string[] {
  const named = [
    ...[...question.matchAll(QUOTED)].map((match) => match[1] ?? ''),
    ...[IDENTIFIER, ACRONYM, CAPITALISED].flatMap((pattern) => [...question.matchAll(pattern)].map(([match]) => match)),
  ];
  const telling = named.map((name) => name.trim()).filter((name) => contentTerms(name, language).length > 0);
  return [...new Set(telling)];
}

/** Whether a text mentions an entity, in any inflection and inside a compound. */
export function mentionsEntity(text: string, entity: string, language: string): boolean {
  const wanted = contentTerms(entity, language);
  const stems = stemsIn(text, language);
  return wanted.length > 0 && wanted.every(({ stem }) => isAmongStems(stem, stems, language));
}

/** The longest content words, for questions without names or capitals. */
function longestWords(question: string, language: string): string[] {
  const words = contentTerms(question, language).map(({ surface }) => surface);
  return [...new Set(words)].sort((a, b) => b.length - a.length).slice(0, 3);
}

/** An independently answerable part of a question. */
interface QuestionPart {
  readonly text: string;
  /** Whether it is about something that another part names ("and is it …"). */
  readonly isDependent: boolean;
}

/** Splits a question into its individual questions, and a list in one into its entries; returns at least one part. */
export function splitQuestion(question: string, language: string): QuestionPart[] {
  const pieces = question
    .split(SENTENCE_END)
    .flatMap((sentence) => sentence.split(CONJUNCTION))
    .map((piece) => piece.trim().replace(/(?<![,.?\s])[,.?\s]+$/u, ''))
    .filter((piece) => contentTerms(piece, language).length > 0);
  const isOneSentence = !ENDS_SENTENCE.test(question);
  const parts = pieces.flatMap((piece, index): QuestionPart[] => {
    const listed = isOneSentence ? listedParts(piece, language) : [];
    if (listed.length > 0) return listed.map((text) => ({ text, isDependent: false }));
    return [{ text: piece, isDependent: index > 0 && leansOnAnother(piece, language) }];
  });
  if (parts.length < 2) return [{ text: question, isDependent: false }];
  return parts.map(({ text, isDependent }) => ({
    text: `${text.charAt(0).toUpperCase()}${text.slice(1)}?`,
    isDependent,
  }));
}

/** The same as at most so many texts; the last holds what is left. */
export function searchesFor(question: string, language: string, most: number): string[] {
  const parts = splitQuestion(question, language).map(({ text }) => text);
  return parts.length > most ? [...parts.slice(0, most - 1), parts.slice(most - 1).join(' ')] : parts;
}

/** Whether a question is about something that it does not name ("and is it …"), or is too short to be independent. */
function leansOnAnother(question: string, language: string): boolean {
  return LEANS.test(question) || contentTerms(question, language).length < 3;
}

const JOINTS = sourceOfAll(({ placeJoints }) => placeJoints);
const JOINED = new RegExp(String.raw`(?:^|\s)(?:${JOINTS})\s`, 'iu');
const ASKS = wholeWordsOfAll(({ questionWords }) => questionWords);
const ARTICLES = wordSet(({ phraseArticles }) => phraseArticles);
/** More words are a clause, no entry of a list. */
const LONGEST_ENTRY = 5;

/**
 * The entries of a list, each with the words around it: "What are the rules on leave at sea?" of "What are the rules on
 * hours, equipment and leave at sea?". Empty where no comma and conjunction make a list of three.
 */
function listedParts(text: string, language: string): string[] {
  const [head = '', ...entries] = text.split(/,\s/u).map((entry) => entry.trim());
  const end = entries.pop() ?? '';
  const joint = JOINED.exec(end);
  if (joint === null) return [];
  const [last, tail] = [end.slice(0, joint.index).trim(), end.slice(joint.index + joint[0].length)];
  const close = endOfEntry(tail, language);
  const others = [...entries, ...(last === '' ? [] : [last]), tail.slice(0, close)];
  const own = startOfEntry(head, Math.min(...others.map((other) => tellingWords(other, language))), language);
  const listed = [head.slice(own), ...others];
  if (listed.length < 3 || !listed.every((entry) => isEntry(entry, language))) return [];
  return listed.map((entry) => `${head.slice(0, own)}${entry}${tail.slice(close)}`);
}

/** Of at most so many words behind the last small one: "teachers" of "the first teachers". */
function startOfEntry(head: string, most: number, language: string): number {
  const words = wordsOf(head);
  const telling = words.slice(words.findLastIndex(({ text }) => isSmall(text, language)) + 1);
  return telling.at(-most)?.start ?? telling[0]?.start ?? head.length;
}

function tellingWords(entry: string, language: string): number {
  return wordsOf(entry).filter(({ text }) => !isSmall(text, language)).length;
}

/** Before the first small word behind a telling one: "leave" of "the leave at sea". */
function endOfEntry(tail: string, language: string): number {
  const words = wordsOf(tail);
  const first = words.findIndex(({ text }) => !isSmall(text, language));
  const next = words.find(({ text }, index) => index > first && isSmall(text, language));
  return next === undefined ? (words.at(-1)?.end ?? 0) : tail.slice(0, next.start).trimEnd().length;
}

/** Telling words alone, with an article before them: what has other small words may be a clause. */
function isEntry(entry: string, language: string): boolean {
  const [first, ...words] = wordsOf(entry);
  if (first === undefined || words.length >= LONGEST_ENTRY || ASKS.test(entry)) return false;
  const isLed = ARTICLES.has(first.text.toLowerCase());
  return (
    (isLed ? words.length > 0 : !isSmall(first.text, language)) && words.every(({ text }) => !isSmall(text, language))
  );
}

function isSmall(word: string, language: string): boolean {
  return isStopWord(word.toLowerCase(), language);
}
