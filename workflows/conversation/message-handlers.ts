import { ApplicationFailure, setDefaultSignalHandler, setHandler } from '@temporalio/workflow';
import type { z } from 'zod';
import { callActivity } from '../calls/activity-options.ts';
import { type SpendingLimits, sessionLimitsSchema } from '../contracts/conversation-settings.ts';
import { type Ask, askSchema, type Feedback, feedbackSchema } from '../contracts/conversation.ts';
import { describeUndecodable, isUndecodable } from '../contracts/undecodable.ts';
import { notRaised } from '../domain/answers/session-limits.ts';
import { describeIssues } from '../domain/parse-issues.ts';
import * as messages from './messages.ts';
import type { Session } from './session.ts';

/** Messages that may wait for their turn; more are refused. */
const MOST_WAITING = 20;

/** What the answer under way is told. */
export interface AnswerUnderWay {
  retryNow(): Promise<void>;
  raiseLimits(limits: SpendingLimits): Promise<void>;
}

/** Opens a session for messages and queries. Any client may send anything: what does not fit is refused with a reason. */
export function handleMessages(session: Session, underWay: () => AnswerUnderWay | null): void {
  setHandler(messages.conversationQuery, () => session.view);
  setHandler(
    messages.askUpdate,
    async (payload: unknown) => {
      const ask = readAsk(session, payload);
      session.take(ask);
      return session.replyTo(ask.messageId);
    },
    { validator: (payload: unknown) => void readAsk(session, payload) },
  );
  setHandler(messages.askSignal, (payload: unknown) => ignoreRefused(() => session.take(readAsk(session, payload))));

  const feedback = async (payload: unknown): Promise<void> => {
    const given = readFeedback(session, payload);
    session.note(given);
    const { sessionId } = session;
    const at = new Date(Date.now()).toISOString();
    await callActivity('recordFeedback', { sessionId, feedback: given, at }, `feedback: ${given.verdict}`);
  };
  setHandler(messages.feedbackUpdate, feedback, {
    validator: (payload: unknown) => void readFeedback(session, payload),
  });
  setHandler(messages.feedbackSignal, (payload: unknown) => ignoreRefused(() => feedback(payload)));

  const extend = async (payload: unknown): Promise<void> => {
    session.extend(readLimits(session, payload));
    await underWay()?.raiseLimits(session.limitsOfAnswer);
  };
  setHandler(messages.extendBudgetUpdate, extend, {
    validator: (payload: unknown) => void readLimits(session, payload),
  });
  setHandler(messages.extendBudgetSignal, (payload: unknown) => ignoreRefused(() => extend(payload)));

  const retry = async (): Promise<void> => underWay()?.retryNow();
  setHandler(messages.retryNowUpdate, retry, {
    validator: () => {
      if (underWay() === null) throw refused('no message is being answered');
    },
  });
  setHandler(messages.retryNowSignal, retry);
  // An unknown signal must not stop the session.
  setDefaultSignalHandler(() => undefined);
}

function readAsk(session: Session, payload: unknown): Ask {
  const ask = read(askSchema, payload);
  if (ask.userId !== session.scope.userId) throw refused('this session belongs to another user');
  if (session.pending.length >= MOST_WAITING) throw refused(`${MOST_WAITING} messages are waiting already`);
  return ask;
}

function readFeedback(session: Session, payload: unknown): Feedback {
  const feedback = read(feedbackSchema, payload);
  if (!session.hasAnswered(feedback.answerId)) throw refused(`this session has no answer ${feedback.answerId}`);
  return feedback;
}

function readLimits(session: Session, payload: unknown): Partial<SpendingLimits> {
  const given = Object.keys(typeof payload === 'object' && payload !== null ? payload : {});
  const limits = read(sessionLimitsSchema, payload);
  if (given.length === 0) throw refused('no limit is named');
  const wanted = Object.fromEntries(Object.entries(limits).filter(([name]) => given.includes(name)));
  const problems = notRaised(session.limits, wanted);
  if (problems.length > 0) throw refused(problems.join('; '));
  return wanted;
}

/** @throws ApplicationFailure of type MessageRejected: the sender of an update learns why */
function read<Schema extends z.ZodType>(schema: Schema, payload: unknown): z.output<Schema> {
  if (isUndecodable(payload)) throw refused(describeUndecodable(payload));
  const parsed = schema.safeParse(payload);
  if (!parsed.success) throw refused(`the message does not fit: ${describeIssues(parsed.error)}`);
  return parsed.data;
}

function refused(reason: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(reason, 'MessageRejected');
}

/** Nobody waits for what becomes of a signal, and a refused one must not end the session. */
async function ignoreRefused(take: () => void | Promise<void>): Promise<void> {
  try {
    await take();
  } catch (error) {
    if (!(error instanceof ApplicationFailure)) throw error;
  }
}
