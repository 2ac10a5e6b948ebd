import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { PendingClarification } from './contracts/clarification.ts';
import type { ResearchProgress } from './contracts/progress.ts';
import type { ResearchPlan } from './contracts/research-plan.ts';

/** Name of the run's workflow type. */
export const DEEP_RESEARCH = 'deepResearch';

/** Answers one question of the pending round, or the whole round when no question is named. */
export interface AnswerClarification {
  readonly text: string;
  readonly questionId?: string;
}

/** Starts research with the plan that waits, or with an edited one. */
export interface ApprovePlan {
  readonly plan?: ResearchPlan;
}

// Payloads are `unknown` on the receiving side: whoever reaches the server may send anything, and `decide` judges it.
export const answerClarificationSignal = defineSignal<[AnswerClarification]>('answerClarification');
export const skipClarificationSignal = defineSignal('skipClarification');
export const finishEarlySignal = defineSignal('finishEarly');
export const approvePlanSignal = defineSignal<[ApprovePlan?]>('approvePlan');

// The same messages as updates: the sender learns at once whether the message was accepted.
export const answerClarificationUpdate = defineUpdate<void, [AnswerClarification]>('answerClarification');
export const skipClarificationUpdate = defineUpdate<void>('skipClarification');
export const finishEarlyUpdate = defineUpdate<void>('finishEarly');
export const approvePlanUpdate = defineUpdate<void, [ApprovePlan?]>('approvePlan');

/** The pending questions, or null. */
export const clarificationQuery = defineQuery<PendingClarification | null>('clarification');
export const progressQuery = defineQuery<ResearchProgress>('progress');
