import { z } from 'zod';
import type { Exchange } from '../../../workflows/contracts/clarification.ts';
import type { ClarifyMode } from '../../../workflows/contracts/research-request.ts';
import { keyEntitiesIn } from '../../evidence/key-entities.ts';
import { namedReferencesIn } from '../../evidence/named-references.ts';
import { bestMatches, coverage, matchTerms } from '../../evidence/term-coverage.ts';
import type { WeightedTerm } from '../../evidence/weighted-terms.ts';
import { identifierParts } from '../../text/terms.ts';
import { offlinePhrasesFor } from '../offline-phrases.ts';
import { systemText, tagged, taggedConversation } from '../prompt-text.ts';
import type { ReasoningStep } from '../step.ts';

export interface AssessClarityStepInput {
  readonly today: string;
  readonly question: string;
  /** ISO 639-1 code of the question. */
  readonly language: string;
  readonly conversation: readonly Exchange[];
  readonly mode: ClarifyMode;
  readonly maxQuestions: number;
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

export const clarityAssessmentSchema = z.object({
  keyEntities: z.array(z.string()).describe('people, things, norms and terms that the question is about'),
  namedReferences: z.array(z.string()).describe('norms and standards that the question names, as written'),
  scope: z.string().describe('what belongs to the answer, in one sentence'),
  knowledgeGaps: z.array(z.string()).describe('what the passages leave open'),
  coverage: z.number().min(0).max(1).describe('how much of the question the passages cover'),
  questions: z
    .array(
      z.object({
        text: z.string().describe('question to the person'),
        reason: z.string().describe('what the answer decides'),
        assumption: z.string().describe('what holds when nobody answers'),
      }),
    )
    .describe('only what would change the answer; often empty'),
});
export type AssessedClarity = z.infer<typeof clarityAssessmentSchema>;

/** Few words in a question leave open what they are about. */
const FEW_TERMS = 2;
/** Contexts count as equally likely when the search scores them within this share of the best. */
const SIMILAR_SCORE = 0.6;
const CONTEXTS_ASKED = 4;
const LOOKED_AT = 10;

/** Judges how clear a question is against what the documents hold, and what to ask the person. */
export const assessClarityStep: ReasoningStep<AssessClarityStepInput, AssessedClarity> = {
  name: 'assess-clarity',
  role: 'main',
  version: 1,
  output: clarityAssessmentSchema,
  prompt: (input) => ({
    system: systemText(
      'You prepare research: you judge whether a question is clear enough to start.',
      input.today,
      input.language,
    ),
    user: [
      tagged('question', input.question, 4_000),
      taggedConversation(input.conversation),
      ...input.passages
        .slice(0, LOOKED_AT)
        .map(({ title, headingPath, snippet }) =>
          tagged('passage', `${[title, ...headingPath].join(' > ')}\n${snippet}`, 800),
        ),
      renderRule(input),
      'Never ask again what the conversation has settled. Every question comes with the assumption that holds when nobody answers.',
    ].join('\n\n'),
  }),
  offline(input) {
    const { question, language, terms, passages } = input;
    const phrases = offlinePhrasesFor(language);
    const asked = [question, ...input.conversation.flatMap(({ answer }) => answer ?? [])].join('\n');
    const found = passages
      .map(({ headingPath, snippet }) => matchTerms(terms, [...headingPath, snippet].join('\n'), language))
      .reduce(
        (all, matches) => bestMatches(all, matches, 1),
        terms.map(() => 0),
      );
    const missing = terms.filter((_, index) => (found[index] ?? 0) === 0).map(({ word }) => word);
    const titles = [...new Set(passages.slice(0, 5).map(({ title }) => title))].slice(0, 3);
    return {
      keyEntities: keyEntitiesIn(asked, language),
      namedReferences: namedReferencesIn(asked),
      scope: titles.length > 0 ? phrases.within(titles) : phrases.withinDocuments,
      knowledgeGaps: missing.length > 0 ? [phrases.noHitFor(missing)] : [],
      coverage: Math.round(coverage(terms, found) * 100) / 100,
      questions: questionsFor(input).slice(0, input.maxQuestions),
    };
  },
};

function questionsFor(input: AssessClarityStepInput): AssessedClarity['questions'] {
  const { mode, conversation, language } = input;
  if (mode === 'never' || conversation.length > 0) return [];
  const phrases = offlinePhrasesFor(language);
  const contexts = competingContexts(input);
  const word = input.terms.map((term) => term.word).join(' ');
  if (contexts.length > 1) {
    const text = phrases.whichContext(word, contexts.slice(0, CONTEXTS_ASKED));
    return [{ text, reason: phrases.whichContextReason, assumption: phrases.allContexts(word) }];
  }
  if (mode === 'auto') return [];
  return [{ text: phrases.anyRestriction, reason: phrases.anyRestrictionReason, assumption: phrases.noRestriction }];
}

/** Headings between which the words of a short question do not decide; empty when they do. */
function competingContexts({ question, terms, passages, language }: AssessClarityStepInput): string[] {
  const isSpecific =
    terms.length > FEW_TERMS ||
    namedReferencesIn(question).length > 0 ||
    terms.some(({ word }) => identifierParts(word).length > 0 || /\d|\p{Lu}{2}/u.test(word));
  if (isSpecific || terms.length === 0) return [];
  const best = passages[0]?.providerScore ?? 0;
  const similar = passages.slice(0, LOOKED_AT).filter(({ providerScore }) => providerScore >= best * SIMILAR_SCORE);
  const contexts = similar
    .filter(
      ({ headingPath, snippet }) =>
        coverage(terms, matchTerms(terms, [...headingPath, snippet].join('\n'), language)) > 0,
    )
    .map(({ title, headingPath }) =>
      [title, headingPath.at(-1)]
        .filter((part, index, all) => part !== undefined && all.indexOf(part) === index)
        .join(', '),
    );
  const distinct = [...new Set(contexts)];
  return distinct.length > FEW_TERMS ? distinct : [];
}

function renderRule({ mode, maxQuestions }: AssessClarityStepInput): string {
  if (mode === 'never' || maxQuestions === 0) return 'Ask nothing: give no questions.';
  const least = mode === 'always' ? 'at least one and ' : '';
  return `Ask ${least}at most ${maxQuestions} questions, and only where the answer of the documents depends on it.`;
}
