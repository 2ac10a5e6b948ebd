/**
 * Words by which messages of a conversation are read. Their patterns read single blanks. `<polite>` stands for polite words
 * at the beginning, `<end>` for the end of the message.
 */
export interface MessageWords {
  readonly greetings?: string;
  /** Thanks and farewells. */
  readonly thanks?: string;
  readonly acknowledgements?: string;
  /** Words that may accompany courtesies without asking anything, by blanks. */
  readonly courtesyCompanions?: string;
  /** Right behind a greeting: "hello there". */
  readonly greetingCompanions?: string;
  /** Begin what a message asks behind a courtesy. */
  readonly messageOpeners?: string;
  /** Whole messages that ask why an answer says what it says, or whether it is sure. */
  readonly doubts?: string;
  /** Questions about the assistant, as whole messages. */
  readonly assistantQuestions?: readonly string[];

  /** Between numbers. */
  readonly operators?: string;
  readonly calculationLeads?: string;
  /** Names of languages. */
  readonly languageNames?: string;
  /** Before the name of a language in a request to translate. */
  readonly intoLanguage?: string;
  /** Questions how something is said in a language, up to its name. */
  readonly wordingQuestions?: readonly string[];
  readonly politeWords?: string;
  /** Verbs that ask for work on a text of the message. */
  readonly reworkVerbs?: string;
  readonly translationVerbs?: string;
  /** Requests for an overview. */
  readonly overviews?: readonly string[];
  /** Questions that want one thing, with their ends. */
  readonly specifics?: string;

  readonly messageQuestionWords?: string;
  readonly messageVerbs?: string;
  /** Verbs that begin a question about facts, not a request to the assistant. */
  readonly factVerbs?: string;
  /** Words that begin a request to the assistant. */
  readonly messageRequests?: string;
  /** Words of place, time and manner with which a part of a sentence begins. */
  readonly prepositions?: string;
  /** Words that narrow or change what was asked before. */
  readonly limitWords?: string;

  /** Words for limits in the messages to a catalogue. */
  readonly filterAtMost?: string;
  readonly filterAtLeast?: string;
  /** An amount behind one of these is no limit. */
  readonly filterAbout?: string;
  readonly filterBetween?: string;
  readonly filterAnd?: string;
  readonly filterOrMore?: string;
  /** What comes with one of these is a wish. */
  readonly wishes?: string;
  readonly filterNegators?: string;
  /** End the reach of a wish. */
  readonly wishBorders?: string;
  /** What people say to ask for something; it tells nothing about the thing. */
  readonly filterRequests?: string;
  /** The numbers 1 to 12; several words for one by blanks. */
  readonly countWords?: readonly string[];
  readonly filterArticles?: string;
  /** Values of a yes or no, as catalogues and tables have them. */
  readonly trueWords?: string;
  readonly falseWords?: string;
}
