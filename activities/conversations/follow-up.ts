import { languageOf } from '@plumbline/language/languages';
import { contentTerms, wordPattern, wordsOf } from '@plumbline/language/terms';
import { ofAll, sourceOf, sourceOfAll } from '@plumbline/language/word-patterns';
import { beginsWithPreposition, isFragment, isWhole, messageKindOf } from './message-form.ts';

/** A message that leans on what was said before, by its form. */
export interface FollowUp {
  /** Its own words, without those that only tie it to what was said: "in Munich" of "and in Munich?". */
  readonly part: string;
  /** `part` of the question before, or a `sentence` of its own. */
  readonly form: 'part' | 'sentence';
  /** It asks about something else: "what about". */
  readonly isAbout?: boolean;
  /** The first word for something said before. */
  readonly reference: Reference | null;
  /** It cannot be understood without what was said before. */
  readonly needsThread: boolean;
}

/** A word that refers to something said before. */
export interface Reference {
  readonly word: string;
  readonly start: number;
  readonly end: number;
  /** It stands for a thing ("it"), not before one ("that hotel", "its price"). */
  readonly isBare: boolean;
}

const AND = new RegExp(
  String.raw`^(?:(?:${sourceOfAll(({ conjunctions }) => conjunctions)})(?:\s+(?:${sourceOfAll(({ conjunctionFillers }) => conjunctionFillers)}))?[,\s]+)+`,
  'iu',
);
const CORRECTS = new RegExp(`^(?:${sourceOfAll(({ correctionOpenings }) => correctionOpenings)})(?=\\S)`, 'iu');
const ABOUT = new RegExp(String.raw`^(?:${sourceOfAll(({ aboutOpenings }) => aboutOpenings)})\s*`, 'iu');
const MORE = new RegExp(String.raw`^(?:${sourceOfAll(({ moreRequests }) => moreRequests)})[\s?.!]*$`, 'iu');
const NOT_QUESTIONS: ReadonlySet<string> = new Set(['courtesy', 'doubt', 'assistant', 'task']);

/**
 * Recognises by its form a message that refers to what was said before; null if it can be understood alone.
 *
 * @param corrects whether it takes the place of something said before
 */
export function followUpOf(message: string, language: string, corrects = false): FollowUp | null {
  const kind = messageKindOf(message);
  if (NOT_QUESTIONS.has(kind)) return null;
  if (MORE.test(message)) return { part: message, form: 'sentence', reference: null, needsThread: true };
  const behindAnd = message.replace(AND, '').trim();
  const part = behindAnd.replace(ABOUT, '');
  const isAbout = part !== behindAnd;
  if (part === '') return null;
  const isLed = corrects || part !== message;
  const reference = referenceIn(part, language);
  const isBare = reference?.isBare === true;
  // "What is this about?" asks about the documents.
  if (kind === 'overview' && !isLed && !isBare) return null;
  if (isAbout || (!isBare && (isFragment(part, language) || (isLed && !isWhole(part, language))))) {
    const needsThread = isBare || (isAbout ? beginsWithPreposition(part) : isLed || isOpen(part, language));
    return { part, form: 'part', isAbout, reference: isBare ? reference : null, needsThread };
  }
  return reference === null ? null : { part, form: 'sentence', reference, needsThread: isBare };
}

/** "in Munich?", "when?": the mark tells the first from words to search for. */
function isOpen(part: string, language: string): boolean {
  return (/\?\s*$/u.test(part) && beginsWithPreposition(part)) || contentTerms(part, language).length === 0;
}

/** What a correction ("no, I meant …") puts in the place of something said before; null for other messages. */
export function correctionIn(message: string): string | null {
  return CORRECTS.test(message) && messageKindOf(message) === 'question' ? message.replace(CORRECTS, '') : null;
}

/** The words of a follow-up that refer to something said before. */
export function leaningWords({ part, reference }: FollowUp): string {
  return reference?.isBare === true ? reference.word : part.replace(/(?<![\s?.!])[\s?.!]+$/u, '');
}

/** The words of a sentence without the conjunction that ties it to what was said before. */
export function withoutConjunction(message: string, language: string): string {
  const rest = message.replace(AND, '').trim();
  return rest !== message && isWhole(rest, language) ? `${rest.charAt(0).toUpperCase()}${rest.slice(1)}` : message;
}

const POSSESSIVE = new RegExp(`^(?:${sourceOfAll(({ possessives }) => possessives)})$`, 'iu');
const DETERMINER = new RegExp(`^(?:${sourceOfAll(({ determiners }) => determiners)})$`, 'iu');
/** "Is it possible to …", "what time is it", "gibt es": the word refers to nothing. */
const EMPTY = wordPattern(
  ofAll(({ emptyReferences }) => emptyReferences),
  'giu',
);
/** A clause before the word may name what it refers to. */
const CLAUSE_BORDER = new RegExp(
  String.raw`[,;:]|(?<!\p{L})(?:${sourceOfAll(({ referenceBorders }) => referenceBorders)})(?!\p{L})`,
  'giu',
);
const MOST_WORDS = 9;

/** The word of a short message that refers to something said before, one that stands for a thing first. */
function referenceIn(message: string, language: string): Reference | null {
  const { references, capitalisesNouns } = languageOf(language);
  if (references === undefined || wordsOf(message).length > MOST_WORDS) return null;
  // Where nouns have capital letters, a capital letter tells the polite "Sie" from "sie".
  const words = wordPattern([sourceOf(references)], capitalisesNouns === true ? 'gu' : 'giu');
  const readable = message.replaceAll(EMPTY, (empty) => ' '.repeat(empty.length));
  const found = [...readable.matchAll(words)].flatMap(({ 0: word, index: start }): Reference[] => {
    const end = start + word.length;
    if (isNamedBefore(readable.slice(0, start), language)) return [];
    const standsBefore =
      POSSESSIVE.test(word) || (DETERMINER.test(word) && isBeforeNoun(readable.slice(end), language));
    return [{ word, start, end, isBare: !standsBefore }];
  });
  return found.find(({ isBare }) => isBare) ?? found[0] ?? null;
}

/** Whether a noun follows: "that hotel", "das Zimmer", "das neue Zimmer". */
function isBeforeNoun(behind: string, language: string): boolean {
  const [first = '', second = ''] = behind.trim().split(/\s+/u);
  const isTelling = contentTerms(first, language).length > 0;
  if (languageOf(language).capitalisesNouns !== true) return isTelling;
  return /^\p{Lu}/u.test(first) || (isTelling && /^\p{Lu}/u.test(second));
}

function isNamedBefore(before: string, language: string): boolean {
  const last = [...before.matchAll(CLAUSE_BORDER)].at(-1);
  return last !== undefined && contentTerms(before.slice(0, last.index), language).length > 0;
}
