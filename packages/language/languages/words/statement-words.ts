/** Words that decide whether a claim says what its evidence says, and by which a statement of news is compared with another. */
export interface StatementWords {
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
  /** The two sides of each thing that can happen. */
  readonly events?: Readonly<Partial<Record<EventConcept, readonly [positive: string, negative: string]>>>;
  /** Deny the event behind them. */
  readonly eventDenials?: string;
  /** Such words as an end of the word before: "didn't". */
  readonly eventDenyingEndings?: string;
  /** Deny the event before them. */
  readonly eventDenialsBehind?: string;
  /** Before an infinitive, which what governs it may deny: "scrapped its plan to build". */
  readonly infinitiveMarks?: string;
  /** Particles of verbs in two parts. */
  readonly verbParticles?: string;

  /** Verbs of telling at the end of a sentence: ", the agency announced". */
  readonly tellingVerbs?: string;
  /** Before such a clause: ", as the agency said". */
  readonly tellingLeads?: string;
  /** Name who told it, without a verb: "according to". */
  readonly tellers?: string;
  /** Verbs of telling at the beginning of a sentence. */
  readonly leadingTellingVerbs?: string;
  /** Joins what was told. */
  readonly thatWords?: string;
  /** Negations of several words, of which only the first is a negator. */
  readonly noLonger?: string;
  /** Words that tell how something became known, or that stand in any news, by blanks. */
  readonly newsWords?: string;
  /** Announces what is to come. */
  readonly planned?: string;
  /** Reports what has happened. */
  readonly done?: string;
  /** Between who acts and what is done. */
  readonly agentVerbs?: string;
  readonly passives?: string;
  /** Before the agent of a passive. */
  readonly by?: string;
  /** End the agent. */
  readonly agentBorders?: string;
  /** Before a place or a time, which is no agent. */
  readonly placeLeads?: string;
  /** It tells what holds from then on. */
  readonly inForce?: string;
  /** Forms of verbs that tell a deed. */
  readonly deeds?: string;
  /** Begin a clause of reasons, circumstances or reporting. */
  readonly subordinators?: string;
  /** A name by what is around it, in place of the ending of the possessive ("Munich’s"). */
  readonly nameContext?: string;
  /** What is about a matter and is not the matter. */
  readonly concerning?: string;

  /** Before a figure that is a change, not the amount: "raised by". */
  readonly changeLeads?: string;
  readonly amountLeads?: string;
  readonly roughLeads?: string;
  /** Bear a number as their name: "reactor 2". */
  readonly numberedThings?: string;
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

type Opposite = (typeof OPPOSITE_NAMES)[number];

/** What happened, as pairs of opposites. */
export const EVENT_CONCEPTS = [
  'approval',
  'operation',
  'contract',
  'construction',
  'amount',
  'restriction',
  'extension',
  'office',
  'schedule',
  'contest',
  'confirmation',
  'ownership',
] as const;

export type EventConcept = (typeof EVENT_CONCEPTS)[number];
