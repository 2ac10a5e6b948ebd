import type { AssessClarityInput } from '@plumbline/contracts/activities';
import { MAX_TASKS } from '@plumbline/contracts/evidence/research-plan';
import type { ReasoningInput } from '@plumbline/contracts/research/accounting';
import { isForeign } from '@plumbline/language/detection';
import { keyEntitiesIn, mentionsEntity } from '@plumbline/language/questions';
import { bestOfAll, coverage, matchTerms, type WeightedTerm } from '@plumbline/language/term-matching';
import { contentTerms, isAmongStems, wordsOf, wordsOfRun } from '@plumbline/language/terms';
import { boundedList, boundedText, readScores } from '@plumbline/model/answers';
import type { ReasoningStep } from '@plumbline/model/reasoner';
import { offlinePhrasesFor } from '@plumbline/offline/phrases';
import { z } from 'zod';
import { followUpOf, leaningWords } from '../conversations/follow-up.ts';
import { plannedTasks, planningRules } from './plan-research.ts';
import { systemOpening, tagged, taggedConversation, taggedShelf } from './prompt-text.ts';

export interface AssessClarityStepInput extends Omit<AssessClarityInput, keyof ReasoningInput | 'hits' | 'corpusId'> {
  readonly today: string;
  /** ISO 639-1 code of the question. */
  readonly language: string;
  readonly terms: readonly WeightedTerm[];
  /** The documents, a line each. */
  readonly shelf: readonly string[];
  /** First retrieval, best first. */
  readonly passages: readonly RetrievedPassage[];
}

export interface RetrievedPassage {
  readonly title: string;
  readonly headingPath: readonly string[];
  readonly snippet: string;
  readonly providerScore: number;
}

const MOST_QUESTIONS = 3;

export const clarityAssessmentSchema = z.object({
  keyEntities: boundedList(
    boundedText(80, 'a few words'),
    12,
    'people, things, norms and terms that the question is about, as it names them',
  ),
  scope: boundedText(300, 'what belongs to the answer, in one sentence'),
  knowledgeGaps: boundedList(boundedText(200, 'one sentence'), 6, 'what the passages leave open'),
  coverage: z.preprocess(
    (value) => readScores([value])[0],
    z.number().min(0).max(1).describe('how much of the question the passages cover'),
  ),
  questions: boundedList(
    z.object({
      text: boundedText(300, 'question to the person'),
      reason: boundedText(200, 'what the answer decides'),
      assumption: boundedText(200, 'what is assumed without an answer'),
    }),
    MOST_QUESTIONS,
    'only what would change the answer; often empty',
  ),
  // Without them the question is planned on its own.
  tasks: z.preprocess((value) => value ?? [], plannedTasks(MAX_TASKS)),
});
export type AssessedClarity = z.infer<typeof clarityAssessmentSchema>;

/** A model sees fewer hits; they are enough to show what the documents contain. */
const SHOWN = 8;
/** A word with less than this share of the largest weight ("year", "place") is not distinctive. */
const TELLING_SHARE = 0.4;

