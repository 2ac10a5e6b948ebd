import type { AnswerResult } from '@plumbline/contracts/answers/answer';
import { answerIdOf, type ConversationView, type Turn } from '@plumbline/contracts/answers/conversation';
import { sessionLimitsSchema } from '@plumbline/contracts/settings/conversation-settings';
import { turnOf } from '../../workflows/domain/answers/session-memory.ts';
import { isOpenTo } from '../conversations/session-id.ts';
import { UnknownSessionError } from '../errors/failures.ts';
import { isUnreachable } from '../errors/temporal-errors.ts';
import type { ApiContext } from './api-context.ts';

interface WantedSession {
  readonly sessionId: string;
  readonly userId: string | null;
  /** Turns up to this one are left out. */
  readonly after?: number;
}

interface SessionContext {
  readonly access: Pick<ApiContext['access'], 'conversations'>;
  readonly tools: Pick<ApiContext['tools'], 'conversations'>;
}

/**
 * A session with all its turns and answers. Its workflow has the last ones, and what is pending; the store has every
 * answer, also when Temporal has forgotten the session or is away.
 *
 * @throws {UsageError} for an unknown session, or another user's
 */
export async function readWholeSession(
  context: SessionContext,
  { sessionId, userId, after = 0 }: WantedSession,
): Promise<ConversationView> {
  const view = await viewOf(context, sessionId, userId);
  const numbers = Array.from({ length: Math.max(0, view.turns - after) }, (_, index) => after + index + 1);
  const answers = await Promise.all(numbers.map((turn) => answerOf(context, view, turn)));
  const thread = numbers.map((number, index) => {
    const told = view.thread.find(({ turn }) => turn === number);
    const answer = answers[index] ?? null;
    return told ?? (answer === null ? null : turnOf(number, answer.answerId, answer));
  });
  return { ...view, thread: thread.filter(isThere<Turn>), answers: answers.filter(isThere<AnswerResult>) };
}

async function viewOf(
  { access, tools }: SessionContext,
  sessionId: string,
  userId: string | null,
): Promise<ConversationView> {
  try {
    return await access.conversations.view(sessionId, userId);
  } catch (error) {
    if (!(error instanceof UnknownSessionError) && !isUnreachable(error)) throw error;
    const stored = await tools.conversations.read(sessionId);
    if (stored === null || !isOpenTo(userId, stored.userId)) throw error;
    const answers = stored.answers.map(({ result }) => result);
    return {
      sessionId,
      userId: stored.userId,
      turns: Number(answers.at(-1)?.answerId.split(':').at(-1) ?? 0),
      thread: [],
      answers,
      leftOut: [],
      filters: {},
      pending: [],
      answering: null,
      usage: { searches: 0, pages: 0, modelCalls: 0, modelTokens: 0, money: 0 },
      limits: sessionLimitsSchema.parse({}),
    };
  }
}

async function answerOf(
  { tools }: SessionContext,
  { sessionId, answers }: ConversationView,
  turn: number,
): Promise<AnswerResult | null> {
  const answerId = answerIdOf(sessionId, turn);
  const told = answers.find((answer) => answer.answerId === answerId);
  return told ?? (await tools.conversations.readAnswer(answerId))?.result ?? null;
}

function isThere<Value>(value: Value | null): value is Value {
  return value !== null;
}
