import { setTimeout as delay } from 'node:timers/promises';
import type { AnswerResult } from '@plumbline/contracts/answers/answer';
import {
  askSchema,
  CONVERSATION,
  type ConversationInput,
  type ConversationScope,
  type ConversationView,
  type Feedback,
  sessionOfAnswer,
} from '@plumbline/contracts/answers/conversation';
import { WORKFLOW_TASK_TIMEOUT_MS } from '@plumbline/contracts/common/task-queues';
import type { SpendingLimits } from '@plumbline/contracts/settings/conversation-settings';
import {
  type Client,
  QueryNotRegisteredError,
  WithStartWorkflowOperation,
  type WorkflowExecutionDescription,
  WorkflowUpdateFailedError,
} from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { AnswerProgress } from '../../workflows/answer-query/messages.ts';
import {
  type AskMessage,
  askUpdate,
  conversationQuery,
  extendBudgetUpdate,
  feedbackUpdate,
  retryNowUpdate,
} from '../../workflows/conversation/messages.ts';
import { ConflictError, RunFailedError, UnknownSessionError, UsageError } from '../errors/failures.ts';
import { isNotFound, isUnreachable } from '../errors/temporal-errors.ts';
import { hashContent } from '../runs/research-id.ts';
import { countRun, type StartOptions } from '../runs/research-start.ts';
import { memoText, type RunStatus, statusOf } from '../runs/run-observation.ts';
import { priorityOf } from '../runs/tenants.ts';
import { createSessionId, isOpenTo } from './session-id.ts';
import { observeSession, progressOf, type SessionObservation, stopAnswer } from './session-observation.ts';

const MAX_MEMO_LENGTH = 500;

const LONGEST_PAUSE_MS = 2_000;

const MAX_LISTED = 200;

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
  /** Ends the answer under way, if there is one; the session goes on. */
  stop(sessionId: string): Promise<void>;
  /** Ends the session. */
  cancel(sessionId: string): Promise<void>;
  /** Newest first. @param userId omitted: sessions of all users; null: what is open to requests that name no user */
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
      // It is not taken back: the run may start after the one who asked has gone.
      if (ask.research) await countRun(options.spending, ask.userId ?? null);
      const id = sessionId ?? createSessionId(hidesQuestions ? null : ask.message);
      onSession?.(id);
      // A new id cannot exist elsewhere: nothing needs to be looked up.
      const opening = sessionId === undefined && scope !== null ? { scope, state: null } : null;
      return untilReached(signal, () => askOnce(options, { sessionId: id, scope, opening }, ask));
    },
    async view(sessionId, userId) {
      const view = await explained(sessionId, () =>
        client.connection.withDeadline(Date.now() + QUERY_DEADLINE_MS, () =>
          client.workflow.getHandle(sessionId).query(conversationQuery),
        ),
      );
      if (!isOpenTo(userId, view.userId)) throw new UnknownSessionError(sessionId);
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
    stop: (sessionId) => explained(sessionId, () => stopAnswer(client, sessionId)),
    async cancel(sessionId) {
      if ((await observeSession(client, sessionId)) === null) throw new UnknownSessionError(sessionId);
      await client.workflow.getHandle(sessionId).cancel();
    },
    list: (userId) => listSessions(options, userId),
  };
}

/** A message that no session takes must not begin one. @throws {UsageError} */
export function checkMessage(ask: AskMessage): void {
  const { error } = askSchema.safeParse(ask);
  if (error === undefined) return;
  const [issue] = error.issues;
  throw new UsageError(`the message cannot be sent: ${issue?.path.join('.')}: ${issue?.message}`);
}

interface ListedSession {
  readonly sessionId: string;
  readonly title: string;
  readonly userId: string | null;
  readonly status: RunStatus;
  readonly startedAt: string;
}

/** Newest first. @param wanted omitted: sessions of all users */
async function listSessions({ client, taskQueue }: SessionOptions, wanted?: string | null): Promise<ListedSession[]> {
  const sessions = new Map<string, ListedSession>();
  const query = `WorkflowType = '${CONVERSATION}' AND TaskQueue = '${taskQueue}'`;
  for await (const run of client.workflow.list({ query })) {
    // Each execution of a session is listed; the newest comes first.
    if (sessions.has(run.workflowId)) continue;
    const userId = memoText(run, 'userId') || null;
    if (wanted !== undefined && !isOpenTo(wanted, userId)) continue;
    sessions.set(run.workflowId, {
      sessionId: run.workflowId,
      title: memoText(run, 'title'),
      userId,
      status: statusOf(run),
      startedAt: run.startTime.toISOString(),
    });
    if (sessions.size === MAX_LISTED) break;
  }
  return [...sessions.values()];
}

