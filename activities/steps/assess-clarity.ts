import { z } from 'zod';
import { MAX_TASKS } from '../../workflows/contracts/evidence/research-plan.ts';
import type { Exchange } from '../../workflows/contracts/research/clarification.ts';
import type { ClarifyMode } from '../../workflows/contracts/research/research-request.ts';
import { keyEntitiesIn } from '../language/question/key-entities.ts';
import { bestOfAll, coverage, matchTerms, type WeightedTerm } from '../language/question/term-coverage.ts';
import { namedReferencesIn } from '../language/references/named-references.ts';
import { contentTerms, identifierParts } from '../language/text/terms.ts';
import { boundedList, boundedText } from '../model/engine/answer-parts.ts';
import type { ReasoningStep } from '../model/engine/reasoner.ts';
import { readScores } from '../model/engine/score-reading.ts';
import { offlinePhrasesFor } from '../wording/offline-phrases.ts';
import { plannedTasks, planningRules } from './plan-research.ts';
import { systemOpening, tagged, taggedConversation } from './prompt-text.ts';

export interface AssessClarityStepInput {
  readonly today: string;
  readonly question: string;
  /** ISO 639-1 code of the question. */
  readonly language: string;
  readonly conversation: readonly Exchange[];
  readonly mode: ClarifyMode;
  /** 0: no person can be asked, and assumptions replace the questions. */
  readonly maxQuestions: number;
  /** Most tasks of the plan. */
  readonly maxTasks: number;
  readonly terms: readonly WeightedTerm[];
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

/** A question with so few distinctive words leaves its subject open. */
const FEW_TERMS = 2;
/** A passage is about the question's subject when it covers this share of the question's words. */
const SAME_SUBJECT = 0.75;
const CONTEXTS_ASKED = 5;
const CONTEXTS_OF_DOCUMENT = 2;
const MAX_NAME_LENGTH = 90;
const LOOKED_AT = 20;
/** A model sees fewer hits; they are enough to show what the documents contain. */
const SHOWN = 8;
/** A word with less than this share of the largest weight ("year", "place") is not distinctive. */
const TELLING_SHARE = 0.4;

/** Judges how clear a question is, given the documents, and what to ask the user. */
export const assessClarityStep: ReasoningStep<AssessClarityStepInput, AssessedClarity> = {
  name: 'assess-clarity',
  role: 'main',
  version: 7,
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
      ...input.passages
        .slice(0, SHOWN)
        .map(({ title, headingPath, snippet }) =>
          tagged('passage', `${[title, ...headingPath].join(' > ')}\n${snippet}`, 500),
        ),
      renderRule(input),
      planningRules(input.maxTasks),
      'Never ask again what the conversation has settled or left to an assumption. Every question comes with the assumption that holds without an answer, as one sentence that can be understood without the question.',
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

function questionsFor(input: AssessClarityStepInput): AssessedClarity['questions'] {
  const { mode, conversation, language, maxQuestions } = input;
  if (conversation.length > 0) return [];
  const phrases = offlinePhrasesFor(language);
  if (isOpen(input) && !isSettled(input)) {
    const words = input.terms.map(({ word }) => word).join(' ');
    const contexts = contextsOf(input);
    if (contexts.length !== 1) {
      const text =
        contexts.length === 0
          ? phrases.whichSubject(words)
          : phrases.whichContext(words, contexts.slice(0, CONTEXTS_ASKED));
      return [{ text, reason: phrases.whichContextReason, assumption: phrases.allContexts(words) }];
    }
  }
  if (mode !== 'always' || maxQuestions === 0) return [];
  return [{ text: phrases.anyRestriction, reason: phrases.anyRestrictionReason, assumption: phrases.noRestriction }];
}

/** Whether the question's words are ambiguous between several subjects. */
function isOpen({ question, terms }: AssessClarityStepInput): boolean {
  const isSpecific =
    terms.length > FEW_TERMS ||
    namedReferencesIn(question).length > 0 ||
    terms.some(({ word }) => identifierParts(word).length > 0 || /\d|\p{Lu}{2}/u.test(word));
  return !isSpecific && terms.length > 0;
}

/**
 * Whether an answer to "which one do you mean?" would change nothing: no document knows one of the words, while it knows
 * the others, or the most telling word occurs in one document only.
 */
function isSettled({ terms, passages, language }: AssessClarityStepInput): boolean {
  const known = terms.filter(({ isKnown }) => isKnown !== false);
  if (known.length > 0 && known.length < terms.length) return true;
  const [telling] = [...known].sort((a, b) => b.weight - a.weight);
  if (telling === undefined || known.length === 1) return false;
  const speaking = passages.filter(({ headingPath, snippet }) =>
    matchTerms([telling], [...headingPath, snippet].join('\n'), language).some((match) => match === 1),
  );
  return new Set(speaking.map(({ title }) => title)).size === 1;
}

/** The passages about the question's subject, the best first, few from each document. */
function contextsOf({ terms, passages, language }: AssessClarityStepInput): string[] {
  const perDocument = new Map<string, number>();
  const places = passages.slice(0, LOOKED_AT).flatMap(({ title, headingPath, snippet }) => {
    const share = coverage(terms, matchTerms(terms, [...headingPath, snippet].join('\n'), language));
    const count = perDocument.get(title) ?? 0;
    if (share < SAME_SUBJECT || count === CONTEXTS_OF_DOCUMENT) return [];
    perDocument.set(title, count + 1);
    const place = headingPath.at(-1) ?? title;
    return place === title ? [cut(title)] : [`${cut(title)}, ${cut(place)}`];
  });
  return [...new Set(places)];
}

function cut(name: string): string {
  return name.length <= MAX_NAME_LENGTH ? name : `${name.slice(0, MAX_NAME_LENGTH - 1).trimEnd()}…`;
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

function renderRule({ mode, maxQuestions }: AssessClarityStepInput): string {
  const limit = 'and only where the answer of the documents depends on it';
  if (maxQuestions === 0)
    return `Nobody can be asked; the report states what was assumed. Give at most ${MOST_QUESTIONS} questions that you would have asked, ${limit}.`;
  const least = mode === 'always' ? 'at least one and ' : '';
  return `Ask ${least}at most ${maxQuestions} questions, ${limit}.`;
}
