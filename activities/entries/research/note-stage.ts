import type { AnswerActivities } from '@plumbline/contracts/answers/answer-activities';
import { Context } from '@temporalio/activity';
import type { ActivityDependencies } from '../dependencies.ts';
import { orElse } from '../failures.ts';

/** Tells readers of an answer's stream what is being done. A retry does not tell it again, even behind text that came since. */
export function createNoteStage({
  answerStream,
}: Pick<ActivityDependencies, 'answerStream'>): AnswerActivities['noteStage'] {
  return ({ answerId, stage }) =>
    orElse('the stream of the answer', undefined, async () => {
      const events = (await answerStream.read(answerId, 0)).map(({ event }) => event);
      if (events.findLast((event) => event.kind === 'stage')?.stage === stage) return;
      await answerStream.append(answerId, Context.current().info.attempt, { kind: 'stage', stage });
    });
}
