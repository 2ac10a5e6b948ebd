/** Words that decide whether a claim says what its evidence says. */
export interface ClaimWords {
  /** Two sides of each opposite. */
  readonly opposites?: Readonly<Partial<Record<Opposite, readonly [positive: string, negative: string]>>>;
  /** Words of which one excludes the others in the same place of a sentence; a slash separates the sides. */
  readonly contrasts?: readonly string[];
  /** By blanks. */
  readonly negators?: string;
  /** A single change of one of these turns a quotation into its opposite. */
  readonly decisiveWords?: string;
  /** Forms in which a negator is hidden in another word, and how they are spelt out. */
  readonly contractions?: readonly (readonly [pattern: string, words: string])[];
  /** Phrases whose negator does not negate a claim: they bound a figure, add something, or are idioms. */
  readonly noNegations?: string;
  /** Beginnings of words that can deny something without a negator. */
  readonly denials?: string;
  /** Ends of such words: "careless". */
  readonly denyingEndings?: string;
  /** Prefixes that turn a word into its opposite. */
  readonly opposingPrefixes?: string;
  /** Prefixes that make another word of one: "Vermieter" is no "Mieter". */
  readonly changingPrefixes?: string;
  /** "Only" behind what it restricts. */
  readonly alone?: string;
  /** Those that "only" leaves out. */
  readonly others?: string;
  /** Begin another clause. */
  readonly clauseBorders?: string;

  /** Idioms in which words of quantity do not quantify anything. */
  readonly idiomsOfQuantity?: string;
  /** Right before a figure. */
  readonly atMost?: string;
  readonly atLeast?: string;
  readonly nearly?: string;
  readonly about?: string;
  /** Parts of a whole: other words may give them as a figure. */
  readonly fractions?: string;
  /** Bounds right before a figure that say more elsewhere. */
  readonly lowerBounds?: string;
  readonly upperBounds?: string;
  /** Turn the bound behind them. */
  readonly boundNegators?: string;
  readonly only?: string;
  /** Words of quantity that a claim uses beside those above, and all wordings that support them. */
  readonly quantifiers?: Readonly<Partial<Record<QuantifierName, readonly [claims: string, supportedBy: string]>>>;

  /** Join the parts of an enumeration. */
  readonly enumerationJoints?: string;
  /** Words that a reordered enumeration may have between its parts, with the joints. */
  readonly enumerationFillers?: string;
  /** Finite verbs by which the subject before them shows. */
  readonly auxiliaries?: string;
  /** Small words within a name of several words: "van", "of". */
  readonly nameParticles?: string;
  /** Quotation marks; straight ones of English without. */
  readonly quotationMarks?: readonly [opening: string, closing: string];

  /** Verbs between a subject and its value: "my city is Hamburg". */
  readonly equations?: string;
  /** May stand behind such a verb. */
  readonly equationFillers?: string;
  /** People speak of what is theirs alone: "I", "my". */
  readonly speakers?: string;
  /** Of what is so there is one: "favourite". */
  readonly chosen?: string;
  /** What one can do with several things at a time: another object is no contradiction. */
  readonly severalAtATime?: string;
  /** What numbers a place or a version: the number states nothing. */
  readonly numberedPlaces?: string;
  /** Before the number of an entry that a text lists itself. */
  readonly steps?: string;
  /** Between the numbers of such a list. */
  readonly numberListJoints?: string;
}

export type QuantifierName = 'at most' | 'at least' | 'only' | 'all' | 'some' | 'most';

/** Pairs of opposites. */
export const OPPOSITE_NAMES = [
  'permission',
  'activation',
  'inclusion',
  'growth',
  'validity',
  'obligation',
  'truth',
  'victory',
  'acceptance',
  'support',
  'speed',
  'height',
  'size',
  'length',
  'promotion',
  'improvement',
  'sign',
  'regulation',
  'sensitivity',
  'acceleration',
  'benefit',
  'frequency',
  'strength',
  'success',
] as const;

export type Opposite = (typeof OPPOSITE_NAMES)[number];
