import { languageOf } from '@plumbline/language/languages';
import { contentTerms, wordPattern, wordsOf } from '@plumbline/language/terms';
import { ofAll, sourceOf, sourceOfAll } from '@plumbline/language/word-patterns';
import { beginsWithPreposition, isCourtesy, isFragment, isTelling, isWhole } from './message-form.ts';

/** A message that leans on what was said before, by its form. */
export interface FollowUp {
  /** Its own words, without those that only tie it to what was said: "in Munich" of "and in Munich?". */
  readonly part: string;
  /** A part of the question before, and no sentence of its own. */
  readonly isPart: boolean;
  /** It names what takes the place of something: "what about", "no, I meant". */
  readonly exchanges: 'about' | 'correction' | null;
  /** The first word for something said before. */
  readonly reference: Reference | null;
  /** It cannot be understood without what was said before. */
  readonly needsThread: boolean;
}

/** A word that refers to something said before: "it", "there", "them", "that hotel", or another. */
export interface Reference {
  readonly word: string;
  readonly start: number;
  readonly end: number;
  readonly kind: 'thing' | 'place' | 'several' | 'named' | 'other';
}

const AND = new RegExp(String.raw`^(?:(?:${sourceOfAll(({ conjunctions }) => conjunctions)})[,\s]+)+`, 'iu');
const ABOUT = new RegExp(String.raw`^(?:${sourceOfAll(({ aboutOpenings }) => aboutOpenings)})\s*`, 'iu');
const CORRECTS = new RegExp(`^(?:${sourceOfAll(({ correctionOpenings }) => correctionOpenings)})(?=\\S)`, 'iu');
/** Longer messages name what their pronouns stand for. */
const MOST_WORDS = 9;

/**
 * Recognises by its form a message that refers to what was said before; null if it can be understood alone.
 *
 * @param corrects whether it takes the place of something said before
 */
export function followUpOf(message: string, language: string, corrects = false): FollowUp | null {
  if (isCourtesy(message)) return null;
  const behindAnd = message.replace(AND, '').trim();
  const part = behindAnd.replace(ABOUT, '');
  if (part === '') return null;
  const isAbout = part !== behindAnd;
  const isTied = corrects || part !== message;
  const reference = referenceIn(part, language);
  const isPart = isAbout || isFragment(part, language) || (isTied && !isWhole(part, language));
  const refersToNothing = !isTied && reference === null && part.search(EMPTY) !== -1;
  if (refersToNothing || (!isPart && reference === null)) return null;
  const isBare = reference !== null && !POSSESSIVE.test(reference.word) && reference.kind !== 'named';
  // "In Munich?": the mark tells it from words to search for.
  const isOpen = /\?\s*$/u.test(part) && beginsWithPreposition(part);
  const canStand = isAbout || (!isTied && isTelling(part, language));
  const exchanges = isAbout ? 'about' : corrects ? 'correction' : null;
  return { part, isPart, exchanges, reference, needsThread: isBare || (isPart && (isOpen || !canStand)) };
}

/** What a correction ("no, I meant …") puts in the place of something said before; null for other messages. */
export function correctionIn(message: string): string | null {
  return CORRECTS.test(message) && !isCourtesy(message) ? message.replace(CORRECTS, '') : null;
}

/** The words of a follow-up that refer to something said before. */
export function leaningWords({ part, reference }: FollowUp): string {
  return reference?.word ?? part.replace(/(?<![\s?.!])[\s?.!]+$/u, '');
}

/** The words of a sentence without the conjunction that ties it to what was said before. */
export function withoutConjunction(message: string, language: string): string {
  const rest = message.replace(AND, '').trim();
  return rest !== message && isWhole(rest, language) ? `${rest.charAt(0).toUpperCase()}${rest.slice(1)}` : message;
}

const THING = whole(sourceOfAll(({ thingPronouns }) => thingPronouns));
const PLACE = whole(sourceOfAll(({ placePronouns }) => placePronouns));
const SEVERAL = whole(sourceOfAll(({ severalPronouns }) => severalPronouns));
const POSSESSIVE = whole(sourceOfAll(({ possessives }) => possessives));
const DETERMINER = whole(sourceOfAll(({ determiners }) => determiners));
/** "Is it possible to …", "gibt es": the word refers to nothing. */
const EMPTY = wordPattern(
  ofAll(({ emptyReferences }) => emptyReferences),
  'giu',
);
/** A clause before the word may name what it refers to. */
const BORDER = new RegExp(
  String.raw`[,;:]|(?<!\p{L})(?:${sourceOfAll(({ clauseOpenings }) => clauseOpenings)})(?!\p{L})`,
  'giu',
);

function whole(source: string): RegExp {
  return new RegExp(`^(?:${source})$`, 'iu');
}

/** The first word of a short message that refers to something said before. */
function referenceIn(message: string, language: string): Reference | null {
  const { references, capitalisesNouns } = languageOf(language);
  if (references === undefined || wordsOf(message).length > MOST_WORDS) return null;
  // Where nouns have capital letters, a capital letter tells the polite "Sie" from "sie".
  const words = wordPattern([sourceOf(references)], capitalisesNouns === true ? 'gu' : 'giu');
  const readable = message.replaceAll(EMPTY, (empty) => ' '.repeat(empty.length));
  const found = [...readable.matchAll(words)].map(({ 0: word, index: start }): Reference => {
    const end = start + word.length;
    return { word, start, end, kind: kindOf(word, readable.slice(end), language) };
  });
  return found.find(({ start }) => !isNamedBefore(readable.slice(0, start), language)) ?? null;
}

function kindOf(word: string, behind: string, language: string): Reference['kind'] {
  const [next = ''] = behind.trim().split(/\s+/u);
  if (DETERMINER.test(word) && isTelling(next, language)) return 'named';
  if (SEVERAL.test(word)) return 'several';
  return POSSESSIVE.test(word) ? 'other' : THING.test(word) ? 'thing' : PLACE.test(word) ? 'place' : 'other';
}

function isNamedBefore(before: string, language: string): boolean {
  const last = [...before.matchAll(BORDER)].at(-1);
  return last !== undefined && contentTerms(before.slice(0, last.index), language).length > 0;
}
