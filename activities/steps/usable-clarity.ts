import { isForeign } from '@plumbline/language/detection';
import { mentionsEntity } from '@plumbline/language/questions';
import { contentTerms, isAmongStems } from '@plumbline/language/terms';
import { assessClarityStep, type AssessClarityStepInput, type AssessedClarity } from './assess-clarity.ts';

/** Shorter questions say too little for a repetition to be told from a narrower question. */
const FEWEST_WORDS = 3;
/** New words that make a question of its own. */
const NEW_WORDS = 3;

/**
 * What of a model's assessment can be used; the rest is the rule's. Entities are kept where the person named one of
 * them, and what is asked back has to do with the question or the documents, and is not the question once more.
 */
export function usableClarity(said: AssessedClarity, input: AssessClarityStepInput): AssessedClarity {
  const ruled = assessClarityStep.offline(input);
  const { question, conversation, language, mode, maxQuestions } = input;
  const asked = [question, ...conversation.flatMap(({ answer }) => answer ?? [])].join('\n');
  const askedWords = stemsOf(asked, language);
  // A model may add an abbreviation or a section to what the person named.
  const isAsked = (entity: string): boolean =>
    mentionsEntity(asked, entity, language) ||
    [...stemsOf(entity, language)].some((stem) => isAmongStems(stem, askedWords, language));
  // One that the person named shows that the rest is about the question, also what only the documents call by its name.
  const keyEntities = said.keyEntities.some(isAsked) ? said.keyEntities : [];
  const questions = said.questions.filter((back) => asksBack(back, input));
  const isOnSubject = sharesWord(said.scope, input);
  const isUnusable = keyEntities.length === 0 && questions.length === 0 && !isOnSubject;
  return {
    ...said,
    keyEntities: keyEntities.length > 0 ? keyEntities : ruled.keyEntities,
    scope: isOnSubject ? said.scope : ruled.scope,
    questions:
      isUnusable || (mode === 'always' && maxQuestions > 0 && questions.length === 0) ? ruled.questions : questions,
  };
}

function asksBack(
  { text, reason, assumption }: AssessedClarity['questions'][number],
  input: AssessClarityStepInput,
): boolean {
  const { question, language } = input;
  const isRepetition = repeatsQuestion(text, question, language) || asksForAnswer(text, question, language);
  // Both are shown, and a question in another language could not be answered.
  const isMixed = isForeign(text, language) || isForeign(assumption, language);
  return text !== '' && !isRepetition && !isMixed && sharesWord([text, reason, assumption].join('\n'), input);
}

/** Whether a text has a word of the question or of the passages found for it. */
function sharesWord(text: string, { question, passages, language }: AssessClarityStepInput): boolean {
  const found = passages.map(({ title, headingPath, snippet }) => [title, ...headingPath, snippet].join('\n'));
  const known = stemsOf([question, ...found].join('\n'), language);
  return [...stemsOf(text, language)].some((stem) => isAmongStems(stem, known, language));
}

/** Whether a question back is the question itself once more. */
export function repeatsQuestion(text: string, question: string, language: string): boolean {
  const own = stemsOf(question, language);
  const asked = stemsOf(text, language);
  return (
    own.size >= FEWEST_WORDS &&
    [...own].every((stem) => isAmongStems(stem, asked, language)) &&
    [...asked].filter((stem) => !isAmongStems(stem, own, language)).length < NEW_WORDS
  );
}

/** Whether a question back has only words of the question: it asks for the answer, or a part of it, and clarifies nothing. */
function asksForAnswer(text: string, question: string, language: string): boolean {
  const own = stemsOf(question, language);
  const asked = [...stemsOf(text, language)];
  // One word alone may ask which of several is meant.
  return asked.length > 1 && asked.every((stem) => own.has(stem));
}

function stemsOf(text: string, language: string): Set<string> {
  return new Set(contentTerms(text, language).map(({ stem }) => stem));
}
