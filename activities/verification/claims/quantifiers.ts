/** A word of quantity; `supportedBy` lists other wordings with the same meaning. */
interface Quantifier {
  readonly name: string;
  readonly claims: RegExp;
  readonly supportedBy: RegExp;
}

/** Idioms in which the words below do not quantify anything. */
const IDIOMS =
  /(?<!\p{L})(?:at\s+all|all\s+the\s+same|after\s+all|above\s+all|all\s+in\s+all|in\s+all\s+likelihood|all\s+right|not\s+only|nicht\s+nur|vor\s+allem|trotz\s+allem|alles\s+in\s+allem|each\s+other|every\s+other|jederzeit|immer\s+(?:noch|wieder|mehr)|immerhin|only\s+then|nur\s+noch)(?!\p{L})/giu;

const AT_MOST =
  /(?<!\p{L})(?:at\s+(?:the\s+)?most|no\s+(?:more|longer|later|greater|higher)\s+than|not\s+more\s+than|up\s+to|maximum|maximal\p{L}*|max(?!\p{L})|höchst\p{L}*|\p{L}*höchst(?:ens|e[mnrs]?|wert\p{L}*|grenze\p{L}*|betrag\p{L}*|geschwindigkeit\p{L}*|dauer|zahl|maß\p{L}*|menge\p{L}*|satz\p{L}*)|nicht\s+mehr\s+als|nicht\s+länger\s+als|bis\s+zu|spätestens|limit\p{L}*|\p{L}*grenzwert\p{L}*|\p{L}*obergrenze\p{L}*|not\s+exceed\p{L}*|exceed\p{L}*|nicht\s+überschreit\p{L}*|überschr\p{L}*|über(?:steig|stieg)\p{L}*|within|innerhalb|binnen|less\s+than|under|below|weniger\s+als|unter|fewer\s+than|cap\p{L}*|ceiling|as\s+much\s+as|as\s+many\s+as|until|before|by\s+the\s+end)(?!\p{L})/iu;
const AT_LEAST =
  /(?<!\p{L})(?:at\s+(?:the\s+)?least|no\s+(?:less|fewer|earlier|sooner)\s+than|not\s+less\s+than|minimum|minimal\p{L}*|min(?!\p{L})|mindest\p{L}*|\p{L}*mindest\p{L}*|wenigstens|nicht\s+weniger\s+als|frühestens|untergrenze\p{L}*|or\s+more|or\s+above|und\s+mehr|oder\s+mehr|more\s+than|over|above|mehr\s+als|über|exceed\p{L}*|übersteig\p{L}*|ab|from|since|older|lower\s+limit|nicht\s+unterschreit\p{L}*|unterschr\p{L}*|greater\s+than)(?!\p{L})/iu;

/** Words for a bound, right before a figure or anywhere in a claim. */
const AT_MOST_WORDS =
  'at\\s+(?:the\\s+)?most|no\\s+(?:more|longer|later)\\s+than|not\\s+more\\s+than|up\\s+to|höchstens|maximal|nicht\\s+(?:mehr|länger)\\s+als|bis\\s+zu';
const AT_LEAST_WORDS =
  'at\\s+(?:the\\s+)?least|no\\s+(?:less|fewer)\\s+than|not\\s+less\\s+than|mindestens|wenigstens|nicht\\s+weniger\\s+als';
const NEARLY_WORDS = 'nearly|almost|fast|beinahe|nahezu';
export const ONLY_WORDS = 'only|solely|exclusively|nur|ausschließlich|lediglich';

