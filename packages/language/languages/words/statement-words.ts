/** Words by which a statement of news is read, to compare it with another. */
export interface StatementWords {
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