interface AskedSession {
  readonly sessionId: string;
  /** Null: the session exists. */
  readonly scope: ConversationScope | null;
  /** Known to be new; null: the server has to be asked. */
  readonly opening: ConversationInput | null;
}

/** Sends a message, starting the session where it does not run, and waits for the answer. */
async function askOnce(
  options: SessionOptions,
  { sessionId, scope, opening }: AskedSession,
  ask: AskMessage,
): Promise<AnswerResult> {
  const { client } = options;
  const sent = { args: [ask] as [AskMessage], updateId: ask.messageId };
  const answer = await explained(sessionId, async () => {
    const input = opening ?? (await inputToStart(client, sessionId, scope));
    if (input === null) return client.workflow.getHandle(sessionId).executeUpdate(askUpdate, sent);
    const startWorkflowOperation = openingOf(options, sessionId, input, ask.message);
    return client.workflow.executeUpdateWithStart(askUpdate, { ...sent, startWorkflowOperation });
  });
  if (answer.message === ask.message) return answer;
  throw new ConflictError(`messageId ${ask.messageId} belongs to another message`, 'Give each its own.');
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

/** Makes a call; what it fails of is said in words of sessions. */
async function explained<Result>(sessionId: string, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    throw explain(error, sessionId);
  }
}

function explain(error: unknown, sessionId: string): unknown {
  if (error instanceof WorkflowUpdateFailedError && error.cause instanceof ApplicationFailure) {
    const { type, message } = error.cause;
    if (type === 'AnswerFailed') return new RunFailedError(`the message could not be answered: ${message}`);
    return new ConflictError(`the session refused the message: ${message}`, '', { cause: error });
  }
  // A run answers other queries than a session.
  return isNotFound(error) || error instanceof QueryNotRegisteredError ? new UnknownSessionError(sessionId) : error;
}

interface SessionOptions extends Pick<StartOptions, 'spending'> {
  readonly client: Client;
  readonly taskQueue: string;
  /** Fairness key for servers that balance between tenants; null: none. */
  readonly tenant: string | null;
  /** Ids of new sessions do not contain the message, because Temporal cannot encrypt ids. */
  readonly hidesQuestions: boolean;
}

/** The workflow by its type. */
type Conversation = (input: ConversationInput) => Promise<ConversationInput>;

/** How a session's workflow is started, unless it is running. */
function openingOf(
  { taskQueue, tenant }: SessionOptions,
  sessionId: string,
  input: ConversationInput,
  title: string,
): WithStartWorkflowOperation<Conversation> {
  const { userId } = input.scope;
  return new WithStartWorkflowOperation<Conversation>(CONVERSATION, {
    workflowId: sessionId,
    taskQueue,
    args: [input],
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    workflowIdConflictPolicy: 'USE_EXISTING',
    workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT_MS,
    ...priorityOf(userId, tenant, 1),
    memo: { title: title.slice(0, MAX_MEMO_LENGTH), scopeHash: hashContent(input.scope), ...(userId && { userId }) },
    staticSummary: title.replaceAll(/\s+/g, ' ').slice(0, 100),
  });
}

/**
 * What a session is started with: its own scope and state where it ran before; null: it is running.
 *
 * @param scope null: the session must exist
 * @throws {UsageError} when it does not, has another scope, or ended in another way than by waiting
 */
async function inputToStart(
  client: Client,
  sessionId: string,
  scope: ConversationScope | null,
): Promise<ConversationInput | null> {
  const description = await describeSession(client, sessionId);
  if (description === null && scope === null) throw new UnknownSessionError(sessionId);
  if (description === null) return scope && { scope, state: null };
  if (scope !== null && memoText(description, 'scopeHash') !== hashContent(scope)) {
    throw new ConflictError(
      `the session "${sessionId}" has different folders, sources or settings, or another user`,
      'Leave them out to continue it, or begin a session of your own.',
    );
  }
  const status = statusOf(description);
  if (status === 'running') return null;
  if (status === 'completed') return client.workflow.getHandle<Conversation>(sessionId).result();
  throw new ConflictError(`the session "${sessionId}" is over (${status})`, 'Begin a new one.');
}

async function describeSession(client: Client, sessionId: string): Promise<WorkflowExecutionDescription | null> {
  try {
    const description = await client.workflow.getHandle(sessionId).describe();
    if (description.type !== CONVERSATION) throw new ConflictError(`"${sessionId}" is a research run, not a session`);
    return description;
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}
