import { type Client, WithStartWorkflowOperation, type WorkflowExecutionDescription } from '@temporalio/client';
import {
  CONVERSATION,
  type ConversationInput,
  type ConversationScope,
} from '../../workflows/contracts/conversation.ts';
import { WORKFLOW_TASK_TIMEOUT_MS } from '../../workflows/contracts/task-queues.ts';
import { ConflictError, UnknownSessionError } from '../errors/failures.ts';
import { isNotFound } from '../errors/temporal-errors.ts';
import { hashContent } from '../runs/content-hash.ts';
import { memoText, statusOf } from '../runs/run-observation.ts';

export interface SessionOptions {
  readonly client: Client;
  readonly taskQueue: string;
  /** Fairness key for servers that balance between tenants; null: none. */
  readonly tenant: string | null;
  /** Ids of new sessions do not contain the message, because Temporal cannot encrypt ids. */
  readonly hidesQuestions: boolean;
}

/** The workflow by its type. */
export type Conversation = (input: ConversationInput) => Promise<ConversationInput>;

const MAX_MEMO_LENGTH = 500;
/** How a session's workflow is started, unless it is running. */
export function openingOf(
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
    ...(tenant !== null && { priority: { fairnessKey: tenant } }),
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
export async function inputToStart(
  client: Client,
  sessionId: string,
  scope: ConversationScope | null,
): Promise<ConversationInput | null> {
  const description = await describeSession(client, sessionId);
  if (description === null) {
    if (scope === null) throw new UnknownSessionError(sessionId);
    return { scope, state: null };
  }
  if (scope !== null && memoText(description, 'scopeHash') !== hashContent(scope)) {
    throw new ConflictError(
      `the session "${sessionId}" has other folders, sources, settings or another user`,
      'Leave them out to go on with it, or begin a session of your own.',
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
