import { LANGUAGES } from '../languages/languages.ts';
import { ofAll, sourceOf, sourceOfAll, wholeWordsOfAll } from '../languages/word-patterns.ts';
import type { FigureForm } from '../languages/words/message-words.ts';
import { contentTerms, isAmongStems, stemsIn } from '../text/terms.ts';
import { listedParts } from './listed-parts.ts';

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

const MAX_ENTITIES = 8;
const QUOTED = /["„“»`']([^"“”«`']{2,60})["”“«`']/gu;
const ACRONYM = /(?<![\p{L}\p{N}])\p{Lu}[\p{Lu}\p{N}]+(?![\p{L}])/gu;
const IDENTIFIER =
  /(?<![\p{L}\p{N}])(?:\p{L}+\.)*(?:\p{Ll}+\p{Lu}[\p{L}\p{N}]*|\p{Lu}\p{Ll}+\p{Lu}[\p{L}\p{N}]*|\p{L}+_[\p{L}\p{N}_]+)/gu;
const CAPITALISED = /(?<=[^.!?\s"„“]\s{1,20})\p{Lu}[\p{L}\p{N}-]+(?:\s+\p{Lu}[\p{L}\p{N}-]+)*/gu;

const QUESTION_WORD = sourceOfAll(({ questionWords }) => questionWords);
const QUESTION_VERB = sourceOfAll(({ questionVerbs }) => questionVerbs);

// "…, und wie lange …", "… and is it …": a second question after a conjunction.
const CONJUNCTION = new RegExp(
  `(?<!\\s)(?:\\s*[,;])?\\s+(?:${sourceOfAll(({ questionJoints }) => questionJoints)})\\s+(?=(?:${QUESTION_WORD}|${QUESTION_VERB})(?!\\p{L}))`,
  'iu',
);
const SENTENCE_END = /(?<=\?)\s+|(?<!\s)\s*;\s*/u;
const LEANS = wholeWordsOfAll(({ leaningWords }) => leaningWords);

// "Find out …", "Vergleiche …": a request is not an assertion either.
const REQUEST = sourceOfAll(({ researchRequests }) => researchRequests);
const ASKS = new RegExp(`\\?|？|؟|^\\W*(?:${QUESTION_WORD}|${QUESTION_VERB}|${REQUEST})(?!\\p{L})`, 'iu');

const ENDS_SENTENCE = /[.!。][\s"'”“’)\]]*$/u;

/** Shorter phrases without a full stop name a subject ("idle timeout of a client") but assert nothing. */
const FEWEST_WORDS = 6;

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

/** What a question is about: quoted words, identifiers, acronyms, and words with a capital letter inside a sentence. */
export function keyEntitiesIn(question: string, language: string): string[] {
  const named = namedIn(question, language);
  const candidates = named.length > 0 ? named : longestWords(question, language);
  return candidates.slice(0, MAX_ENTITIES);
}

/** The names of a question that no text mentions; a reader misses them, and hardly any other word. */
export function unmentionedNames(question: string, texts: readonly string[], language: string): string[] {
  const all = texts.join('\n');
  return namedIn(question, language).filter((name) => !mentionsEntity(all, name, language));
}

function namedIn(question: string, language: string): string[] {
  const named = [
    ...[...question.matchAll(QUOTED)].map((match) => match[1] ?? ''),
    ...[IDENTIFIER, ACRONYM, CAPITALISED].flatMap((pattern) => [...question.matchAll(pattern)].map(([match]) => match)),
  ];
  const telling = named.map((name) => name.trim()).filter((name) => contentTerms(name, language).length > 0);
  return [...new Set(telling)];
}

/** Whether a text mentions an entity, in any inflection and inside a compound. */
export function mentionsEntity(text: string, entity: string, language: string): boolean {
  const wanted = contentTerms(entity, language);
  const stems = stemsIn(text, language);
  return wanted.length > 0 && wanted.every(({ stem }) => isAmongStems(stem, stems, language));
}

/** The longest content words, for questions without names or capitals. */
function longestWords(question: string, language: string): string[] {
  const words = contentTerms(question, language).map(({ surface }) => surface);
  return [...new Set(words)].sort((a, b) => b.length - a.length).slice(0, 3);
}

/**
 * Whether a question is an assertion to check against the documents (as in SciFact): a sentence that neither asks nor
 * requests.
 */
export function isAssertion(text: string): boolean {
  if (ASKS.test(text)) return false;
  return ENDS_SENTENCE.test(text) || text.trim().split(/\s+/u).length >= FEWEST_WORDS;
}

/** An independently answerable part of a question. */
interface QuestionPart {
  readonly text: string;
  /** Whether it is about something that another part names ("and is it …"). */
  readonly isDependent: boolean;
}

/** Splits a question into its individual questions, and a list in one into its entries; returns at least one part. */
export function splitQuestion(question: string, language: string): QuestionPart[] {
  const pieces = question
    .split(SENTENCE_END)
    .flatMap((sentence) => sentence.split(CONJUNCTION))
    .map((piece) => piece.trim().replace(/(?<![,.?\s])[,.?\s]+$/u, ''))
    .filter((piece) => contentTerms(piece, language).length > 0);
  const parts = pieces.flatMap((piece, index): QuestionPart[] => {
    const listed = ENDS_SENTENCE.test(question) ? [] : listedParts(piece, language);
    if (listed.length > 0) return listed.map((text) => ({ text, isDependent: false }));
    return [{ text: piece, isDependent: index > 0 && leansOnAnother(piece, language) }];
  });
  if (parts.length < 2) return [{ text: question, isDependent: false }];
  return parts.map(({ text, isDependent }) => ({
    text: `${text.charAt(0).toUpperCase()}${text.slice(1)}?`,
    isDependent,
  }));
}

/** The same as at most so many texts; the last holds what is left. */
export function searchesFor(question: string, language: string, most: number): string[] {
  const parts = splitQuestion(question, language).map(({ text }) => text);
  return parts.length > most ? [...parts.slice(0, most - 1), parts.slice(most - 1).join(' ')] : parts;
}

/** Whether a question is about something that it does not name ("and is it …"), or is too short to be independent. */
function leansOnAnother(question: string, language: string): boolean {
  return LEANS.test(question) || contentTerms(question, language).length < 3;
}
