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
