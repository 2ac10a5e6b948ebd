import { contentTerms, wordPattern, wordsOf } from '../language/text/terms.ts';

// Reads a sentence without its end mark, its words separated by single blanks.
const SIDE = '(?<first>[^,;:]+?)';
const OTHER = '(?<rest>.+)$';
/** The next word says in what respect things are compared. */
const RESPECT =
  / (?:in|for|on|by|under|during|with regard to|with respect to|regarding|when it comes to|in terms of|hinsichtlich|bezüglich|bei|beim|für|im|unter|nach) /iu;

const PATTERNS: readonly RegExp[] = [
  String.raw`\b(?:differences?|distinction) between ${SIDE} and ${OTHER}`,
  String.raw`\bcomparison (?:of|between) ${SIDE} (?:and|with) ${OTHER}`,
  String.raw`\bcompar(?:e|ing) ${SIDE} (?:and|with|to|against) ${OTHER}`,
  String.raw`(?:unterschiede?n?|vergleich) (?:zwischen|von) ${SIDE} und (?:von )?${OTHER}`,
  String.raw`(?<!\p{L})unterscheide[nt] sich ${SIDE} (?:und|von) ${OTHER}`,
  String.raw`(?<!\p{L})vergleich(?:e|en sie|st du)? (?:mal |bitte )*${SIDE} (?:und|mit) ${OTHER}`,
  String.raw`^${SIDE} (?:und|mit) (?<rest>[^,;:]+?) (?:miteinander )?vergleichen$`,
  String.raw`(?:better|cheaper|faster|larger|bigger|safer|longer|higher|stronger|prefer|choose|besser|günstiger|billiger|schneller|größer|sicherer|länger|höher|stärker) ?[,:] ?${SIDE} (?:or|oder) ${OTHER}`,
  String.raw`^(?:is|are|does|do|was|were) ${SIDE} (?:\p{L}+er|more \p{L}+|less \p{L}+) than ${OTHER}`,
  String.raw`^(?:ist|sind|war|waren) ${SIDE} (?:\p{L}+er) als ${OTHER}`,
  String.raw`^(?:how (?:does|do|is|are) )?${SIDE} (?:compares?|compared|differs?|different) (?:with|to|from) ${OTHER}`,
  String.raw`^${SIDE} im (?:vergleich|gegensatz|unterschied) (?:zu|zur|zum|mit) ${OTHER}`,
  String.raw`^${SIDE} (?:vs\.?|versus|gegenüber) ${OTHER}`,
].map((pattern) => new RegExp(pattern, 'iu'));

const ANYWHERE = PATTERNS.filter(({ source }) => !source.startsWith('^'));
const END = /(?<![\s?.!])[\s?.!]+$/u;
const LEAD =
  /^(?:(?:what|which|who|how|is|are|the|a|an|please|can you|could you|was|wie|ist|sind|kannst du|könntest du|können sie|ich möchte|ich will|mir|welche\p{L}?|bitte|show me|tell me about|zeig\p{L}* mir)\s+)+/iu;

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

/** What a message compares, and the words that both sides share. */
interface ComparedSides {
  readonly sides: readonly [string, string];
  /** "in winter" of "compare A and B in winter"; empty without. */
  readonly shared: string;
}

/** The two things that a message compares, in its own words; null where it compares none. */
export function comparedSides(message: string): ComparedSides | null {
  const words = message.trim().replaceAll(/\s+/gu, ' ').replace(END, '');
  // A comparison does not go beyond a sentence, and only the last one of a message is compared.
  const start = Math.max(words.lastIndexOf('?'), words.lastIndexOf('!')) + 1;
  for (const pattern of start === 0 ? PATTERNS : ANYWHERE) {
    const { first = '', rest = '' } = pattern.exec(words.slice(start))?.groups ?? {};
    const respect = RESPECT.exec(rest)?.index ?? rest.length;
    const [one = '', other = ''] = [first, rest.slice(0, respect)].map((side) => side.replace(LEAD, '').trim());
    if (one !== '' && other !== '' && !/[,;:]/u.test(other) && one.toLowerCase() !== other.toLowerCase())
      return { sides: [one, other], shared: rest.slice(respect).trim() };
  }
  return null;
}
