import { contentTerms } from '../text/terms.ts';
import { type BackReference, backReferencesIn } from './back-references.ts';
import { beginsWithPreposition, isFragment, isWhole } from './message-form.ts';
import { messageKindOf } from './message-kind.ts';

/** A message that leans on what was said before, by its form. */
export interface FollowUp {
  /** Its own words, without those that only tie it to what was said: "in Munich" of "and in Munich?". */
  readonly part: string;
  /** `part` of a sentence said before, or a sentence of its own with words for things said before. */
  readonly form: 'part' | 'sentence';
  readonly references: readonly BackReference[];
  /** Nobody can tell what it is about who does not know what was said before. */
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

/** Recognises by its form a message that leans on what was said before; null for one that stands alone. */
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
