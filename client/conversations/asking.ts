import { setTimeout as delay } from 'node:timers/promises';
import { QueryNotRegisteredError, WorkflowUpdateFailedError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { AnswerResult } from '../../workflows/contracts/answer.ts';
import type { ConversationInput, ConversationScope } from '../../workflows/contracts/conversation.ts';
import { type AskMessage, askUpdate } from '../../workflows/conversation/messages.ts';
import { ConflictError, RunFailedError, UnknownSessionError } from '../errors/failures.ts';
import { isNotFound, isUnreachable } from '../errors/temporal-errors.ts';
import { inputToStart, openingOf, type SessionOptions } from './session-opening.ts';

const LONGEST_PAUSE_MS = 2_000;

interface AskedSession {
  readonly sessionId: string;
  /** Null: the session exists. */
  readonly scope: ConversationScope | null;
  /** Known to be new; null: the server has to be asked. */
  readonly opening: ConversationInput | null;
}

/** Sends a message, starting the session where it does not run, and waits for the answer. */
export async function askOnce(
  options: SessionOptions,
  { sessionId, scope, opening }: AskedSession,
  ask: AskMessage,
): Promise<AnswerResult> {
  const { client } = options;
  const args: [AskMessage] = [ask];
  const sent = { args, updateId: ask.messageId };
  return explained(sessionId, async () => {
    const input = opening ?? (await inputToStart(client, sessionId, scope));
    if (input === null) return client.workflow.getHandle(sessionId).executeUpdate(askUpdate, sent);
    const startWorkflowOperation = openingOf(options, sessionId, input, ask.message);
    return client.workflow.executeUpdateWithStart(askUpdate, { ...sent, startWorkflowOperation });
  });
}

/** The server may be restarting: the same message is sent again until it answers. */
export async function untilReached<Result>(signal: AbortSignal, call: () => Promise<Result>): Promise<Result> {
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
export async function explained<Result>(sessionId: string, call: () => Promise<Result>): Promise<Result> {
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
    return new ConflictError(`the session refused it: ${message}`, '', { cause: error });
  }
  // A run answers other queries than a session.
  return isNotFound(error) || error instanceof QueryNotRegisteredError ? new UnknownSessionError(sessionId) : error;
}
