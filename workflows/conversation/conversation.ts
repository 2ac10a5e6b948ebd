import {
  ApplicationFailure,
  allHandlersFinished,
  CancellationScope,
  type ChildWorkflowHandle,
  condition,
  continueAsNew,
  isCancellation,
  startChild,
  workflowInfo,
} from '@temporalio/workflow';
import { answerQuery } from '../answer-query/answer-query.ts';
import { raiseLimitsSignal, retryAnswerSignal } from '../answer-query/messages.ts';
import { describeCause } from '../calls/activity-failures.ts';
import type { SpendingLimits } from '../contracts/conversation-settings.ts';
import { type Ask, type ConversationInput, conversationInputSchema } from '../contracts/conversation.ts';
import { FailureType } from '../contracts/failure-types.ts';
import { WORKFLOW_TASK_TIMEOUT_MS } from '../contracts/task-queues.ts';
import { describeUndecodable, isUndecodable } from '../contracts/undecodable.ts';
import { describeIssues } from '../domain/parse-issues.ts';
import { type AnswerUnderWay, handleMessages } from './message-handlers.ts';
import { Session } from './session.ts';

/** Answers of one execution: its history stays small, so that a session of any length stays fast. */
const TURNS_PER_EXECUTION = 20;
/**
 * One session: answers messages in the order in which they came, and remembers. It ends when no message came for a while;
 * whoever opens it again gives it back what it returned.
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
      const { context } = session;
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

  for (let turns = 1; await condition(() => session.hasNext, scope.settings.idleSeconds * 1_000); turns += 1) {
    await session.answerNext(answer);
    if (turns < TURNS_PER_EXECUTION && !workflowInfo().continueAsNewSuggested) continue;
    // Whoever waits for an answer here must get it here.
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

/** The innermost message: a child's failure wraps that of its activity. */
function describeFailure(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return describeCause(cause);
}
