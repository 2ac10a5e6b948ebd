/** Words of German and English that rules read messages by; both at once, because people mix them. */
export const AT_MOST =
  'under|below|up to|at most|less than|no more than|not more than|cheaper than|max(?:imum|imal)?\\.?|within|unter|bis zu|bis|höchstens|weniger als|nicht mehr als|nicht über|billiger als|günstiger als|kürzer als|shorter than';
export const AT_LEAST =
  'over|above|at least|more than|min(?:imum|destens)?\\.?|from|starting at|über|mehr als|ab|nicht unter|no less than|better than|besser als';
/** An amount behind one of these is no limit. */
export const ABOUT = 'around|about|roughly|approximately|approx\\.?|circa|ca\\.?|etwa|ungefähr|rund|so um die';
export const BETWEEN = 'between|from|zwischen|von';
export const AND = 'and|to|und|bis|-|–';
export const OR_MORE = 'or more|and up|or better|oder mehr|oder besser|und mehr|plus|\\+';

/** What comes with one of these is a wish. */
export const WISH =
  'preferably|ideally|if possible|would be nice|would be great|nice to have|rather|i prefer|i would like|optionally|at best|möglichst|wenn möglich|falls möglich|am liebsten|am besten|gern|gerne|lieber|idealerweise|bevorzugt|vorzugsweise|wäre schön|wäre gut|wäre toll|nach möglichkeit|optional';
export const NOT =
  'not|no|without|except|excluding|anything but|never|nicht|kein|keine|keinen|keiner|keinem|ohne|außer|nie';
/** They end the reach of a wish. */
export const CLAUSE_END = /[;.!?](?=\s|$)|,(?!\d)|\b(?:but|aber|jedoch|however|though|sondern)\b/giu;

/** What people say to ask for something; it tells nothing about the thing. */
export const REQUEST =
  'please|find|show|search|give|list|recommend|suggest|need|want|looking|look|book|get|know|help|thanks|thank|hello|hi|hey|bitte|finde|finden|zeig|zeige|zeigt|such|suche|suchen|gib|nenne|empfiehl|empfehlen|empfehle|brauche|brauchen|buche|buchen|danke|hallo|hätte|hätten|passende|passenden|good|options|option|ones|one|something|anything|some|available|trip|stay|staying|priced|costing|kosten|kostet|mir|uns|me|us|and|und|what|was|wie|about|how|per night|a night|pro nacht|je nacht|each|per person|pro person|tell|more|else|compare|comparison|versus|vs|difference|differences|erzähl|erzähle|vergleiche|vergleich|unterschied|unterschiede|noch';

export const NUMBER_WORDS: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  ein: 1,
  eine: 1,
  einen: 1,
  einem: 1,
  einer: 1,
  zwei: 2,
  drei: 3,
  vier: 4,
  fünf: 5,
  sechs: 6,
  sieben: 7,
  acht: 8,
  neun: 9,
  zehn: 10,
  elf: 11,
  zwölf: 12,
};

export const DIGITS = String.raw`\d+(?:[.,]\d+)*`;
/** A number in digits or in words, as one group without a name. */
export const NUMBER = `(?:${DIGITS}|${Object.keys(NUMBER_WORDS).join('|')})`;
const ARTICLE = '(?:the|a|an|der|die|das|den|dem|ein|eine|einen|einer|einem|of|von)';

export function toNumber(text: string): string {
  return String(NUMBER_WORDS[text.toLowerCase()] ?? text);
}

/** A pattern for any of the phrases, longest first; never matches without phrases. */
export function anyOf(phrases: readonly string[]): string {
  if (phrases.length === 0) return '(?!)';
  const longest = [...phrases].sort((a, b) => b.length - a.length);
  return longest.map((phrase) => RegExp.escape(phrase).replaceAll(/\\x20| /g, String.raw`\s+`)).join('|');
}

/** Longer phrases with an article do not occur; without this bound long messages would be read again for every word. */
const MAX_PHRASE_LENGTH = 80;

/** Start of the phrase directly before a place in a text, allowing an article between them, or -1. */
export function startOfPhraseBefore(text: string, place: number, pattern: string): number {
  const before = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${pattern})[\s:]+(?:${ARTICLE}\s+)?$`, 'iu');
  const from = Math.max(0, place - MAX_PHRASE_LENGTH);
  const found = text.slice(from, place).search(before);
  return found === -1 ? -1 : from + found;
}
