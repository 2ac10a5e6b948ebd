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
  [
    '(?:is|was|would|will)\\s+it\\s+(?:be\\s+)?(?:possible|allowed|necessary|legal|safe|true|ok|okay|worth|raining|snowing|easy|hard|better|common)\\b.{0,200}?\\s(?:to|that|if|for)',
    'it\\s+(?:is|was|would\\s+be)\\s+(?:possible|allowed|necessary|true|worth|better)',
    '(?:does|will|would|did)\\s+it\\s+(?:take|cost|need)\\s+(?:\\p{L}+\\s+){0,3}to',
    "what\\s+time\\s+is\\s+it|is\\s+it\\s+(?:raining|snowing|cold|warm|hot|sunny)|(?:it|it’s|it's)\\s+(?:rains?|snows?|raining)|when\\s+it\\s+\\p{L}+s",
    "(?:is|are|was|were|will|would|be|been|isn't|aren't|can|should|must|may)\\s+there|there(?:\\s+(?:is|are|was|were|will|be)|['’]s)",
    '(?:this|these|those|that)\\s+(?:year|month|week|weekend|morning|afternoon|evening|night|summer|winter|spring|autumn|fall|time|moment|season)s?',
    '(?:this|these|those|that)\\s+(?:documents?|files?|folders?|corpus|collection|sources?)|so\\s+that|that\\s+is\\s+to\\s+say',
    "gibt\\s+es|es\\s+gibt|gibt[’']s|wie\\s+(?:spät|viel\\s+uhr)\\s+ist\\s+es|geht\\s+es\\s+(?:um|in|bei)|handelt\\s+es\\s+sich|kommt\\s+es\\s+(?:zu|auf)|wie\\s+geht\\s+es",
    '(?:ist|wäre|war)\\s+es\\s+(?:\\p{L}+\\s+){0,2}(?:möglich|erlaubt|nötig|notwendig|sinnvoll|wahr|richtig|strafbar|verboten)|regnet\\s+es|es\\s+(?:regnet|schneit)',
    'dies(?:e[rsmn]?)?\\s+(?:jahr|jahres|woche|monat|monats|wochenende|sommer|winter|frühjahr|herbst|abend|morgen|mal|dokumente?n?|dateie?n?|ordner\\p{L}?|unterlagen|quellen)',
    'das\\s+heißt|ist\\s+das\\s+(?:der|die|das|ein|eine)|da(?:mit|für|von|zu|rüber|ran|rauf|bei)(?:\\s*,)?\\s*(?:dass|ob|wenn|wie|was)',
  ],
  'giu',
);
/** A clause before the word may name what it refers to. */
const CLAUSE_BORDER =
  /[,;:]|(?<!\p{L})(?:and|or|but|if|when|while|because|before|after|until|that|which|und|oder|aber|wenn|falls|weil|dass|bevor|nachdem|obwohl|während|sobald|bis|sofern)(?!\p{L})/giu;

const MOST_WORDS = 9;

const FOLLOWS_BARE =
  /^(?:is|are|was|were|does|do|did|can|could|will|would|should|has|have|may|must|mean|means|cost|costs|work|works|allowed|possible|true|in|on|at|for|with|to|from|by|about|then|there|too|also|still|include|included|apply|applies|take|takes|happen|happens|legal|expensive|safe|enough|open|and|or|correct|right|not|again|better|cheaper|really)$/iu;

const SEVERAL = /^(?:they|them|these|those|ihnen|diese|jene)$/iu;
const OF_SEVERAL = /(?<!\p{L})(?:of|among|from|between|von|unter)\s+$/iu;
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
}

const AND =
  /^(?:(?:and|or|but|also|plus|then|so|und|oder|aber|auch|sowie|also)(?:\s+(?:then|also|now|maybe|perhaps|auch|jetzt|dann|vielleicht))?[,\s]+)+/iu;
const ABOUT =
  /^(?:(?:what|how)\s+about|what\s+of|(?:the\s+)?same\s+(?:question\s+|thing\s+)?(?=(?:for|with|in|at|on)\s)|was\s+ist\s+(?:denn\s+|eigentlich\s+)?mit|wie\s+(?:ist|wäre|steht|sieht|schaut)\s+(?:(?:es|das|'s)\s*)?(?:denn\s+|dann\s+)?(?:mit|um|(?=(?:in|bei|für|auf|im|am|ab)\s))|wie\s+(?:ist|war|wird|wäre)\s+(?:es|das)\s+(?:denn\s+)?(?=(?:in|im|bei|am|ab|für)\s|\d)|das\s*(?:selbe|gleiche)\s+(?:bitte\s+)?(?=(?:für|mit|in|bei)\s)|genauso\s+(?=(?:für|mit|in|bei)\s)|gilt\s+das\s+auch\s+(?=(?:für|in|bei)\s))\s*/iu;
// "was ist mit dem Licht passiert": a question of its own.
const HAS_PREDICATE = /\s(?:passiert|geschehen|los|gemeint|geworden)[\s?.!]*$/iu;
const MORE =
  /^(?:(?:please\s+|can\s+you\s+)?(?:tell\s+me\s+more|go\s+on|continue|more(?:\s+(?:details?|information|please|of\s+(?:that|those|them)))*|elaborate|explain|any(?:thing)?\s+(?:else|others?)|what\s+else|why(?:\s+(?:not|is\s+that|so))?|how\s+so)|(?:bitte\s+)?(?:erzähl\s+mehr|mehr(?:\s+(?:details|informationen|dazu|davon))*|weiter|genauer|(?:sonst|noch)\s+(?:etwas|was|mehr)|was\s+noch|warum(?:\s+(?:nicht|das))?|wieso|weshalb|wie\s+das))[\s?.!]*$/iu;

/** Recognises by its form a message that refers to what was said before; null if it can be understood alone. */
export function followUpOf(message: string, language: string): FollowUp | null {
  const kind = messageKindOf(message);
  if (kind === 'courtesy' || kind === 'assistant' || kind === 'task') return null;
  if (MORE.test(message)) return { part: message, form: 'sentence', references: [], needsThread: true };
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
