import {
  type Ask,
  askSchema,
  type ConversationInput,
  conversationInputSchema,
  type Feedback,
  feedbackSchema,
  SESSION_IDLE_SECONDS,
  STOPPED_ANSWER,
} from '@plumbline/contracts/answers/conversation';
import { FailureType } from '@plumbline/contracts/common/failure-types';
import { WORKFLOW_TASK_TIMEOUT_MS } from '@plumbline/contracts/common/task-queues';
import { describeUndecodable, isUndecodable } from '@plumbline/contracts/common/undecodable';
import { sessionLimitsSchema, type SpendingLimits } from '@plumbline/contracts/settings/conversation-settings';
import {
  allHandlersFinished,
  ApplicationFailure,
  CancellationScope,
  type ChildWorkflowHandle,
  condition,
  continueAsNew,
  isCancellation,
  setDefaultSignalHandler,
  setHandler,
  startChild,
  workflowInfo,
} from '@temporalio/workflow';
import type { z } from 'zod';
import { answerQuery } from '../answer-query/answer-query.ts';
import { raiseLimitsSignal, retryAnswerSignal } from '../answer-query/messages.ts';
import { describeCause } from '../calls/activity-failures.ts';
import { callActivity } from '../calls/activity-options.ts';
import { notRaised } from '../domain/answers/session-limits.ts';
import { describeIssues } from '../domain/parse-issues.ts';
import * as messages from './messages.ts';
import { Session } from './session.ts';

/** Messages that may wait for their turn; more are refused. */
const MOST_WAITING = 20;

/** Answers of one execution: its history stays small, so that a session of any length stays fast. */
const TURNS_PER_EXECUTION = 20;
/**
 * One session: answers messages in order of arrival, and remembers. It ends after a while without messages; to reopen
 * it, start it with what it returned.
 *
 * @param input as it was sent
 */
export async function conversation(input: unknown): Promise<ConversationInput> {
  const { workflowId: sessionId } = workflowInfo();
  const parsed = parseInput(input);
  const session = new Session(sessionId, parsed);
  let child: ChildWorkflowHandle<typeof answerQuery> | null = null;
  handleMessages(session, () => (child === null ? null : underWay(child)));

  const { scope } = parsed;
  const answer = async (ask: Ask, answerId: string, limits: SpendingLimits) => {
    try {
      const context = session.contextOf(ask);
      child = await startChild(answerQuery, {
        workflowId: answerId,
        args: [{ sessionId, scope, ask, context, limits }],
        workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT_MS,
        staticSummary: ask.message.replaceAll(/\s+/g, ' ').slice(0, 100),
      });
      return await child.result();
    } catch (error) {
      // A person may cancel one answer; the session goes on.
      if (isCancellation(error) && CancellationScope.current().consideredCancelled) throw error;
      return { failure: describeFailure(error) };
    } finally {
      child = null;
    }
  };

  for (let turns = 1; await condition(() => session.hasNext, SESSION_IDLE_SECONDS * 1_000); turns += 1) {
    await session.answerNext(answer);
    if (turns < TURNS_PER_EXECUTION && !workflowInfo().continueAsNewSuggested) continue;
    // Callers waiting for an answer must get it from this run.
    await condition(() => allHandlersFinished() || session.hasNext);
    if (allHandlersFinished()) await continueAsNew<typeof conversation>({ scope, state: session.state });
  }
  await condition(allHandlersFinished);
  return { scope, state: session.state };
}

function parseInput(input: unknown) {
  if (isUndecodable(input)) throw invalid(describeUndecodable(input));
  const parsed = conversationInputSchema.safeParse(input);
  if (!parsed.success) throw invalid(describeIssues(parsed.error));
  return parsed.data;
}

function invalid(problem: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(`The conversation is invalid: ${problem}`, FailureType.InvalidRequest);
}

function underWay(child: ChildWorkflowHandle<typeof answerQuery>): AnswerUnderWay {
  return {
    retryNow: () => child.signal(retryAnswerSignal),
    raiseLimits: (limits) => child.signal(raiseLimitsSignal, limits),
  };
}

/** The innermost message: a child's failure wraps the failure of its activity. */
function describeFailure(error: unknown): string {
  if (isCancellation(error)) return STOPPED_ANSWER;
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return describeCause(cause);
}

/** Messages for the answer under way. */
interface AnswerUnderWay {
  retryNow(): Promise<void>;
  raiseLimits(limits: SpendingLimits): Promise<void>;
}

/** Opens a session for messages and queries. Any client may send anything: what does not fit is refused with a reason. */
function handleMessages(session: Session, underWay: () => AnswerUnderWay | null): void {
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
      if (underWay() === null) throw refused('no answer is under way');
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
  if (given.length === 0) throw refused('no limit was given');
  const wanted = Object.fromEntries(Object.entries(limits).filter(([name]) => given.includes(name)));
  const problems = notRaised(session.limits, wanted);
  if (problems.length > 0) throw refused(problems.join('; '));
  return wanted;
}

/** @throws ApplicationFailure of type MessageRejected: the sender of an update learns why */
function read<Schema extends z.ZodType>(schema: Schema, payload: unknown): z.output<Schema> {
  if (isUndecodable(payload)) throw refused(describeUndecodable(payload));
  const parsed = schema.safeParse(payload);
  if (!parsed.success) throw refused(`the message is invalid: ${describeIssues(parsed.error)}`);
  return parsed.data;
}

function refused(reason: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(reason, 'MessageRejected');
}

/** Signals have no caller waiting for a result, and a refused one must not end the session. */
async function ignoreRefused(take: () => void | Promise<void>): Promise<void> {
  try {
    await take();
  } catch (error) {
    if (!(error instanceof ApplicationFailure)) throw error;
  }
}
