/**
 * Words by which texts are divided, and their numbers, units and dates are read, and by which references to places and works
 * are found. Those of references are regular expressions in which a blank is any white space within a paragraph; `*` has its
 * usual meaning.
 */
export interface TextWords {
  /** Function words, by blanks: they are no subject, and tell the language of a short text. */
  readonly stopWords?: string;
  /** Every noun has a capital letter: a capital marks no name, and words in lower case are no subject. */
  readonly capitalisesNouns?: true;
  /** Compounds are one word: "Grenzwert". */
  readonly writesCompounds?: true;
  /** Words with a full stop inside a sentence, by blanks; not those that often end one ("etc."). */
  readonly abbreviations?: string;
  /** Abbreviations that are words as well, in the case in which they end a sentence. */
  readonly abbreviationsThatAreWords?: string;
  /** Before an ordinal with a full stop, which ends no sentence: "am 1. Januar", "mit dem vollendeten 14. Lebensmonat". */
  readonly ordinalLeads?: string;
  /** Join the halves of a compound that share a part, so that a hyphen before them stays: "Ein- und Ausfuhr". */
  readonly suspendedCompoundJoints?: string;
  /** A regular expression for words that are written with their hyphen, also where a line ends at it: "self-adjusting". */
  readonly hyphenatedWords?: string;
  /** The same for words that are so only if both parts are words of their own: "bypass-valve", but not "consider-able". */
  readonly hyphenatedPairs?: string;

  /** Two to twenty, by blanks. */
  readonly numbers?: string;
  /** Thirty to ninety and a hundred, by blanks. */
  readonly tens?: string;
  /** Third to twelfth, by blanks; "first" and "second" more often open arguments or measure time than count. */
  readonly ordinals?: string;
  /** Endings of each ordinal, by blanks; none: the ordinals are whole words. */
  readonly ordinalEndings?: string;
  /** What makes digits an ordinal: "3rd". */
  readonly ordinalMarks?: string;
  /** Stand before the date of which a document is. */
  readonly datedAs?: string;
  /** Stand before what last changed a document, with its date. */
  readonly amendedBy?: string;
  /** By blanks. */
  readonly multipliers?: Readonly<Partial<Record<'hundred' | 'thousand' | 'million' | 'billion', string>>>;
  /** Words for 0, 2 and 12, by blanks. */
  readonly zero?: string;
  readonly twice?: string;
  readonly dozen?: string;
  /** Words for 1 that are no article. */
  readonly single?: string;
  /** Articles that count one: "an hour". */
  readonly oneArticles?: string;
  /** Ends of adjectives that hold a number and a unit of time: "sechsmonatig". */
  readonly spanAdjectives?: string;
  /** Between two numbers that share what follows: "3 to 6 %". */
  readonly rangeJoints?: string;
  /** Before the unit of a rate: "per minute". */
  readonly rateWords?: string;
  /** Names of units, by the English one. */
  readonly units?: Readonly<Record<string, string>>;

  /** January to December, in lower case, by blanks. */
  readonly months?: string;
  /** Between the day and the month: "3rd of May". */
  readonly dayJoint?: string;
  /** This weekend. */
  readonly thisWeekend?: string;
  /** Labels of places, of one and of several, and the numbers that may follow them. */
  readonly placeLabels?: readonly PlaceLabelWords[];
  /** Labels of places in headings, in lower case. */
  readonly headingLabels?: Readonly<Partial<Record<PlaceLabelWords['kind'], string>>>;
  /** First to twelfth, without endings, by blanks. */
  readonly placeOrdinals?: string;
  /** Beginnings of the labels of captions. */
  readonly captionBeginnings?: string;
  /** Labels in the plural, or with the same form as the plural: a list of bare numbers may follow them. */
  readonly listLabels?: string;
  /** Labels without a full stop, with their number and what has to follow: they mean something else as well. */
  readonly ambiguousPlaces?: string;
  /** Such a label for an article. */
  readonly ambiguousArticle?: string;
  /** Labels of a paragraph. */
  readonly paragraphs?: string;
  /** Labels of finer parts, which are not resolved. */
  readonly finerParts?: string;
  /** Finer parts with an ordinal in place of a number. */
  readonly finerPhrases?: string;
  /** Before a further value of a part. */
  readonly furtherLabels?: string;
  /** Join further values, the numbers of a list, and the ends of a range. */
  readonly valueJoints?: string;
  readonly listJoints?: string;
  readonly placeRangeJoints?: string;
  /** Articles between the numbers of a list. */
  readonly listArticles?: string;
  /** Join two places of different works. */
  readonly workJoints?: string;
  /** Between such a joint and the next place. */
  readonly placeFillers?: string;
  /** Before the number of a part of a standard, and of its section. */
  readonly standardParts?: string;
  readonly standardSections?: string;
  /** The document itself, behind a place. */
  readonly ownWorks?: string;
  /** Acts of the European Union, with their numbers. */
  readonly europeanActs?: string;
  /** Acts that amend another one, with their dates. */
  readonly amendingActs?: string;
  /** Titles of works. */
  readonly workTitles?: string;
  /** Between a place and its work: before a short name, with the article behind, and before a title. */
  readonly ofWork?: string;
  readonly ofWorkArticle?: string;
  readonly ofTitle?: string;
  /** Between a place and the name of a work that has no form of its own. */
  readonly ofNamedWork?: string;
  /** Before a whole work. */
  readonly workLeads?: string;
  /** Kinds of works without a name. */
  readonly namelessWorks?: string;

  /** A single change of one of these turns a quotation into its opposite. */
  readonly decisiveWords?: string;

  readonly nearly?: string;
  readonly about?: string;
  /** Bounds right before a figure that say more elsewhere. */
  readonly lowerBounds?: string;
  readonly upperBounds?: string;

  /** Join the parts of an enumeration. */
  readonly enumerationJoints?: string;
  /** Small words within a name of several words: "van", "of". */
  readonly nameParticles?: string;
  /** Quotation marks; straight ones of English without. */
  readonly quotationMarks?: readonly [opening: string, closing: string];

  /** What numbers a place or a version: the number states nothing. */
  readonly numberedPlaces?: string;
  /** Before the number of an entry that a text lists itself. */
  readonly steps?: string;
  /** Between the numbers of such a list. */
  readonly numberListJoints?: string;
}

/** Places whose label has a number: "§ 5", "Article 5", "Anlage 2", "Table 3". */
export const PLACE_KINDS = [
  'section',
  'article',
  'annex',
  'division',
  'subdivision',
  'chapter',
  'part',
  'title',
  'table',
  'figure',
  'page',
] as const;

interface PlaceLabelWords {
  readonly kind: (typeof PLACE_KINDS)[number];
  readonly label: string;
  /** Digits alone, digits alone without letters, Roman numerals as well, or letters, too. */
  readonly numbers: 'digits' | 'plain digits' | 'digits or Roman' | 'any';
}
