import { analyzeTerms } from '../../language/text/terms.ts';
import { ONLY_WORDS, wholeWords } from './quantifiers.ts';

/** Pairs of opposites, with the words for each side; the first may begin a longer word. */
const OPPOSITES: readonly (readonly [RegExp, RegExp])[] = [
  [
    /(?<!\p{L})(?:allow|permit|erlaub|gestatte|zulässig|zugelassen)/iu,
    /(?<!\p{L})(?:forbid|forbad|forbidd|prohibit|disallow|banned|verboten|verbiet|untersag|unzulässig|impermissib)/iu,
  ],
  [
    /(?<!\p{L})(?:enabl|activat|aktivier|eingeschaltet)/iu,
    /(?<!\p{L})(?:disabl|deactivat|deaktivier|abgeschaltet|ausgeschaltet)/iu,
  ],
  [
    /(?<!\p{L})(?:includ|einschließ|einbezogen|umfass)/iu,
    /(?<!\p{L})(?:exclud|ausgeschlossen|ausschließ(?!lich)|ausgenommen)/iu,
  ],
  [
    /(?<!\p{L})(?:increas|ris(?:e|es|ing)(?!\p{L})|rose(?!\p{L})|grow|erhöh|steig|gestiegen|zunahm|zunehm)/iu,
    /(?<!\p{L})(?:decreas|reduc|declin|fall(?:s|en|ing)?(?!\p{L})|fell(?!\p{L})|shr[aiu]nk|senk|sink|gesunken|verringer|abnahm|abnehm)/iu,
  ],
  [/(?<!\p{L})(?:valid|gültig|wirksam)/iu, /(?<!\p{L})(?:invalid|ungültig|unwirksam)/iu],
  [
    /(?<!\p{L})(?:required|mandatory|compulsory|verpflichtend|vorgeschrieben|erforderlich)/iu,
    /(?<!\p{L})(?:optional|voluntary|freiwillig|entbehrlich)/iu,
  ],
  [/(?<!\p{L})(?:true|wahr)(?!\p{L})/iu, /(?<!\p{L})(?:false|falsch|unwahr)(?!\p{L})/iu],
  [
    /(?<!\p{L})(?:win|wins|won|victor\p{L}*|siegt\p{L}*|gewann|gewonnen)(?!\p{L})/iu,
    /(?<!\p{L})(?:lose|loses|lost|defeated|verlor|verloren|unterlag)(?!\p{L})/iu,
  ],
  [
    /(?<!\p{L})(?:accept|annehm|angenommen|nahm\s.*\san(?!\p{L}))/iu,
    /(?<!\p{L})(?:reject|refus|ablehn|abgelehnt|lehnt\p{L}*\s.*\sab(?!\p{L}))/iu,
  ],
  [/(?<!\p{L})(?:support|unterstütz)/iu, /(?<!\p{L})(?:oppos|bekämpf)/iu],
  [/(?<!\p{L})(?:fast|quick|schnell)/iu, /(?<!\p{L})(?:slow|langsam)/iu],
  [/(?<!\p{L})(?:high|höher|hoch|hohe)/iu, /(?<!\p{L})(?:low|niedrig)/iu],
  [/(?<!\p{L})(?:larger?|bigger|größer|groß)(?!\p{L})/iu, /(?<!\p{L})(?:small|kleiner?)/iu],
  [/(?<!\p{L})(?:longer|länger)(?!\p{L})/iu, /(?<!\p{L})(?:shorter|kürzer)(?!\p{L})/iu],
  [
    /(?<!\p{L})(?:promot|enhanc|stimulat|facilitat|encourag|induc|förder|begünstig)/iu,
    /(?<!\p{L})(?:inhibit|suppress|repress|impair|attenuat|block|hinder|hemm|unterdrück|behinder)/iu,
  ],
  [/(?<!\p{L})(?:improv|better|verbesser)/iu, /(?<!\p{L})(?:worse|deteriorat|impair|verschlechter)/iu],
  [/(?<!\p{L})positive?/iu, /(?<!\p{L})negative?/iu],
  [/(?<!\p{L})(?:up-?regulat|hochreguliert)/iu, /(?<!\p{L})(?:down-?regulat|herunterreguliert)/iu],
  [
    /(?<!\p{L})(?:sensitiv|susceptib|empfindlich|anfällig)/iu,
    /(?<!\p{L})(?:insensitiv|resistan|resistent|unempfindlich)/iu,
  ],
  [/(?<!\p{L})(?:accelerat|beschleunig)/iu, /(?<!\p{L})(?:decelerat|slow|delay|verlangsam|verzöger)/iu],
  [/(?<!\p{L})(?:beneficial|vorteilhaft|nützlich)/iu, /(?<!\p{L})(?:harmful|detrimental|schädlich|nachteilig)/iu],
  [/(?<!\p{L})(?:frequent|common|häufig)(?!\p{L}*\s+than)/iu, /(?<!\p{L})(?:rare|scarce|infrequent|uncommon|selten)/iu],
  [/(?<!\p{L})(?:strengthen|stärk(?:t|en)(?!\p{L}))/iu, /(?<!\p{L})(?:weaken|schwäch)/iu],
  [
    /(?<!\p{L})(?:succe(?:ed|ss)|erfolgreich|gelang)/iu,
    /(?<!\p{L})(?:fail|unsuccessful|erfolglos|misslang|scheiter)/iu,
  ],
];

