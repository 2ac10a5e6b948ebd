import type { RunWait } from '@plumbline/contracts/report/progress';
import type { SpendingLimits } from '@plumbline/contracts/settings/conversation-settings';
import { defineQuery, defineSignal } from '@temporalio/workflow';

/** What an answer under way shows of itself. */
export interface AnswerProgress {
  readonly stage: string;
  readonly waits: readonly RunWait[];
}

/** Asks the servers that the answer waits for again at once. */
export const retryAnswerSignal = defineSignal('retryNow');
/** New ceilings of this answer. */
export const raiseLimitsSignal = defineSignal<[SpendingLimits]>('raiseLimits');
export const answerProgressQuery = defineQuery<AnswerProgress>('answerProgress');
