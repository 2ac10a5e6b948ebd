import { LANGUAGES } from '../languages/languages.ts';
import { ofAll, sourceOf, sourceOfAll } from '../languages/word-patterns.ts';
import type { FigureForm } from '../languages/words/question-words.ts';

/**
 * The form of the answer to a question: a number of things, a duration, money, a figure with a unit, an age, a point in
 * time, a person or body, a definition, a permission or its opposite, a yes or no, an instruction, an explanation such as
 * a reason or a comparison, some other figure, or `open` if any sentence may answer.
 */
export type AnswerForm =
  | FigureForm
  | 'person'
  | 'definition'
  | 'permission'
  | 'decision'
  | 'instruction'
  | 'explanation'
  | 'open';

/** The forms that a question asks for, in the order in which they are looked for. */
const FIGURE_FORMS = [
  'age',
  'duration',
  'speed',
  'sound',
  'mass',
  'length',
  'money',
  'count',
  'value',
  'time',
] as const satisfies readonly FigureForm[];
const COUNTS_TIME = String.raw`(?:${sourceOfAll(({ howMany }) => howMany)})\s+(?:${sourceOfAll(({ askedSpans }) => askedSpans)})`;
const ASKS_FOR: readonly (readonly [AnswerForm, RegExp])[] = [
  ...FIGURE_FORMS.map((form): [AnswerForm, RegExp] => {
    const asked = sourceOfAll(({ asksFor }) => asksFor?.[form]);
    return [form, new RegExp(String.raw`\b(?:${form === 'duration' ? `${COUNTS_TIME}|` : ''}${asked})\b`, 'iu')];
  }),
  [
    'person',
    new RegExp(
      String.raw`^\W*(?:(?:${sourceOfAll(({ personQuestionLeads }) => personQuestionLeads)})\s+)?(?:${sourceOfAll(({ personQuestions }) => personQuestions)})\b`,
      'iu',
    ),
  ],
  ['definition', opening(sourceOfAll(({ definitionQuestions }) => definitionQuestions))],
  ['permission', opening(String.raw`(?:${sourceOfAll(({ permissionQuestions }) => permissionQuestions)})(?!\p{L})`)],
];

// "Wie lange", "how many", "what happens when": the form of the question, not its subject.
const INTERROGATIVE = new RegExp(
  String.raw`\b(?:${sourceOfAll(({ interrogatives }) => interrogatives)})(?!\p{L})`,
  'giu',
);

// "Is TLS on by default?", "Unterstützt der Dienst …?": questions that begin with the verb.
// "Was" opens one in English, and asks for a thing in German.
const ASKS_YES_OR_NO = new Map(
  LANGUAGES.map(({ code, decisionQuestions = '' }) => [code, opening(sourceOf(decisionQuestions))]),
);
const ASKS_FOR_EXPLANATION = new RegExp(
  sourceOfAll(({ explanationQuestions }) => explanationQuestions),
  'iu',
);
const BY_DEFAULT = new RegExp(String.raw`\b(?:${sourceOfAll(({ byDefault }) => byDefault)})\b`, 'iu');
const ASKS_HOW = opening(sourceOfAll(({ instructionQuestions }) => instructionQuestions));

function opening(source: string): RegExp {
  return new RegExp(String.raw`^\W*(?:${source})`, 'iu');
}

/** Derives the form of the expected answer from the wording of the question. @param language ISO 639-1, or `und` */
export function answerFormOf(question: string, language: string): AnswerForm {
  const form = ASKS_FOR.find(([, pattern]) => pattern.test(question))?.[0];
  // "Is it on by default?" does not ask for a figure, "Is there an upper limit?" does.
  const isSwitch = form === 'value' && BY_DEFAULT.test(question);
  const isDecision = ASKS_YES_OR_NO.get(language)?.test(question) === true;
  if ((form === undefined || isSwitch) && isDecision) return 'decision';
  if (form !== undefined) return form;
  if (ASKS_HOW.test(question)) return 'instruction';
  return ASKS_FOR_EXPLANATION.test(question) ? 'explanation' : 'open';
}

/** The words of a question that ask for this form: "how many seconds", "welchem Alter". */
export function askingWords(form: AnswerForm, question: string): string {
  return ASKS_FOR.find(([name]) => name === form)?.[1].exec(question)?.[0] ?? '';
}

const WITHOUT_FIGURE: ReadonlySet<AnswerForm> = new Set([
  'open',
  'person',
  'definition',
  'permission',
  'decision',
  'instruction',
  'explanation',
  'time',
]);

/** Whether the answer must contain a figure. */
export function asksForFigure(form: AnswerForm): boolean {
  return !WITHOUT_FIGURE.has(form);
}

// "How does X work": the verb belongs to the form; in "work permit" the same word is the subject.
const HOW_IT_WORKS = ofAll(({ formVerbs }) => formVerbs).map((verbs) => new RegExp(sourceOf(verbs), 'giu'));

/** Removes the words that only ask, which do not help a search. */
export function withoutInterrogatives(question: string): string {
  return HOW_IT_WORKS.reduce((rest, verbs) => rest.replace(verbs, '$1'), question.replace(INTERROGATIVE, ' '));
}
