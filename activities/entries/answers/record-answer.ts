import { createHash } from 'node:crypto';
import type { AnswerResult } from '@plumbline/contracts/answers/answer';
import type { AnswerActivities } from '@plumbline/contracts/answers/answer-activities';
import { Context } from '@temporalio/activity';
import type { AnswerStream } from '../../conversations/sql-answer-stream.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { orElse } from '../failures.ts';

/** Attempts after which an answer is given although the readers of its stream were not told of its end. */
const ATTEMPTS_TO_END_STREAM = 5;

/**
 * Stores an answer. Its file comes first and is required, like a copy for review: a full disk is waited for. The cache
 * is optional. A stream that cannot be ended is retried a few times, because its readers wait for the end.
 */
export function createRecordAnswer({
  conversations,
  answerCache,
  answerStream,
  reviewRate,
}: Pick<
  ActivityDependencies,
  'conversations' | 'answerCache' | 'answerStream' | 'reviewRate'
>): AnswerActivities['recordAnswer'] {
  return async ({ result, scope, findings, cache, streams }) => {
    const { userId } = scope;
    const answer = { result, userId, findings };
    const { sessionId, answeredAt: startedAt, message: title } = result;
    await conversations.recordStart({ sessionId, userId, scope, startedAt, title });
    await conversations.saveAnswer(answer);
    if (isSampled(result.answerId, reviewRate)) await conversations.sampleForReview(answer);
    if (cache !== null) {
      const { answerKey: key, expiresAt } = cache;
      await orElse('the answer cache', undefined, () =>
        answerCache.keep({ kind: 'answer', key, userId, sessionId: result.sessionId, value: result, expiresAt }),
      );
    }
    if (!streams) return;
    const { attempt } = Context.current().info;
    const end = () => endStream(answerStream, attempt, result);
    await (attempt < ATTEMPTS_TO_END_STREAM ? end() : orElse('the stream of the answer', undefined, end));
  };
}

/** By chance, but a retry chooses as before. */
function isSampled(answerId: string, rate: number): boolean {
  return createHash('sha256').update(answerId).digest().readUInt32BE() < rate * 2 ** 32;
}

/** A retry appends only what is missing. */
async function endStream(stream: AnswerStream, attempt: number, answer: AnswerResult): Promise<void> {
  const { answerId, citations } = answer;
  const isCited = (await stream.read(answerId, 0)).some(({ event }) => event.kind === 'citations');
  if (!isCited) await stream.append(answerId, attempt, { kind: 'citations', citations });
  await stream.append(answerId, attempt, { kind: 'end', answer });
}

/** Stores what a user says about an answer. */
export function createRecordFeedback({
  conversations,
}: Pick<ActivityDependencies, 'conversations'>): AnswerActivities['recordFeedback'] {
  return ({ sessionId, feedback, at }) => conversations.saveFeedback(sessionId, feedback, at);
}
