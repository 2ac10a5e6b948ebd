import { CONVERSATION, type ConversationView } from '@plumbline/contracts/answers/conversation';
import type { Client } from '@temporalio/client';
import { type AnswerProgress, answerProgressQuery } from '../../workflows/answer-query/messages.ts';
import { conversationQuery } from '../../workflows/conversation/messages.ts';
import { isNotFound } from '../errors/temporal-errors.ts';
import { memoText, type RunStatus, statusOf } from '../runs/run-observation.ts';

/** What the server knows of a session, and its own view when a worker answers. */
export interface SessionObservation {
  readonly sessionId: string;
  readonly title: string;
  readonly userId: string | null;
  readonly status: RunStatus;
  /** ISO 8601. */
  readonly startedAt: string;
  /** Null when no worker answered. */
  readonly view: ConversationView | null;
  /** Of the answer under way; null without one, or if no worker answered. */
  readonly progress: AnswerProgress | null;
}

const QUERY_DEADLINE_MS = 5_000;

/** Reads the state of a session without changing it. @returns null when the server has no such session */
export async function observeSession(client: Client, sessionId: string): Promise<SessionObservation | null> {
  const description = await client.workflow
    .getHandle(sessionId)
    .describe()
    .catch((error: unknown) => {
      if (isNotFound(error)) return null;
      throw error;
    });
  if (description?.type !== CONVERSATION) return null;
  const view = await answered(client, () => client.workflow.getHandle(sessionId).query(conversationQuery));
  return {
    sessionId,
    title: memoText(description, 'title'),
    userId: memoText(description, 'userId') || null,
    status: statusOf(description),
    startedAt: description.startTime.toISOString(),
    view,
    progress: view === null || view.answering === null ? null : await progressOf(client, view.answering),
  };
}

/** Null: no such answer is under way, or no worker answers. */
export function progressOf(client: Client, answerId: string): Promise<AnswerProgress | null> {
  return answered(client, () => client.workflow.getHandle(answerId).query(answerProgressQuery));
}

async function answered<Value>(client: Client, query: () => Promise<Value>): Promise<Value | null> {
  try {
    return await client.connection.withDeadline(Date.now() + QUERY_DEADLINE_MS, query);
  } catch {
    // No worker, or a workflow that failed: the description tells which.
    return null;
  }
}

/** Ends the answer under way, whose workflow has its id. */
export async function stopAnswer(client: Client, sessionId: string): Promise<void> {
  const { answering } = await client.workflow.getHandle(sessionId).query(conversationQuery);
  if (answering !== null) await client.workflow.getHandle(answering).cancel();
}
