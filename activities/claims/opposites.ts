/** A clause with the words next to its negators. */
export interface Clause {
  readonly text: string;
  readonly stems: readonly string[];
  /** Stems next to a negator; empty if the clause has none. */
  readonly negated: readonly string[];
}

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

/** Describes where a claim uses the opposite of the evidence's word, or denies that word; null if it does not. */
export function findOpposite(said: readonly Clause[], known: readonly Clause[]): string | null {
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
