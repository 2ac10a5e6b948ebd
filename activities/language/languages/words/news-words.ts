/** Words by which facts in the news are told from opinions and plans. */
export interface NewsWords {
  /** Parts of an address, and the beginning of a title, that mark an opinion. */
  readonly opinionPaths?: string;
  readonly opinionTitles?: string;
  /** Such words at the end of a title. */
  readonly opinionTitleEnds?: string;
  readonly opinions?: string;
  readonly forecasts?: string;
  /** What only a forecast says of the future. */
  readonly drifts?: string;
  readonly advice?: string;
  /** What somebody decided. */
  readonly decided?: string;
  /** Past and perfect; forms of "say" alone report words and no deed. */
  readonly newsDeeds?: string;
  /** Beginnings of phrases that always tell a view: "key to". */
  readonly views?: string;
  /** At the beginning of a sentence that names its subject behind a time: "this week". */
  readonly timeOpenings?: string;
  /** A statement takes back what was said. */
  readonly retractions?: readonly string[];
  /** Titles of corrections. */
  readonly correctionTitles?: string;
  /** A single change of one of these turns a quotation into its opposite. */
  readonly decisiveWords?: string;
}
