import type { ResearchPlan } from '../../../workflows/contracts/evidence/research-plan.ts';
import type { ClarificationQuestion } from '../../../workflows/contracts/research/clarification.ts';
import type { PendingClarification } from '../../../workflows/contracts/research/clarification.ts';
import type { ShownRun } from '../api/api-types.ts';

/** What a run waits for a person to do. */
export type RunNeed =
  | { readonly kind: 'answers'; readonly pending: PendingClarification }
  | { readonly kind: 'plan'; readonly plan: ResearchPlan };

export function needOf({ endedAt, progress }: Pick<ShownRun, 'endedAt' | 'progress'>): RunNeed | null {
  if (endedAt !== null || progress === null) return null;
  const { pendingClarification: pending, planToApprove: plan } = progress;
  if (pending !== null) return { kind: 'answers', pending };
  return plan === null ? null : { kind: 'plan', plan };
}

export function openQuestions({ questions, answeredQuestionIds }: PendingClarification): ClarificationQuestion[] {
  return questions.filter(({ questionId }) => !answeredQuestionIds.includes(questionId));
}

/** What is worth a notification between two states of a run. */
export function noticeOf(before: ShownRun, after: ShownRun): 'asks' | 'ended' | null {
  if (before.endedAt === null && after.endedAt !== null) return 'ended';
  const need = needOf(after);
  return need !== null && nameOf(need) !== nameOf(needOf(before)) ? 'asks' : null;
}

/** Each round of questions is asked for itself. */
function nameOf(need: RunNeed | null): string {
  if (need === null) return '';
  return need.kind === 'answers' ? `round ${need.pending.round}` : 'plan';
}

/** A worker that was seen so lately is only busy. */
const LATELY_MS = 60_000;

/** A run without a worker, as far as is known. */
export function hasNoWorker({ endedAt, from, workerIsBusy, workerLastSeenAt }: ShownRun, now = new Date()): boolean {
  const isSeen = workerLastSeenAt !== null && now.getTime() - Date.parse(workerLastSeenAt) < LATELY_MS;
  return endedAt === null && from !== 'worker' && !workerIsBusy && !isSeen;
}
