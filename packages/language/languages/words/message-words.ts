/**
 * Words by which a message is read, alone, as a part of a conversation, or of a search in a catalogue; and a question: what it
 * asks for, its parts, and the statements of a passage that answer it without a model. Where patterns read single blanks,
 * `<polite>` stands for polite words at the beginning, `<end>` for the end of the message.
 */
export interface MessageWords {
  readonly greetings?: string;
  /** Thanks, farewells, and words that only agree. */
  readonly thanks?: string;
  /** Words that may accompany courtesies without asking anything, by blanks. */
  readonly courtesyCompanions?: string;
  /** A message of these alone asks what the documents are, by blanks. */
  readonly overviewWords?: string;

  readonly messageVerbs?: string;
  /** Verbs that begin a question about facts, not a request to the assistant. */
  readonly factVerbs?: string;
  /** Words that begin a request to the assistant. */
  readonly messageRequests?: string;
  /** Words of place, time and manner with which a part of a sentence begins. */
  readonly prepositions?: string;

  /** Words for limits in the messages to a catalogue; below and above a limit, it does not count itself. */
  readonly filterBelow?: string;
  readonly filterAtMost?: string;
  readonly filterAbove?: string;
  readonly filterAtLeast?: string;
  /** An amount behind one of these is no limit. */
  readonly filterAbout?: string;
  readonly filterOrMore?: string;
  /** What comes with one of these is a wish. */
  readonly wishes?: string;
  readonly filterNegators?: string;
  /** End the reach of a wish. */
  readonly wishBorders?: string;
  /** What people say to ask for something; it tells nothing about the thing. */
  readonly filterRequests?: string;
  /** The numbers 1 to 12, by blanks; several words for one by `|`. */
  readonly countWords?: string;
  /** Between words and the value that they announce. */
  readonly filterArticles?: string;
  /** Values of a yes or no, as catalogues and tables have them. */
  readonly trueWords?: string;
  readonly falseWords?: string;
  /** Between a preposition and its object, by blanks. */
  readonly phraseArticles?: string;

  /** Phrases whose pronoun refers to nothing: "is it possible to". */
  readonly emptyReferences?: readonly string[];
  /** Tie a message to what was said before. */
  readonly conjunctions?: string;
  /** Openings that put something in the place of what was asked: "what about". */
  readonly aboutOpenings?: string;
  /** Before the words that correct what was said before. */
  readonly correctionOpenings?: string;
  /** Words that refer to things said before. */
  readonly references?: string;
  /** Of these: stand before a noun, and before a noun or alone. */
  readonly possessives?: string;
  readonly determiners?: string;
  /** Pronouns for several things, or for one or several: they stand for the whole subject. */
  readonly severalPronouns?: string;
  /** A clause before one of these may name what a pronoun behind it refers to. */
  readonly clauseOpenings?: string;
  /** Questions what something is, with `<subject>` in its place. */
  readonly subjectQuestions?: readonly string[];
  /** Pronouns for a thing or a person, and for a place. */
  readonly thingPronouns?: string;
  readonly placePronouns?: string;

  /** Headings of a list of sources. */
  readonly sourceHeadings?: string;
  /** Before a source in brackets. */
  readonly sourceLabels?: string;
  /** Before an address. */
  readonly addressLeads?: string;
  /** Begin a sentence that points to an address. */
  readonly pointerOpenings?: string;

  /** Join two places, or two parts of a sentence. */
  readonly placeJoints?: string;
  /** Ask for something else than items. */
  readonly ownQuestions?: string;
  /** The form of a question, not its subject: "how many". */
  readonly interrogatives?: string;
  /** Verbs that belong to the form of a question, around its subject, which is the group. */
  readonly formVerbs?: string;

  readonly questionWords?: string;
  readonly questionVerbs?: string;
  /** Before a second question. */
  readonly questionJoints?: string;
  /** Refer to what another part of the question names. */
  readonly leaningWords?: string;

  /** Verbs that a question needs and an answer rarely repeats. */
  readonly lightVerbs?: string;

  /** A sentence that begins like this refers to the one before it. */
  readonly leaningOpenings?: string;
  /** They look like that but refer to nothing, with their ends. */
  readonly independentOpenings?: string;
  /** An earlier text names the subject, with their ends. */
  readonly subjectlessOpenings?: string;
}
