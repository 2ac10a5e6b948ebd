/** What a message compares, and the words that both sides share. */
export interface ComparedSides {
  readonly sides: readonly [string, string];
  /** "in winter" of "compare A and B in winter"; empty without. */
  readonly shared: string;
}

// They read a sentence without its end mark, whose words single blanks separate.
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
