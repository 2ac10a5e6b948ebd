import {
  answerIdOf,
  type ConversationView,
  sessionOfAnswer,
} from '../../../workflows/contracts/answers/conversation.ts';
import { UnknownSessionError } from '../../errors/failures.ts';
import type { ApiContext } from '../../service/api-context.ts';
import { RequestProblem } from '../../service/problem.ts';
import { type FinalEvent, followAnswer, isFinal, type SentAnswerEvent } from './answer-following.ts';

export interface AnswerToResume {
  readonly answerId: string;
  readonly after: number;
  readonly userId: string | null;
}

/** An answer whose stream goes on after a reader lost it. */
export interface ResumedAnswer {
  /** Nothing follows what the reader has. */
  readonly isOver: boolean;
  readonly follow: (signal: AbortSignal) => AsyncGenerator<SentAnswerEvent, void>;
}

/**
 * Finds an answer again, also after the process that asked was killed. Nothing is asked.
 *
 * @throws {UsageError} for an unknown session, or another user's
 * @throws {RequestProblem} for an answer that the session has not begun
 */
export async function resumeAnswer(context: ApiContext, resumed: AnswerToResume): Promise<ResumedAnswer> {
  const { answerId, after, userId } = resumed;
  const { access, tools, settings } = context;
  const sessionId = sessionOfAnswer(answerId);
  if (sessionId === null) throw new UnknownSessionError(answerId);
  const { pollMs, lookMs } = settings.streaming;
  const lookNow = async () => endIn(await access.conversations.view(sessionId, userId), answerId);
  let end = await lookNow();
  const isOver = after > 0 && (await wasLast(context, resumed, end !== null));
  let lookedAt = performance.now();
  const look = async () => {
    if (end !== null || performance.now() - lookedAt < lookMs) return end;
    // While a worker restarts, the store has the events.
    end = await lookNow().catch(() => null);
    lookedAt = performance.now();
    return end;
  };
  const follow = (signal: AbortSignal) =>
    followAnswer({ answerId, after, read: tools.readAnswerEvents, look, pollMs, signal });
  return { isOver, follow };
}

/**
 * Whether the event that the reader has is the last one. The store knows it before the session does. A number beyond
 * the store belongs to an end that the store lacks.
 */
async function wasLast(
  { tools }: ApiContext,
  { answerId, after }: AnswerToResume,
  hasEnded: boolean,
): Promise<boolean> {
  const [last] = await tools.readAnswerEvents(answerId, after - 1);
  return last === undefined ? hasEnded : isFinal(last.event);
}

/** Null: the answer is under way. */
function endIn(view: ConversationView, answerId: string): FinalEvent | null {
  if (view.pending.some((entry) => entry.answerId === answerId)) return null;
  const answer = view.answers.find((entry) => entry.answerId === answerId);
  if (answer !== undefined) return { kind: 'end', answer };
  const number = Number(answerId.slice(answerId.lastIndexOf(':') + 1));
  if (number < 1 || number > view.turns || answerId !== answerIdOf(view.sessionId, number)) {
    throw new RequestProblem(404, `the session has no answer ${answerId}`);
  }
  const failure = view.thread.find(({ turn }) => turn === number)?.failure;
  return { kind: 'failed', reason: failure ?? 'the session no longer keeps this answer' };
}
