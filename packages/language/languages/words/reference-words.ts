/**
 * Words by which references to places and works are found. Their expressions are regular expressions in which a blank is
 * any white space within a paragraph; `*` has its usual meaning.
 */
export interface ReferenceWords {
  /** Labels of places, of one and of several, and the numbers that may follow them. */
  readonly placeLabels?: readonly PlaceLabelWords[];
  /** Labels of places in headings, in lower case. */
  readonly headingLabels?: Readonly<Partial<Record<PlaceLabelWords['kind'], string>>>;
  /** First to twelfth, without endings. */
  readonly placeOrdinals?: readonly string[];
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
}

interface PlaceLabelWords {
  readonly kind:
    | 'section'
    | 'article'
    | 'annex'
    | 'subdivision'
    | 'division'
    | 'chapter'
    | 'part'
    | 'title'
    | 'table'
    | 'figure'
    | 'page';
  readonly label: string;
  /** Digits alone, digits alone without letters, Roman numerals as well, or letters, too. */
  readonly numbers: 'digits' | 'plain digits' | 'digits or Roman' | 'any';
}