/**
 * Words of which one excludes the others where they stand in the same place of a sentence; elsewhere a text may well use
 * several of them. A slash separates the alternatives.
 */
const CONTRASTS: readonly (readonly RegExp[])[] = [
  'before/after/until/since',
  'vor/nach/bis/seit|ab',
  'with/without',
  'mit/ohne',
  'above|over/below|under',
  'über|oberhalb/unter|unterhalb',
  'more/less|fewer',
  'mehr/weniger',
  'most/all|every/some/few|least/no',
  'alle[nrs]?|jede[nrsm]?/einige[nrs]?|manche[nrs]?/keine?[nrsm]?',
  'and/or',
  'und/oder',
  'must|shall/can|may/should',
  'muss|müssen/kann|können|darf|dürfen/soll|sollen',
  'north(?:ern)?/south(?:ern)?/east(?:ern)?/west(?:ern)?',
  'nord(?:en|s)?/süd(?:en|s)?/ost(?:en|s)?/west(?:en|s)?',
  String.raw`nördlich\p{L}*/südlich\p{L}*/östlich\p{L}*/westlich\p{L}*`,
  'first/second/third/last',
  'erste[nrsm]?/zweite[nrsm]?/dritte[nrsm]?/letzte[nrsm]?',
  'early|earlier|earliest/late|later|latest/mid',
  String.raw`früh\p{L}*/spät\p{L}*`,
  'public(?:ly)?/private(?:ly)?',
  String.raw`öffentlich\p{L}*/privat\p{L}*`,
  'internal|inner/external|outer',
  'interne?[nrsm]?|innere?[nrsm]?/externe?[nrsm]?|äußere?[nrsm]?',
  'male|men|boys/female|women|girls',
  String.raw`männlich\p{L}*/weiblich\p{L}*`,
  'left/right',
  'linke?[nrsm]?/rechte?[nrsm]?',
  'old|older|oldest/new|newer|newest|young|younger|youngest',
  String.raw`alte[nrsm]?|älter\p{L}*|älteste\p{L}*/neue\p{L}*|jung\p{L}*|jünger\p{L}*|jüngste\p{L}*`,
  'direct(?:ly)?/indirect(?:ly)?',
  String.raw`direkt\p{L}*|unmittelbar\p{L}*/indirekt\p{L}*|mittelbar\p{L}*`,
  'largest|biggest|highest|longest/smallest|lowest|shortest',
  String.raw`größte\p{L}*|höchste\p{L}*|längste\p{L}*/kleinste\p{L}*|niedrigste\p{L}*|kürzeste\p{L}*`,
  'employers?/employees?',
  'buyers?/sellers?',
  'landlords?/tenants?',
  'creditors?/debtors?',
  'hourly/daily/weekly/monthly/yearly|annually',
  String.raw`stündlich\p{L}*/täglich\p{L}*/wöchentlich\p{L}*/monatlich\p{L}*/jährlich\p{L}*`,
  'monday/tuesday/wednesday/thursday/friday/saturday/sunday',
  'montags?/dienstags?/mittwochs?/donnerstags?/freitags?/samstags?/sonntags?',
].map((words) => words.split('/').map((alternative) => new RegExp(`^(?:${alternative})$`, 'iu')));