/** Judges how clear a question is, given the documents, and what to ask the user. */
export const assessClarityStep: ReasoningStep<AssessClarityStepInput, AssessedClarity> = {
  name: 'assess-clarity',
  role: 'main',
  version: 10,
  output: clarityAssessmentSchema,
  asked: (_, most) => clarityAssessmentSchema.extend({ tasks: plannedTasks(most) }),
  prompt: (input) => ({
    most: input.maxTasks,
    system: systemOpening(
      'You prepare research in a collection of documents: you judge whether a question is clear enough to start, and plan its tasks.',
      input.today,
      input.language,
    ),
    user: [
      tagged('question', input.question, 4_000),
      taggedConversation(input.conversation),
      ...taggedShelf(input.shelf),
      ...input.passages
        .slice(0, SHOWN)
        .map(({ title, headingPath, snippet }) =>
          tagged('passage', `${[title, ...headingPath].join(' > ')}\n${snippet}`, 500),
        ),
      renderRule(input),
      planningRules(input.maxTasks),
      [
        'Never ask again what the conversation has settled or left to an assumption.',
        'Give each question the assumption that holds if nobody answers: one sentence that makes sense without the question.',
      ].join('\n'),
    ].join('\n\n'),
  }),
  offline(input) {
    const { question, language, terms, passages } = input;
    const phrases = offlinePhrasesFor(language);
    const asked = [question, ...input.conversation.flatMap(({ answer }) => answer ?? [])].join('\n');
    const found = bestOfAll(
      terms,
      passages.map(({ headingPath, snippet }) => matchTerms(terms, [...headingPath, snippet].join('\n'), language)),
    );
    const missing = terms.filter((_, index) => (found[index] ?? 0) === 0).map(({ word }) => word);
    const titles = [...new Set(passages.slice(0, 5).map(({ title }) => title))].slice(0, 3);
    return {
      keyEntities: tellingEntities(keyEntitiesIn(asked, language), terms, language),
      scope: titles.length > 0 ? phrases.within(titles) : phrases.withinDocuments,
      knowledgeGaps: missing.length > 0 ? [phrases.noHitFor(missing)] : [],
      coverage: Math.round(coverage(terms, found) * 100) / 100,
      questions: questionsFor(input),
      // Planned by the rules once everything is known.
      tasks: [],
    };
  },
};

/** Without a model only what the question refers to and does not name is asked, and of one word what about it; all else can be searched. */
function questionsFor(input: AssessClarityStepInput): AssessedClarity['questions'] {
  const { question, mode, conversation, language, maxQuestions } = input;
  if (conversation.length > 0) return [];
  const phrases = offlinePhrasesFor(language);
  const followUp = followUpOf(question, language);
  if (followUp?.needsThread === true) {
    const words = leaningWords(followUp);
    const text = offlinePhrasesFor(language).whatIsMeant(words);
    return [{ text, reason: phrases.unsaidReason, assumption: phrases.leftOpen(words) }];
  }
  if ((mode !== 'always' && !isOneWord(input)) || maxQuestions === 0) return [];
  const text = isOneWord(input) ? phrases.whatAbout(wordsOf(question)[0]?.text ?? '') : phrases.anyRestriction;
  return [{ text, reason: phrases.anyRestrictionReason, assumption: phrases.noRestriction }];
}

/** A word names a subject, and not what is asked of it. */
function isOneWord({ question }: Pick<AssessClarityStepInput, 'question'>): boolean {
  return wordsOf(question).flatMap(({ text }) => wordsOfRun(text)).length === 1;
}

/** Entities with high weight among the question's words; all if no entity is salient. */
function tellingEntities(entities: readonly string[], terms: readonly WeightedTerm[], language: string): string[] {
  const heaviest = Math.max(0, ...terms.map(({ weight }) => weight));
  const isTelling = (entity: string): boolean =>
    terms.some(
      ({ stem, weight }) =>
        weight >= heaviest * TELLING_SHARE && contentTerms(entity, language).some((term) => term.stem === stem),
    );
  const telling = entities.filter(isTelling);
  return telling.length > 0 ? telling : [...entities];
}

function renderRule({ mode, maxQuestions, conversation }: AssessClarityStepInput): string {
  const limit = 'and only where what the documents answer depends on it';
  if (maxQuestions === 0)
    return `Nobody can be asked; the report states the assumptions. Give at most ${MOST_QUESTIONS} questions that you would have asked, ${limit}.`;
  const least = mode === 'always' && conversation.length === 0 ? 'at least one and ' : '';
  return `Ask ${least}at most ${maxQuestions} questions, ${limit}.`;
}

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
  const mustAsk = mode === 'always' || isOneWord(input);
  const isUnusable = keyEntities.length === 0 && questions.length === 0 && !isOnSubject;
  return {
    ...said,
    keyEntities: keyEntities.length > 0 ? keyEntities : ruled.keyEntities,
    scope: isOnSubject ? said.scope : ruled.scope,
    questions: isUnusable || (mustAsk && maxQuestions > 0 && questions.length === 0) ? ruled.questions : questions,
  };
}

function asksBack(back: AssessedClarity['questions'][number], input: AssessClarityStepInput): boolean {
  const { text, reason, assumption } = back;
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
