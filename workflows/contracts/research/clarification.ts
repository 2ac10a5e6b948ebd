import { z } from 'zod';
import type { ResearchPlan } from '../evidence/research-plan.ts';

/** Longest answer that is accepted, in characters. */
export const MAX_ANSWER_LENGTH = 10_000;

export interface ClarificationQuestion {
  readonly questionId: string;
  readonly text: string;
  /** What the answer decides, for the person. */
  readonly reason: string;
}

/** A published round of questions, as the `clarification` query returns it. */
export interface PendingClarification {
  readonly round: number;
  readonly questions: readonly ClarificationQuestion[];
  /** Ids of the questions of this round that are answered. */
  readonly answeredQuestionIds: readonly string[];
  /** What is assumed without an answer. */
  readonly assumptions: readonly string[];
  /** ISO 8601; afterwards the run goes on with its assumptions. */
  readonly deadline: string;
}

/** One question of the conversation and what became of it. */
export const exchangeSchema = z.object({
  questionId: z.string(),
  question: z.string(),
  /** Verbatim; null when it was skipped or timed out. */
  answer: z.string().nullable(),
  outcome: z.enum(['answered', 'skipped', 'timed-out']),
  /** What is assumed for lack of an answer; absent if there is one. */
  assumption: z.string().optional(),
});
export type Exchange = z.infer<typeof exchangeSchema>;

/** How far the documents carry the question, by what was found before there was a plan. */
export const claritySchema = z.object({
  /** 0..1: share of the question that the passages covered. */
  coverage: z.number(),
  /** What they left open. */
  knowledgeGaps: z.array(z.string()),
});
export type Clarity = z.infer<typeof claritySchema>;

/** How clear the question is, given what the documents hold. Meta context: never evidence. */
export interface ClarityAssessment {
  readonly language: string;
  readonly keyEntities: readonly string[];
  readonly namedReferences: readonly string[];
  readonly scope: string;
  readonly knowledgeGaps: readonly string[];
  /** 0..1: how much of the question the first retrieval covers. */
  readonly coverage: number;
  readonly questions: readonly { readonly text: string; readonly reason: string }[];
  /** What is assumed: for each question in its order, then for each that could not be asked any more. */
  readonly assumptions: readonly string[];
  /** What a model would research if nothing more becomes known; absent: it is still to be planned. */
  readonly plan?: ResearchPlan;
}

export const clarificationSummarySchema = z.object({
  refinedIntent: z.string(),
  scope: z.string(),
  keyClarifications: z.array(z.string()),
  relevantPassages: z.array(
    z.object({ passageId: z.string(), title: z.string(), locator: z.string(), snippet: z.string().default('') }),
  ),
  remainingGaps: z.array(z.string()),
});
export type ClarificationSummary = z.infer<typeof clarificationSummarySchema>;