const NEGATORS: ReadonlySet<string> = new Set(
  [
    'not no never none neither nor nothing nobody nowhere cannot non',
    'nicht nichts kein keine keiner keines keinem keinen nie niemals niemand weder nirgends keinesfalls keineswegs',
  ].flatMap((line) => line.split(' ')),
);
/** Phrases whose negator does not negate a claim: they bound a figure, add something, or are idioms. */
const NO_NEGATION =
  /(?<!\p{L})(?:(?:no|not)\s+(?:more|less|fewer|later|earlier|longer|greater|higher|lower)(?:\s+\p{L}+)?\s+than|not\s+(?:only|just|merely)|not\s+(?:to\s+)?exceed\p{L}*|whether\s+or\s+not|no\.\s*\d|nicht\s+(?:mehr|weniger|länger|später|früher|höher|niedriger)\s+als|nicht\s+(?:nur|bloß|allein|zuletzt)|nicht\s+(?:über|unter)(?:schritten|schreiten|schreitet)|ohne\s+weiteres)(?!\p{L})/giu;
/** Words that can deny something without a negator. */
const DENIES =
  /(?<!\p{Ll})\p{Ll}{3,}(?:less|los|losen?|free|frei|freien?)(?!\p{L})|(?<!\p{L})(?:without|ohne|except|unless|exempt|refus|den(?:y|ies|ied)|fail|lack|absen|avoid|prevent|exclud|forbid|forbidd|prohibit|ban(?:s|ned)?(?!\p{L})|never|away|außer|ausge|ausnahm|entfäll|entfall|verbot|verweiger|fehl|statt(?!\p{L})|verhinder|scheiter|abgelehn|lehn|hardly|rarely|kaum|selten|instead|rather|stop|ceas|end(?:s|ed)?(?!\p{L})|lost|lose)/giu;
const SHORTEST_OPPOSED = 4;
const OPPOSING_PREFIX = /^(?:un|in|im|il|ir|non|dis|miss?)$/;
/** "Only members vote" says that others do not. */
const ONLY = wholeWords(`${ONLY_WORDS}|allein`);
const OTHERS =
  /(?<!\p{L})(?:others?|else|otherwise|rest|remaining|outside|without|unless|any|andere\p{L}*|sonst\p{L}*|übrige\p{L}*|ohne|außer\p{L}*|nicht-?\p{L}+|non-?\p{L}+)(?!\p{L})/iu;
const CLAUSE_BORDER =
  /[.;:!?\n,()]|(?<!\p{L})(?:but|however|whereas|although|unless|except|aber|sondern|jedoch|während|obwohl|sofern|soweit|es\s+sei\s+denn|außer)(?!\p{L})/giu;
/** Number of content words that a negator applies to. */
const FOCUS = 2;

/**
 * Describes where a claim says the opposite of its evidence; null if no sign of that is found.
 *
 * A claim must not deny what the evidence affirms, affirm what it denies, or use the opposite word ("allowed" for
 * "forbidden"). Compares the words next to negators, clause by clause; evidence without these words decides nothing.
 */
export function findContradiction(claim: string, evidence: string, language: string): string | null {
  const said = clausesOf(claim, language);
  const known = clausesOf(evidence, language);
  const affirmed = new Set(known.filter(({ negated }) => negated.length === 0).flatMap(({ stems }) => stems));
  const denied = new Set(known.flatMap(({ negated }) => negated));
  const words = new Set(known.flatMap(({ stems }) => stems));
  const ownDenials = denialsIn(claim);
  const otherDenials = denialsIn(evidence);
  const isDeniedOtherwise = [...otherDenials].some((denial) => !ownDenials.has(denial));
  for (const { negated } of said) {
    if (negated.length === 0 || negated.some((stem) => denied.has(stem))) continue;
    const isOtherwise =
      isDeniedOtherwise ||
      (ONLY.test(evidence) && OTHERS.test(claim)) ||
      [...words].some((stem) => negated.some((word) => isOpposed(stem, word)));
    if (!isOtherwise && (negated.some((stem) => affirmed.has(stem)) || denied.size === 0)) return 'a negation';
  }
  const plain = said.filter(({ negated }) => negated.length === 0);
  const saysOtherwise =
    claim.search(NO_NEGATION) !== -1 ||
    [...ownDenials].some((denial) => !otherDenials.has(denial)) ||
    said.some(({ stems }) => stems.some((stem) => [...denied].some((word) => isOpposed(stem, word))));
  const dropped = !saysOtherwise && known.some((clause) => isDropped(clause, plain, affirmed));
  if (dropped) return 'its negation';
  return findOpposedWord(plain, known, words) ?? findOpposite(said, known);
}

function denialsIn(text: string): Set<string> {
  return new Set((text.match(DENIES) ?? []).map((denial) => denial.toLowerCase()));
}

/** Whether two words are opposites by prefix, such as "unlikely" and "likely". */
function isOpposed(stem: string, word: string): boolean {
  const prefix = stem.length > word.length && stem.endsWith(word) ? stem.slice(0, -word.length) : '';
  return word.length >= SHORTEST_OPPOSED && OPPOSING_PREFIX.test(prefix);
}

