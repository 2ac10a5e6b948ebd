import type { AnswerActivities } from '@plumbline/contracts/answers/answer-activities';
import { orElse } from '../../conversations/optional-work.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** Keeps how a message was understood, for the same message in the same context. */
export function createRememberPlan({
  answerCache,
}: Pick<ActivityDependencies, 'answerCache'>): AnswerActivities['rememberPlan'] {
  return ({ planKey, plan, ...entry }) =>
    orElse('the plan cache', undefined, () => answerCache.keep({ ...entry, kind: 'plan', key: planKey, value: plan }));
}