const QUANTIFIERS: readonly Quantifier[] = [
  {
    name: '“at most”',
    claims: wholeWords(`${AT_MOST_WORDS}|spätestens|a\\s+maximum\\s+of`),
    supportedBy: AT_MOST,
  },
  {
    name: '“at least”',
    claims: wholeWords(`${AT_LEAST_WORDS}|frühestens|a\\s+minimum\\s+of`),
    supportedBy: AT_LEAST,
  },
  {
    name: '“only”',
    claims: wholeWords(`${ONLY_WORDS}|nothing\\s+but|einzig`),
    supportedBy:
      /(?<!\p{L})(?:only|solely|sole|exclusive\p{L}*|nothing\s+but|no\s+other|except|unless|limited\s+to|restricted|alone|but\s+no\p{L}*|nur|ausschließlich\p{L}*|lediglich|einzig\p{L}*|allein\p{L}*|beschränk\p{L}*|kein\p{L}*\s+ander\p{L}*|außer|soweit|erst|just|merely|bloß|cannot|no|not|nicht|kein\p{L}*)(?!\p{L})/iu,
  },
  {
    name: '“all”',
    claims:
      /(?<!\p{L})(?:all|every|everyone|everybody|everything|each|always|any|alle[nrsm]?|jede[nrsm]?|sämtliche[nrsm]?|immer|stets|ausnahmslos)(?!\p{L})/iu,
    supportedBy:
      /(?<!\p{L})(?:all|every\p{L}*|each|always|any\p{L}*|whole|entire\p{L}*|both|throughout|universal\p{L}*|complete\p{L}*|total\p{L}*|full\p{L}*|whoever|whatever|no|none|never|alle[nrsm]?|jede\p{L}*|jeglich\p{L}*|sämtlich\p{L}*|immer|stets|ausnahmslos|ganze\p{L}*|gesamt\p{L}*|beide\p{L}*|wer|vollständig\p{L}*|kein\p{L}*|nie\p{L}*|je|per|daily|yearly|annual\p{L}*|täglich\p{L}*|jährlich\p{L}*|monatlich\p{L}*|weekly|wöchentlich\p{L}*)(?!\p{L})/iu,
  },
  {
    name: '“some”',
    claims:
      /(?<!\p{L})(?:some|several|sometimes|certain|partly|partially|einige[nrsm]?|manche[nrsm]?|manchmal|teilweise|bestimmte[nrsm]?)(?!\p{L})/iu,
    supportedBy:
      /(?<!\p{L})(?:some\p{L}*|several|sometimes|certain|part\p{L}*|few|many|various|multiple|or|may|can|might|could|often|einige\p{L}*|manch\p{L}*|teil\p{L}*|bestimmt\p{L}*|mehrere\p{L}*|verschieden\p{L}*|viele\p{L}*|oder|kann|können|darf|zum\s+Teil|gelegentlich|mitunter|a\s+number|other\p{L}*|ander\p{L}*|selected|occasional\p{L}*)(?!\p{L})/iu,
  },
  {
    name: '“most”',
    claims:
      /(?<!\p{L})(?:most\s+(?:of\s+the\s+)?\p{L}{3,}s|the\s+majority|mostly|die\s+meisten|meistens|überwiegend|größtenteils)(?!\p{L})/iu,
    supportedBy:
      /(?<!\p{L})(?:most\p{L}*|majority|mainly|largely|predominant\p{L}*|primarily|meist\p{L}*|mehrheit\p{L}*|überwieg\p{L}*|größtenteils|vorwiegend|hauptsächlich|\d\s*(?:%|percent|prozent))/iu,
  },
];
const LOWER = `${AT_LEAST_WORDS}|more\\s+than|over|mehr\\s+als|minimum\\s+(?:of|von)`;
const UPPER = `${AT_MOST_WORDS}|less\\s+than|fewer\\s+than|under|weniger\\s+als|maximum\\s+(?:of|von)`;
const rightBefore = (words: string): RegExp => new RegExp(`(?<!\\p{L})(?:${words})\\s+(?:\\p{L}+\\s+){0,2}$`, 'iu');
/** Bounds right before a figure, which a claim must not drop or reverse. */
const BOUND_BEFORE = rightBefore([LOWER, UPPER, NEARLY_WORDS].join('|'));
/** "Not more than" is an upper bound. */
const LOWER_BEFORE = rightBefore(`(?<!(?:no|not|nicht)\\s{1,9})(?:${LOWER})`);
const UPPER_BEFORE = rightBefore(`(?<!(?:no|not|nicht)\\s{1,9})(?:${UPPER})`);
const REACH = 50;
const ANY_BOUND = new RegExp(
  `${AT_MOST.source}|${AT_LEAST.source}|(?<!\\p{L})(?:${NEARLY_WORDS}|about|approximately|around|some|roughly|etwa|ungefähr|rund|circa|ca|knapp)(?!\\p{L})`,
  'iu',
);
const ONLY = QUANTIFIERS.find(({ name }) => name === '“only”');

/** Names a quantifier of a claim that its evidence does not support; null if it supports all. */
export function findUnsupportedQuantifier(claim: string, evidence: string): string | null {
  const said = claim.replace(IDIOMS, ' ');
  const known = evidence.replace(IDIOMS, ' ');
  return QUANTIFIERS.find(({ claims, supportedBy }) => claims.test(said) && !supportedBy.test(known))?.name ?? null;
}

/**
 * Whether a claim states a figure as exact that its evidence only bounds ("at most 5" as "5").
 *
 * @param start position of the figure in the evidence
 */
export function dropsBound(claim: string, evidence: string, start: number): boolean {
  return BOUND_BEFORE.test(before(evidence, start)) && !ANY_BOUND.test(claim);
}

/** Whether two texts bound a figure in opposite directions. @param start position of the figure in the claim */
export function turnsBound(claim: string, start: number, evidence: string, evidenceStart: number): boolean {
  const [own, other] = [before(claim, start), before(evidence, evidenceStart)];
  return (LOWER_BEFORE.test(own) && UPPER_BEFORE.test(other)) || (UPPER_BEFORE.test(own) && LOWER_BEFORE.test(other));
}

function before(text: string, start: number): string {
  return text.slice(Math.max(0, start - REACH), start);
}

/** Whether the part of the evidence that a claim repeats says "only" and the claim does not. */
export function dropsOnly(claim: string, sentence: string): boolean {
  const known = sentence.replace(IDIOMS, ' ');
  const restricted = new RegExp(`${wholeWords(ONLY_WORDS).source}(?:\\P{L}+\\p{L}{1,3})*\\P{L}+(\\p{L}{4,})`, 'giu');
  const repeats = [...known.matchAll(restricted)].some(([, word = '']) => holdsForm(claim, word));
  return repeats && ONLY !== undefined && !ONLY.supportedBy.test(claim.replace(IDIOMS, ' '));
}

/** Whether a text has a word that begins like this one. */
function holdsForm(text: string, word: string): boolean {
  return new RegExp(`(?<!\\p{L})${word.slice(0, Math.max(4, word.length - 2))}`, 'iu').test(text);
}

/** Matches any of the words, but not inside longer words. */
export function wholeWords(words: string): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'iu');
}
