import type { Drift } from '@plumbline/contracts/evidence/drift';
import type { ResearchPlan } from '@plumbline/contracts/evidence/research-plan';
import type { PartialReport } from '@plumbline/contracts/report/partial-report';
import type { ResearchProgress } from '@plumbline/contracts/report/progress';
import type { PendingClarification } from '@plumbline/contracts/research/clarification';
import type { ResearchLimits } from '@plumbline/contracts/research/research-request';
import type { Steer } from '@plumbline/contracts/research/steering';
import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';

export { DEEP_RESEARCH } from '@plumbline/contracts/research/research-request';

/** Answers one question of the pending round, or the whole round when no question is named. */
export interface AnswerClarification {
  readonly text: string;
  readonly questionId?: string;
}

/** Starts research with the pending plan, or with an edited one. */
export interface ApprovePlan {
  readonly plan?: ResearchPlan;
}

/** New ceilings: totals, not amounts to add, so that sending them twice changes nothing. Those left out stay. */
export type ExtendBudget = Partial<ResearchLimits>;

// Payloads are `unknown` on the receiving side: any client of the server may send anything, and `decide` judges it.
export const answerClarificationSignal = defineSignal<[AnswerClarification]>('answerClarification');
export const skipClarificationSignal = defineSignal('skipClarification');
export const finishEarlySignal = defineSignal('finishEarly');
export const approvePlanSignal = defineSignal<[ApprovePlan?]>('approvePlan');
export const extendBudgetSignal = defineSignal<[ExtendBudget]>('extendBudget');
/** Asks the servers that the run waits for again at once. */
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
/** Everything that validation dropped; the progress only counts it. Null before validation. */
export const driftQuery = defineQuery<Drift | null>('drift');
/** The findings so far, as a report; can be asked for at any time. */
export const partialReportQuery = defineQuery<PartialReport>('partialReport');
