import type { AnswerActivities } from '@plumbline/contracts/answers/answer-activities';
import type { ActivityDependencies } from '../dependencies.ts';

/** Stores what a user says about an answer. */
export function createRecordFeedback({
  conversations,
}: Pick<ActivityDependencies, 'conversations'>): AnswerActivities['recordFeedback'] {
  return ({ sessionId, feedback, at }) => conversations.saveFeedback(sessionId, feedback, at);
}
