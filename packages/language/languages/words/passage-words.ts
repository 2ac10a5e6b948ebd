/** Words by which the statements of a passage are read without a model. */
export interface PassageWords {
  /** Before the number of a section, which is no figure. */
  readonly sectionLabels?: string;
  /** Words that state a number or a value. */
  readonly numberWords?: string;
  /** Numbers that count units of time. */
  readonly countingNumbers?: string;
  readonly spans?: string;
  /** Stems of the units of time, without umlauts. */
  readonly spanStems?: string;
  /** Words for the end of a period. */
  readonly deadlines?: string;
  /** Behind the hour. */
  readonly timesOfDay?: string;
  /** Tell of an event that begins or ends something. */
  readonly eventVerbs?: string;
  /** Before a noun that is an event as a point in time: "bei Sonnenaufgang". */
  readonly eventLeads?: string;
  /** Verbs of duties and permissions, with their ends. */
  readonly modals?: string;
  /** Words that surely refuse or allow. */
  readonly permissions?: string;
  /** Words that decide a yes or no. */
  readonly decisions?: string;
  /** Words of an instruction, with their ends. */
  readonly instructions?: string;
  /** Names of units that answer a question for one form. */
  readonly unitsOfForm?: Readonly<Partial<Record<UnitForm, string>>>;
  /** Tell an age, with their ends. */
  readonly ages?: string;
  readonly percents?: string;
  /** Tell a limit, as they are written. */
  readonly limits?: string;
  /** Before what is counted: "number of". */
  readonly numberOf?: string;
  /** Before a person or a role, with the articles between. */
  readonly personLeads?: string;
  readonly personArticles?: string;
  /** Ends of words for roles and bodies, and their inflections. */
  readonly roleEndings?: string;
  readonly roleInflections?: string;
  readonly defines?: string;

  /** A word is defined for its document. */
  readonly definitions?: string;
  readonly conditions?: string;

  /** A sentence that begins like this refers to the one before it. */
  readonly leaningOpenings?: string;
  /** A clause whose subject an earlier sentence names: the conjunction, and the pronoun. */
  readonly leaningConjunctions?: string;
  readonly leaningPronouns?: string;
  /** They look like that but refer to nothing, with their ends. */
  readonly independentOpenings?: string;
  /** An earlier text names the subject, with their ends. */
  readonly subjectlessOpenings?: string;

  /** Begin a line of navigation. */
  readonly navigation?: string;
  /** Labels of records about a text. */
  readonly recordLabels?: string;
  readonly rightsReserved?: string;
  /** All that is left of a section without content. */
  readonly omissions?: string;
  readonly footnotes?: string;
}

export type UnitForm = 'money' | 'speed' | 'sound' | 'mass' | 'length';