/** Finds a word such as "unsafe" where the evidence says "safe", or the other way round. */
function findOpposedWord(said: readonly Clause[], known: readonly Clause[], words: ReadonlySet<string>): string | null {
  const own = new Set(said.flatMap(({ stems }) => stems));
  const denied = new Set(known.flatMap(({ negated }) => negated));
  const others = known.flatMap(({ stems }) => stems).filter((stem) => !denied.has(stem));
  const isContradicted = [...own].some(
    (stem) =>
      !words.has(stem) && others.some((other) => !own.has(other) && (isOpposed(stem, other) || isOpposed(other, stem))),
  );
  return isContradicted ? 'the opposite word' : null;
}

/** Whether the claim affirms what this clause of the evidence denies, and no other clause affirms it. */
function isDropped({ negated, stems }: Clause, said: readonly Clause[], affirmed: ReadonlySet<string>): boolean {
  const denied = negated.find((stem) => !affirmed.has(stem));
  if (denied === undefined) return false;
  return said.some((clause) => {
    const shared = new Set(stems.filter((stem) => clause.stems.includes(stem)));
    return clause.stems.includes(denied) && shared.size >= Math.min(2, new Set(stems).size);
  });
}

export function isNegator(word: string): boolean {
  return NEGATORS.has(word.toLowerCase());
}

function clausesOf(text: string, language: string): Clause[] {
  const plain = text
    .replace(NO_NEGATION, ' ')
    .replace(/(?<!\p{L})can(?:not|['’]t)(?!\p{L})/giu, 'can not')
    .replace(/n['’]t(?!\p{L})/giu, ' not');
  return plain
    .split(CLAUSE_BORDER)
    .filter((part) => /\p{L}/u.test(part ?? ''))
    .map((part) => toClause(part, language));
}

function toClause(text: string, language: string): Clause {
  const words = analyzeTerms(text, language);
  const content = words.filter(({ surface, isStopWord }) => !isStopWord && !isNegator(surface));
  const negated = words
    .filter(({ surface }) => isNegator(surface))
    .flatMap(({ start }) => {
      const following = content.filter((word) => word.start > start).slice(0, FOCUS);
      return following.length > 0 ? following : content.filter((word) => word.start < start).slice(-FOCUS);
    });
  return { text, stems: content.map(({ stem }) => stem), negated: negated.map(({ stem }) => stem) };
}

/** A clause with the words next to its negators. */
interface Clause {
  readonly text: string;
  readonly stems: readonly string[];
  /** Stems next to a negator; empty if the clause has none. */
  readonly negated: readonly string[];
}

/** Describes where a claim uses the opposite of the evidence's word, or denies that word; null if it does not. */
function findOpposite(said: readonly Clause[], known: readonly Clause[]): string | null {
  for (const [positive, negative] of OPPOSITES) {
    const own = polaritiesOf(said, positive, negative);
    const others = polaritiesOf(known, positive, negative);
    if (own.size === 1 && others.size === 1 && ![...own].some((polarity) => others.has(polarity))) {
      return 'the opposite word';
    }
  }
  return null;
}

/** Which of two opposites the clauses state; "not allowed" counts as the second. */
function polaritiesOf(clauses: readonly Clause[], positive: RegExp, negative: RegExp): Set<boolean> {
  return new Set(
    clauses.flatMap(({ text, negated }) => {
      const isNegated = negated.length > 0;
      const isNegative = negative.test(text);
      return [...(!isNegative && positive.test(text) ? [!isNegated] : []), ...(isNegative ? [isNegated] : [])];
    }),
  );
}

/** Whether two words cannot both be right in the same place of a sentence. */
export function areContrasting(first: string, second: string): boolean {
  return areOpposites(first, second) || CONTRASTS.some((alternatives) => isOneOfOther(alternatives, first, second));
}

function isOneOfOther(alternatives: readonly RegExp[], first: string, second: string): boolean {
  const [one, other] = [first, second].map((word) => alternatives.findIndex((words) => words.test(word)));
  return one !== -1 && other !== -1 && one !== other;
}

function areOpposites(first: string, second: string): boolean {
  const isPositive = (word: string, positive: RegExp, negative: RegExp) => positive.test(word) && !negative.test(word);
  return OPPOSITES.some(
    ([positive, negative]) =>
      (isPositive(first, positive, negative) && negative.test(second)) ||
      (isPositive(second, positive, negative) && negative.test(first)),
  );
}
