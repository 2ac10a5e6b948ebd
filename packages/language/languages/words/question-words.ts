/** Words by which questions are read: what they ask for, and their parts. */
export interface QuestionWords {
  /** Questions that ask for one form of answer, from word to word. */
  readonly asksFor?: Readonly<Partial<Record<FigureForm, string>>>;
  /** Before things or units of time that a question counts. */
  readonly howMany?: string;
  /** Units of time as a question names them. */
  readonly askedSpans?: string;
  /** Before the word that asks for a person: "by whom". */
  readonly personQuestionLeads?: string;
  readonly personQuestions?: string;
  /** At the beginning of a question, with their ends. */
  readonly definitionQuestions?: string;
  readonly permissionQuestions?: string;
  /** Questions that begin with the verb. */
  readonly decisionQuestions?: string;
  readonly instructionQuestions?: string;
  /** Questions that no single sentence answers: reasons, ways, comparisons; with their own borders. */
  readonly explanationQuestions?: string;
  readonly byDefault?: string;
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
  /** Verbs of a request to research something. */
  readonly researchRequests?: string;

  /** Common words that decide what is asked for: "default", "at least". */
  readonly qualifiers?: string;
  /** Verbs that a question needs and an answer rarely repeats. */
  readonly lightVerbs?: string;
}

/** Forms of answers that a word of the question asks for. */
export type FigureForm =
  | 'age'
  | 'duration'
  | 'speed'
  | 'sound'
  | 'mass'
  | 'length'
  | 'money'
  | 'count'
  | 'value'
  | 'time';
