import { ofAll, sourceOfAll } from '../language/languages/word-patterns.ts';
import { contentTerms, wordPattern } from '../language/text/terms.ts';
import { beginsWithPreposition, isFragment, isWhole } from './message-form.ts';
import { messageKindOf } from './message-kind.ts';

const ENGLISH =
  /(?<![\p{L}\p{N}'’-])(?:it|they|them|he|him|she|her|its|their|his|this|that|these|those|there)(?![\p{L}\p{N}-])/giu;
const ENGLISH_POSSESSIVE = /^(?:its|their|his|her)$/iu;
const ENGLISH_DETERMINER = /^(?:this|that|these|those)$/iu;
// "which one", "the cheaper ones".
const ONES = /(?<!\p{L})(?:which|that|this|the|another|other)\s(?:\p{L}+\s)?ones?(?!\p{L}|\s+of)/giu;
const GERMAN =
  /(?<![\p{L}\p{N}-])(?:er|sie|es|ihn|ihm|ihnen|ihre?[nmrs]?|seine?[nmrs]?|das|dies|diese[rsnm]?|jene[rsnm]?|dort|dorthin|dahin|da|davon|dafür|damit|daran|darauf|daraus|darin|darüber|dabei|dazu|dagegen|dadurch|danach|davor|der|die|den|dem)(?![\p{L}\p{N}-])/gu;
const GERMAN_POSSESSIVE = /^(?:ihre?[nmrs]?|seine?[nmrs]?)$/u;
const GERMAN_DETERMINER = /^(?:diese[rsnm]?|jene[rsnm]?)$/u;
const ONLY_AT_END = /^(?:da|der|die|den|dem)$/u;

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

const FOLLOWS_BARE =
  /^(?:is|are|was|were|does|do|did|can|could|will|would|should|has|have|may|must|mean|means|cost|costs|work|works|allowed|possible|true|in|on|at|for|with|to|from|by|about|then|there|too|also|still|include|included|apply|applies|take|takes|happen|happens|legal|expensive|safe|enough|open|and|or|correct|right|not|again|better|cheaper|really)$/iu;

const SEVERAL = new RegExp(`^(?:${sourceOfAll(({ severalPronouns }) => severalPronouns)})$`, 'iu');
const OF_SEVERAL = new RegExp(String.raw`(?<!\p{L})(?:${sourceOfAll(({ ofSeveral }) => ofSeveral)})\s+$`, 'iu');
/** After one of these verbs, "sie" is plural. */
const GERMAN_PLURAL_VERB = /^(?:sind|\p{Ll}{2,}en)$/u;

/** A message that leans on what was said before, by its form. */
export interface FollowUp {
  /** Its own words, without those that only tie it to what was said: "in Munich" of "and in Munich?". */
  readonly part: string;
  /** `part` of a sentence said before, or a sentence of its own with words for things said before. */
  readonly form: 'part' | 'sentence';
  readonly references: readonly BackReference[];
  /** It cannot be understood without what was said before. */
  readonly needsThread: boolean;
  /** It takes the place of something said before. */
  readonly isCorrection?: true;
}

const AND = new RegExp(
  String.raw`^(?:(?:${sourceOfAll(({ conjunctions }) => conjunctions)})(?:\s+(?:${sourceOfAll(({ conjunctionFillers }) => conjunctionFillers)}))?[,\s]+)+`,
  'iu',
);
const CORRECTS = new RegExp(`^(?:${sourceOfAll(({ correctionOpenings }) => correctionOpenings)})`, 'iu');
const ABOUT = new RegExp(String.raw`^(?:${sourceOfAll(({ aboutOpenings }) => aboutOpenings)})\s*`, 'iu');
// "was ist mit dem Licht passiert": a question of its own.
const HAS_PREDICATE = new RegExp(String.raw`\s(?:${sourceOfAll(({ predicates }) => predicates)})[\s?.!]*$`, 'iu');
const MORE = new RegExp(String.raw`^(?:${sourceOfAll(({ moreRequests }) => moreRequests)})[\s?.!]*$`, 'iu');

/** Recognises by its form a message that refers to what was said before; null if it can be understood alone. */
export function followUpOf(message: string, language: string): FollowUp | null {
  const kind = messageKindOf(message);
  if (kind === 'courtesy' || kind === 'assistant' || kind === 'task') return null;
  if (MORE.test(message)) return { part: message, form: 'sentence', references: [], needsThread: true };
  const corrected = message.replace(CORRECTS, '');
  if (corrected !== message) {
    return { part: corrected, form: 'part', references: [], needsThread: true, isCorrection: true };
  }
  const behindAnd = message.replace(AND, '').trim();
  const about = HAS_PREDICATE.test(behindAnd) ? null : ABOUT.exec(behindAnd);
  const part =
    about === null
      ? behindAnd
      : behindAnd
          .slice(about[0].length)
          .replace(/(?<!\s)\s+aus(?=[\s?.!]*$)/iu, '')
          .trim();
  if (part === '') return null;
  const isLed = part !== message;
  const references = backReferencesIn(part, language);
  // "What is this about?" asks about the documents where nothing was said before.
  if (kind === 'overview' && !isLed) {
    return references.length > 0 ? { part, form: 'sentence', references, needsThread: false } : null;
  }
  const isBare = references.some((reference) => reference.isBare);
  if (about !== null) {
    return { part, form: 'part', references, needsThread: isBare || beginsWithPreposition(part) };
  }
  if (isBare) return { part, form: 'sentence', references, needsThread: true };
  if (isFragment(part, language) || (isLed && !isWhole(part, language))) {
    return { part, form: 'part', references, needsThread: isLed || isOpen(part, language) };
  }
  return references.length > 0 ? { part, form: 'sentence', references, needsThread: false } : null;
}

/** "in Munich?", "when?": the mark tells the first from words to search for. */
function isOpen(part: string, language: string): boolean {
  return (/\?\s*$/u.test(part) && beginsWithPreposition(part)) || contentTerms(part, language).length === 0;
}

/** The words of a sentence without the conjunction that ties it to what was said before. */
export function withoutConjunction(message: string, language: string): string {
  const rest = message.replace(AND, '').trim();
  return isWhole(rest, language) ? `${rest.charAt(0).toUpperCase()}${rest.slice(1)}` : message;
}

/** A word that refers to something said before. */
export interface BackReference {
  readonly word: string;
  readonly start: number;
  readonly end: number;
  /** It is a pronoun ("it"), not before a noun ("that hotel", "its price"). */
  readonly isBare: boolean;
}

/** The words of a short message that refer to something said before, German or English; none in a long one. */
function backReferencesIn(message: string, language: string): BackReference[] {
  if (message.split(/\s+/u).length > MOST_WORDS) return [];
  const readable = message.replaceAll(EMPTY, (empty) => ' '.repeat(empty.length));
  const found = language === 'de' ? inGerman(readable) : inEnglish(readable);
  return found.filter(({ start }) => !isNamedBefore(readable.slice(0, start), language));
}

function inEnglish(message: string): BackReference[] {
  const words = [...message.matchAll(ENGLISH)].flatMap(({ 0: word, index: start }): BackReference[] => {
    const end = start + word.length;
    const next = nextWord(message, end);
    if (ENGLISH_POSSESSIVE.test(word) && next !== null) return [{ word, start, end, isBare: false }];
    // "the hotel that allows dogs"
    if (/^that$/iu.test(word) && isAfterNoun(message.slice(0, start))) return [];
    const isBare = !ENGLISH_DETERMINER.test(word) || next === null || FOLLOWS_BARE.test(next);
    return [{ word, start, end, isBare }];
  });
  const ones = [...message.matchAll(ONES)].map(({ 0: word, index: start }) => ({
    word,
    start,
    end: start + word.length,
    isBare: false,
  }));
  return [...words, ...ones].sort((a, b) => a.start - b.start);
}

function isAfterNoun(before: string): boolean {
  const previous = /(?<![\p{L}'’])([\p{L}'’]+)\s+$/u.exec(before)?.[1];
  return (
    previous !== undefined &&
    contentTerms(previous, 'en').length > 0 &&
    !/^(?:mean|cost|like|include)s?$/iu.test(previous)
  );
}

function inGerman(message: string): BackReference[] {
  return [...message.matchAll(GERMAN)].flatMap(({ 0: word, index: start }): BackReference[] => {
    const end = start + word.length;
    const next = nextWord(message, end);
    if (ONLY_AT_END.test(word)) return next === null && start > 0 ? [{ word, start, end, isBare: true }] : [];
    if (word === 'das') return isArticle(message.slice(end)) ? [] : [{ word, start, end, isBare: true }];
    const standsBeforeNoun = GERMAN_POSSESSIVE.test(word) || (GERMAN_DETERMINER.test(word) && next !== null);
    return [{ word, start, end, isBare: !standsBeforeNoun }];
  });
}

/** Whether a noun follows: "das Zimmer", "das neue Zimmer", or the last word of a message without capitals. */
function isArticle(behind: string): boolean {
  const [first = '', second = ''] = behind.match(/[\p{L}\p{N}-]+/gu) ?? [];
  if (/^\p{Lu}/u.test(first)) return true;
  const isFunctionWord = contentTerms(first, 'de').length === 0;
  return !isFunctionWord && /^\p{Lu}/u.test(second);
}

function isNamedBefore(before: string, language: string): boolean {
  const borders = [...before.matchAll(CLAUSE_BORDER)];
  const last = borders.at(-1);
  return last !== undefined && contentTerms(before.slice(0, last.index), language).length > 0;
}

/** Whether a word refers to one thing or to several; "some of several" for a part of several. */
type ReferenceNumber = 'one' | 'several' | 'some of several';

/** @param message that contains the reference */
export function numberOf({ word, start, end }: BackReference, message: string): ReferenceNumber {
  if (SEVERAL.test(word)) return OF_SEVERAL.test(message.slice(0, start)) ? 'some of several' : 'several';
  if (word !== 'sie') return 'one';
  const verb = /(?<!\p{L})(\p{L}+)\s+$/u.exec(message.slice(0, start))?.[1] ?? nextWord(message, end) ?? '';
  return GERMAN_PLURAL_VERB.test(verb.toLowerCase()) ? 'several' : 'one';
}

function nextWord(message: string, from: number): string | null {
  return /^\s+([\p{L}\p{N}][\p{L}\p{N}'’-]*)/u.exec(message.slice(from))?.[1] ?? null;
}
