import { contentTerms } from '../text/terms.ts';
import { wordPattern, wordsOf } from '../text/word-pattern.ts';

const QUESTION_WORDS = [
  'what|who|whom|whose|which|when|where|why|how',
  'was|wer|wen|wem|wessen|welche[rsmn]?|wann|wo|woher|wohin|warum|wieso|weshalb|wie|wieviele?|womit|wodurch|worin|wofür|wozu|worauf|woran|wovon',
];
const VERBS = [
  "is|are|was|were|do|does|did|can|could|will|would|should|shall|may|might|must|has|have|had|isn't|aren't|doesn't|don't|can't",
  'ist|sind|war|waren|hat|haben|hatte|kann|kannst|können|könnte|darf|dürfen|muss|müssen|soll|sollen|sollte|wird|werden|wurde|gibt|gilt|gelten|braucht|brauche|brauchen|kostet|kosten|geht|liegt|steht',
];
/** Verbs that begin a question about facts, not a request to the assistant. */
const FACT_VERBS = [
  'is|are|was|were|do|does|did|has|have|had',
  'ist|sind|war|waren|hat|haben|hatte|hatten|gibt|gilt|gelten',
];
const REQUESTS = [
  'show|find|list|give|tell|explain|compare|search|book|describe|summari[sz]e|look|recommend|suggest|need|want|check|name|translate|i|we',
  'zeige?|suche?|finde?|nenne?|erkläre?|vergleiche?|beschreibe?|empfiehl|empfehle|gib|erzähle?|fasse?|prüfe?|ich|wir|zeigen|suchen|nennen',
];
/** Words of place, time and manner with which a part of a sentence begins. */
const PREPOSITIONS = [
  'in|at|near|around|on|to|from|for|with|without|by|until|till|before|after|since|during|under|over|below|above|between|within|inside|outside|of|about|as|via|per|through|into',
  'im|am|an|bei|beim|um|auf|nach|zu|zum|zur|von|vom|aus|für|mit|ohne|ab|bis|vor|seit|während|unter|über|zwischen|innerhalb|außerhalb|als|ins|gegen|pro|je|durch|wegen|laut|gemäß',
];
/** Words that narrow or change what was asked before. */
const LIMITS = [
  'only|just|instead|rather|except|but not|not|preferably|maybe|ideally|with no|at least|at most|up to|max|maximum|more|less|fewer|same',
  'nur|lieber|stattdessen|außer|aber nicht|nicht|am liebsten|vielleicht|bloß|mindestens|höchstens|maximal|bis zu|mehr|weniger|eher|ausschließlich',
  'cheaper|closer|nearer|bigger|larger|smaller|newer|older|better|faster|later|earlier|longer|shorter|quieter',
  'billiger\\p{L}{0,2}|günstiger\\p{L}{0,2}|näher|größer\\p{L}{0,2}|kleiner\\p{L}{0,2}|neuer\\p{L}{0,2}|älter\\p{L}{0,2}|besser\\p{L}{0,2}|schneller\\p{L}{0,2}|später|früher|länger|kürzer|ruhiger',
];

const ASKS = wordPattern(QUESTION_WORDS);
const HAS_VERB = wordPattern(VERBS);
const BEGINS_WHOLE = new RegExp(`^\\W*(?:${[...QUESTION_WORDS, ...VERBS, ...REQUESTS].join('|')})(?!\\p{L})`, 'iu');
const BEGINS_QUESTION = new RegExp(String.raw`^\W*(?:${QUESTION_WORDS.join('|')})(?!\p{L})`, 'iu');
const BEGINS_FACT = new RegExp(String.raw`^\W*(?:${FACT_VERBS.join('|')})(?!\p{L}).*\?[^\w?]*$`, 'isu');
const BEGINS_PART = new RegExp(`^\\W*(?:${PREPOSITIONS.join('|')})(?!\\p{L})`, 'iu');
const BEGINS_LIMIT = new RegExp(`^\\W*(?:${LIMITS.join('|')})(?!\\p{L})`, 'iu');
// "how long in winter", "wann in München": a question word and a part, but no verb.
const BARE_QUESTION = new RegExp(
  String.raw`^\W*(?:${QUESTION_WORDS.join('|')})(?:\s+(?:long|much|many|often|far|big|high|lange?|viele?|oft|weit|hoch|groß|teuer))?\s+(?:${PREPOSITIONS.join('|')})\s`,
  'iu',
);
const LONGEST_PART = 6;
const LONGEST_NAME = 2;

/** Whether a message asks in the form of a question how something is, in English or German. */
export function asksForFacts(message: string): boolean {
  return BEGINS_QUESTION.test(message) || BEGINS_FACT.test(message);
}

/** Whether a message asks or requests something in a sentence of its own. */
export function isWhole(message: string, language: string): boolean {
  if (!BEGINS_WHOLE.test(message) || contentTerms(message, language).length === 0) return false;
  return !BARE_QUESTION.test(message) || HAS_VERB.test(message);
}

/** Whether a message begins with a preposition: "in Munich". */
export function beginsWithPreposition(message: string): boolean {
  return BEGINS_PART.test(message);
}

/** Whether a message is a part of a sentence that was said before: "with breakfast", "cheaper", "Munich?", "2024". */
export function isFragment(message: string, language: string): boolean {
  const words = wordsOf(message);
  if (words.length === 0 || words.length > LONGEST_PART || isWhole(message, language)) return false;
  if (BARE_QUESTION.test(message) || BEGINS_LIMIT.test(message)) return true;
  if (contentTerms(message, language).length === 0) return true;
  if (ASKS.test(message) || HAS_VERB.test(message)) return false;
  if (BEGINS_PART.test(message)) return true;
  const isShort =
    words.length <= LONGEST_NAME || (words.length === LONGEST_NAME + 1 && /^(?:the|die|der|das|den)\s/iu.test(message));
  return isShort && (/\?\s*$/u.test(message) || /^[^\p{L}\p{N}]*(?:\p{Lu}|\d{4})[^\p{L}\p{N}]*$/u.test(message));
}
