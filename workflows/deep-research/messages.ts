import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { PendingClarification } from '../contracts/clarification.ts';
import type { PartialReport } from '../contracts/partial-report.ts';
import type { ResearchProgress } from '../contracts/progress.ts';
import type { ResearchPlan } from '../contracts/research-plan.ts';
import type { ResearchLimits } from '../contracts/research-request.ts';
import type { Steer } from '../contracts/steering.ts';

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

/** New ceilings, as wholes and not as what is added: sent twice, they are the same. Those left out stay as they are. */
export type ExtendBudget = Partial<ResearchLimits>;

// Payloads are `unknown` on the receiving side: whoever reaches the server may send anything, and `decide` judges it.
export const answerClarificationSignal = defineSignal<[AnswerClarification]>('answerClarification');
export const skipClarificationSignal = defineSignal('skipClarification');
export const finishEarlySignal = defineSignal('finishEarly');
export const approvePlanSignal = defineSignal<[ApprovePlan?]>('approvePlan');
export const extendBudgetSignal = defineSignal<[ExtendBudget]>('extendBudget');
/** Asks servers that are waited for at once. */
export const retryNowSignal = defineSignal('retryNow');
export const steerSignal = defineSignal<[Steer]>('steer');

// The same messages as updates: the sender learns at once whether the message was accepted.
export const answerClarificationUpdate = defineUpdate<void, [AnswerClarification]>('answerClarification');
export const skipClarificationUpdate = defineUpdate<void>('skipClarification');
export const finishEarlyUpdate = defineUpdate<void>('finishEarly');
export const approvePlanUpdate = defineUpdate<void, [ApprovePlan?]>('approvePlan');
export const extendBudgetUpdate = defineUpdate<void, [ExtendBudget]>('extendBudget');
export const retryNowUpdate = defineUpdate<void>('retryNow');
export const steerUpdate = defineUpdate<void, [Steer]>('steer');

/** The pending questions, or null. */
export const clarificationQuery = defineQuery<PendingClarification | null>('clarification');
export const progressQuery = defineQuery<ResearchProgress>('progress');
/** What there is so far, as a report: valid at any moment. */
export const partialReportQuery = defineQuery<PartialReport>('partialReport');
