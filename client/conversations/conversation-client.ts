import type { AnswerProgress } from '../../workflows/answer-query/messages.ts';
import type { AnswerResult } from '../../workflows/contracts/answer.ts';
import type { SpendingLimits } from '../../workflows/contracts/conversation-settings.ts';
import {
  askSchema,
  type ConversationScope,
  type ConversationView,
  type Feedback,
  sessionOfAnswer,
} from '../../workflows/contracts/conversation.ts';
import {
  type AskMessage,
  conversationQuery,
  extendBudgetUpdate,
  feedbackUpdate,
  retryNowUpdate,
} from '../../workflows/conversation/messages.ts';
import { UnknownSessionError, UsageError } from '../errors/failures.ts';
import { askOnce, explained, untilReached } from './asking.ts';
import { createSessionId } from './session-id.ts';
import { type ListedSession, listSessions } from './session-list.ts';
import { observeSession, progressOf, type SessionObservation } from './session-observation.ts';
import type { SessionOptions } from './session-opening.ts';

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
  /** Ends the session. */
  cancel(sessionId: string): Promise<void>;
  /** Newest first. @param userId left out: of everybody; null: of nobody */
  list(userId?: string | null): Promise<ListedSession[]>;
}

const QUERY_DEADLINE_MS = 5_000;

export function createConversationClient(options: SessionOptions): ConversationClient {
  const { client, hidesQuestions } = options;
  const send = (sessionId: string, { name }: { readonly name: string }, content?: unknown): Promise<void> =>
    explained(sessionId, () => client.workflow.getHandle(sessionId).executeUpdate(name, { args: [content] }));
  return {
    async ask({ sessionId, scope, ask, signal, onSession }) {
      checkMessage(ask);
      const id = sessionId ?? createSessionId(hidesQuestions ? null : ask.message);
      onSession?.(id);
      // Nobody else has an id that was made just now: nothing needs to be looked up.
      const opening = sessionId === undefined && scope !== null ? { scope, state: null } : null;
      return untilReached(signal, () => askOnce(options, { sessionId: id, scope, opening }, ask));
    },
    async view(sessionId, userId) {
      const view = await explained(sessionId, () =>
        client.connection.withDeadline(Date.now() + QUERY_DEADLINE_MS, () =>
          client.workflow.getHandle(sessionId).query(conversationQuery),
        ),
      );
      if (view.userId !== userId) throw new UnknownSessionError(sessionId);
      return view;
    },
    observe: (sessionId) => observeSession(client, sessionId),
    progress: (answerId) => progressOf(client, answerId),
    async feedback(feedback) {
      const sessionId = sessionOfAnswer(feedback.answerId);
      if (sessionId === null) throw new UsageError(`"${feedback.answerId}" is not the id of an answer`);
      await send(sessionId, feedbackUpdate, feedback);
    },
    extend: (sessionId, limits) => send(sessionId, extendBudgetUpdate, limits),
    retry: (sessionId) => send(sessionId, retryNowUpdate),
    async cancel(sessionId) {
      if ((await observeSession(client, sessionId)) === null) throw new UnknownSessionError(sessionId);
      await client.workflow.getHandle(sessionId).cancel();
    },
    list: (userId) => listSessions(options, userId),
  };
}

/** A message that no session takes must not begin one. @throws {UsageError} */
function checkMessage(ask: AskMessage): void {
  const { error } = askSchema.safeParse(ask);
  if (error === undefined) return;
  const [issue] = error.issues;
  throw new UsageError(`the message cannot be sent: ${issue?.path.join('.')}: ${issue?.message}`);
}
