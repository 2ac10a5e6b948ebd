/** Words by which a message is read as a part of a conversation, or of a search in a catalogue. */
export interface ThreadWords {
  /** A capital letter inside a sentence marks a name. */
  readonly capitalsMarkNames?: true;
  readonly weekdays?: string;
  readonly seasons?: string;
  readonly relativeDays?: string;
  /** Prepositions of one family, by blanks: they answer the same question. */
  readonly prepositionFamilies?: Readonly<Partial<Record<PrepositionFamily, string>>>;
  /** Between a preposition and its object, by blanks. */
  readonly phraseArticles?: string;

  /** Phrases whose pronoun refers to nothing: "is it possible to". */
  readonly emptyReferences?: readonly string[];
  /** A clause before one of these may name what a pronoun behind it refers to. */
  readonly referenceBorders?: string;
  /** Tie a message to what was said before; the second ones may follow the first. */
  readonly conjunctions?: string;
  readonly conjunctionFillers?: string;
  /** Openings that put something in the place of what was asked: "what about". */
  readonly aboutOpenings?: string;
  /** Before the words that correct what was said before. */
  readonly correctionOpenings?: string;
  /** Messages that ask for more. */
  readonly moreRequests?: string;
  /** Words that refer to things said before. */
  readonly references?: string;
  /** Of these: stand before a noun, and before a noun or alone. */
  readonly possessives?: string;
  readonly determiners?: string;
  /** Pronouns for several things, or for one or several: they stand for the whole subject. */
  readonly severalPronouns?: string;
  /** Questions what something is, with `<subject>` in its place. */
  readonly subjectQuestions?: readonly string[];
  /** Pronouns at the beginning of a subject, for a place, and for a thing or person. */
  readonly standIns?: string;
  readonly placePronouns?: string;
  readonly thingPronouns?: string;
  /** A preposition, as a group of that name, and a pronoun in one word: "davon". */
  readonly pronominalAdverbs?: string;

  /** Words that ask for more, and words of the sentences that name gaps, by blanks: neither finds anything. */
  readonly refinementWords?: string;
  /** Words with which a message sets limits; without their values they say nothing. */
  readonly limitPhrases?: string;
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
  /** Ends of nouns that name no town. */
  readonly placelessEndings?: string;
  /** A name of an item follows any of these, whatever its words. */
  readonly titleLeads?: string;
  /** Join a title to the one before it; the second ones where the message compares. */
  readonly titleJoints?: string;
  readonly comparedTitleJoints?: string;
  readonly comparing?: string;
  /** What an item has follows any of these. */
  readonly featureLeads?: string;
  /** Before a sum that a person is ready to spend. */
  readonly budgetLeads?: string;
  /** Between a filter's words and the day. */
  readonly dayLeads?: string;
  /** Belong to what follows them in a wish. */
  readonly wishLeads?: string;
  /** Between a filter's words and its number. */
  readonly numberLeads?: string;
  /** Behind a price: what follows is not counted by it. */
  readonly priceFollowers?: string;
  /** Ask for something else than items. */
  readonly ownQuestions?: string;
  /** Ask which item is better. */
  readonly comparingQuestions?: string;
}

export type PrepositionFamily =
  | 'where'
  | 'at most'
  | 'at least'
  | 'where to'
  | 'where from'
  | 'for'
  | 'before'
  | 'after'
  | 'during'
  | 'since'
  | 'until';
