import { setTimeout as delay } from 'node:timers/promises';
import { WorkflowUpdateFailedError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { AnswerProgress } from '../../workflows/answer-query/messages.ts';
import type { AnswerResult } from '../../workflows/contracts/answer.ts';
import {
  askSchema,
  CONVERSATION,
  type ConversationInput,
  type ConversationScope,
  type ConversationView,
  type Feedback,
  sessionOfAnswer,
} from '../../workflows/contracts/conversation.ts';
import type { SpendingLimits } from '../../workflows/contracts/conversation-settings.ts';
import {
  type AskMessage,
  askUpdate,
  conversationQuery,
  extendBudgetUpdate,
  feedbackUpdate,
  retryNowUpdate,
} from '../../workflows/conversation/messages.ts';
import { RunFailedError, UsageError } from '../errors/failures.ts';
import { isNotFound, isUnreachable } from '../errors/temporal-errors.ts';
import { memoText, type RunStatus, statusOf } from '../runs/run-observation.ts';
import { createSessionId } from './session-id.ts';
import { observeSession, progressOf, type SessionObservation } from './session-observation.ts';
import { inputToStart, openingOf, type SessionOptions, unknownSession } from './session-opening.ts';

export interface Asked {
  /** Left out: a new session. */
  readonly sessionId?: string | undefined;
  /** What a new session may look into; null: the session exists. */
  readonly scope: ConversationScope | null;
  readonly ask: AskMessage;
  /** Ends the waiting, not the answer. */
  readonly signal: AbortSignal;
  /** Called once the session's id is known. */
  readonly onSession?: (sessionId: string) => void;
}

export interface ListedSession {
  readonly sessionId: string;
  readonly title: string;
  readonly userId: string | null;
  readonly status: RunStatus;
  readonly startedAt: string;
}

/** The sessions on one task queue. */
export interface ConversationClient {
  /**
   * Asks and waits for the answer, across lost connections: the same `messageId` is answered once.
   *
   * @throws {UsageError} when the session refuses the message
   * @throws {RunFailedError} when the message could not be answered
   */
  ask(asked: Asked): Promise<AnswerResult>;
  /** @throws {UsageError} for an unknown session, or another user's */
  view(sessionId: string, userId: string | null): Promise<ConversationView>;
  /** For the owner of the machine: of any user. @returns null when the server has no such session */
  observe(sessionId: string): Promise<SessionObservation | null>;
  /** Null: no such answer is under way, or no worker answers. */
  progress(answerId: string): Promise<AnswerProgress | null>;
  feedback(feedback: Feedback): Promise<void>;
  /** New totals of a session's limits. */
  extend(sessionId: string, limits: Partial<SpendingLimits>): Promise<void>;
  retry(sessionId: string): Promise<void>;
  /** Newest first. */
  list(): Promise<ListedSession[]>;
}

const QUERY_DEADLINE_MS = 5_000;
const LONGEST_PAUSE_MS = 2_000;
const MAX_LISTED = 200;

export function createConversationClient(options: SessionOptions): ConversationClient {
  const { client, taskQueue, hidesQuestions } = options;
  const send = <Result>(sessionId: string, update: () => Promise<Result>): Promise<Result> =>
    update().catch((error: unknown) => {
      throw explain(error, sessionId);
    });
  return {
    async ask({ sessionId, scope, ask, signal, onSession }) {
      checkMessage(ask);
      const id = sessionId ?? createSessionId(hidesQuestions ? null : ask.message);
      onSession?.(id);
      // Nobody else has an id that was made just now: nothing needs to be looked up.
      const opening = sessionId === undefined && scope !== null ? { scope, state: null } : null;
      return untilReached(signal, () => askOnce(options, id, opening, scope, ask));
    },
    async view(sessionId, userId) {
      const view = await send(sessionId, () =>
        client.connection.withDeadline(Date.now() + QUERY_DEADLINE_MS, () =>
          client.workflow.getHandle(sessionId).query(conversationQuery),
        ),
      );
      if (view.userId !== userId) throw unknownSession(sessionId);
      return view;
    },
    observe: (sessionId) => observeSession(client, sessionId),
    progress: (answerId) => progressOf(client, answerId),
    async feedback(feedback) {
      const sessionId = sessionOfAnswer(feedback.answerId);
      if (sessionId === null) throw new UsageError(`"${feedback.answerId}" is not the id of an answer`);
      const session = client.workflow.getHandle(sessionId);
      await send(sessionId, () => session.executeUpdate(feedbackUpdate, { args: [feedback] }));
    },
    extend: (sessionId, limits) =>
      send(sessionId, () => client.workflow.getHandle(sessionId).executeUpdate(extendBudgetUpdate, { args: [limits] })),
    retry: (sessionId) => send(sessionId, () => client.workflow.getHandle(sessionId).executeUpdate(retryNowUpdate)),
    list: () => listSessions(options, taskQueue),
  };
}

/** A message that no session takes must not begin one. @throws {UsageError} */
function checkMessage(ask: AskMessage): void {
  const { error } = askSchema.safeParse(ask);
  if (error === undefined) return;
  const [issue] = error.issues;
  throw new UsageError(`the message cannot be sent: ${issue?.path.join('.')}: ${issue?.message}`);
}

async function askOnce(
  options: SessionOptions,
  sessionId: string,
  opening: ConversationInput | null,
  scope: ConversationScope | null,
  ask: AskMessage,
): Promise<AnswerResult> {
  const { client } = options;
  try {
    const input = opening ?? (await inputToStart(client, sessionId, scope));
    const sent = { args: [ask] as [AskMessage], updateId: ask.messageId };
    if (input === null) return await client.workflow.getHandle(sessionId).executeUpdate(askUpdate, sent);
    const startWorkflowOperation = openingOf(options, sessionId, input, ask.message);
    return await client.workflow.executeUpdateWithStart(askUpdate, { ...sent, startWorkflowOperation });
  } catch (error) {
    throw explain(error, sessionId);
  }
}

/** The server may be restarting: the same message is sent again until it answers. */
async function untilReached<Result>(signal: AbortSignal, call: () => Promise<Result>): Promise<Result> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    signal.throwIfAborted();
    for (let pause = 100; ; pause = Math.min(LONGEST_PAUSE_MS, pause * 2)) {
      try {
        return await Promise.race([call(), aborted.promise]);
      } catch (error) {
        if (signal.aborted || !isUnreachable(error)) throw error;
        await delay(pause, undefined, { signal });
      }
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

function explain(error: unknown, sessionId: string): unknown {
  if (error instanceof WorkflowUpdateFailedError && error.cause instanceof ApplicationFailure) {
    const { type, message } = error.cause;
    if (type === 'AnswerFailed') return new RunFailedError(`the message could not be answered: ${message}`);
    return new UsageError(`the session refused it: ${message}`, '', { cause: error });
  }
  return isNotFound(error) ? unknownSession(sessionId) : error;
}

async function listSessions({ client }: SessionOptions, taskQueue: string): Promise<ListedSession[]> {
  const sessions = new Map<string, ListedSession>();
  const query = `WorkflowType = '${CONVERSATION}' AND TaskQueue = '${taskQueue}'`;
  for await (const run of client.workflow.list({ query })) {
    // Each execution of a session is listed; the newest comes first.
    if (sessions.has(run.workflowId)) continue;
    sessions.set(run.workflowId, {
      sessionId: run.workflowId,
      title: memoText(run, 'title'),
      userId: memoText(run, 'userId') || null,
      status: statusOf(run),
      startedAt: run.startTime.toISOString(),
    });
    if (sessions.size === MAX_LISTED) break;
  }
  return [...sessions.values()];
}
