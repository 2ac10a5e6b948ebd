/** What a message compares, and the words that both sides share. */
export interface ComparedSides {
  readonly sides: readonly [string, string];
  /** "in winter" of "compare A and B in winter"; empty without. */
  readonly shared: string;
}

// One side: it ends where the next word says in what respect things are compared.
const SIDE = String.raw`(?<first>[^,;:?!]+?)`;
const RESPECT = String.raw`in|for|on|by|under|during|with regard to|with respect to|regarding|when it comes to|in terms of|hinsichtlich|bezüglich|bei|beim|für|im|unter|nach`;
const OTHER = String.raw`(?<second>[^,;:?!]+?)(?:\s+(?<shared>(?:${RESPECT})\s[^?!]+?))?\s*[?.!]*\s*$`;

const PATTERNS: readonly RegExp[] = [
  String.raw`\b(?:differences?|distinction)\s+between\s+${SIDE}\s+and\s+${OTHER}`,
  String.raw`\bcomparison\s+(?:of|between)\s+${SIDE}\s+(?:and|with)\s+${OTHER}`,
  String.raw`\bcompar(?:e|ing)\s+${SIDE}\s+(?:and|with|to|against)\s+${OTHER}`,
  String.raw`(?:unterschiede?n?|vergleich)\s+(?:zwischen|von)\s+${SIDE}\s+und\s+(?:von\s+)?${OTHER}`,
  String.raw`(?<!\p{L})unterscheide[nt]\s+sich\s+${SIDE}\s+(?:und|von)\s+${OTHER}`,
  String.raw`(?<!\p{L})vergleich(?:e|en sie|st du)?\s+(?:mal\s+|bitte\s+)*${SIDE}\s+(?:und|mit)\s+${OTHER}`,
  String.raw`^${SIDE}\s+(?:und|mit)\s+(?<second>[^,;:?!]+?)\s+(?:miteinander\s+)?vergleichen\s*[?.!]*$`,
  String.raw`(?:better|cheaper|faster|larger|bigger|safer|longer|higher|stronger|prefer|choose|besser|günstiger|billiger|schneller|größer|sicherer|länger|höher|stärker)\s*[,:]\s*${SIDE}\s+(?:or|oder)\s+${OTHER}`,
  String.raw`^(?:is|are|does|do|was|were)\s+${SIDE}\s+(?:\p{L}+er|more\s+\p{L}+|less\s+\p{L}+)\s+than\s+${OTHER}`,
  String.raw`^(?:ist|sind|war|waren)\s+${SIDE}\s+(?:\p{L}+er)\s+als\s+${OTHER}`,
  String.raw`^(?:how\s+(?:does|do|is|are)\s+)?${SIDE}\s+(?:compares?|compared|differs?|different)\s+(?:with|to|from)\s+${OTHER}`,
  String.raw`^${SIDE}\s+im\s+(?:vergleich|gegensatz|unterschied)\s+(?:zu|zur|zum|mit)\s+${OTHER}`,
  String.raw`^${SIDE}\s+(?:vs\.?|versus|gegenüber)\s+${OTHER}`,
].map((pattern) => new RegExp(pattern, 'iu'));

const LEAD =
  /^(?:(?:what|which|who|how|is|are|the|a|an|please|can you|could you|was|wie|ist|sind|kannst du|könntest du|können sie|ich möchte|ich will|mir|welche\p{L}?|bitte|show me|tell me about|zeig\p{L}* mir)\s+)+/iu;

/** The two things that a message compares, in its own words; null where it compares none. */
export function comparedSides(message: string): ComparedSides | null {
  for (const pattern of PATTERNS) {
    const { first, second, shared = '' } = pattern.exec(message.trim())?.groups ?? {};
    const sides = [first, second].map((side) => (side ?? '').replace(LEAD, '').trim());
    const [one = '', other = ''] = sides;
    if (one !== '' && other !== '' && one.toLowerCase() !== other.toLowerCase())
      return { sides: [one, other], shared: shared.trim() };
  }
  return null;
}
