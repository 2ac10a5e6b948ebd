import { setTimeout as delay } from 'node:timers/promises';
import { answerIdOf, type ConversationView } from '@plumbline/contracts/answers/conversation';
import type { ApiContext } from '../../service/api-context.ts';
import type { MessageToAsk } from '../../service/message-to-ask.ts';
import { problemOf } from '../../service/problem.ts';
import { type FinalEvent, followAnswer, type SentAnswerEvent } from './answer-following.ts';

/** What became of a message that was asked here. */
interface Asking {
  readonly settled: Promise<void>;
  end(): FinalEvent | null;
}

export interface Streaming {
  readonly requestId: string;
  readonly signal: AbortSignal;
  /** False: the reader has the first event. */
  readonly isNew: boolean;
}

/** Asks a message and follows its answer. Aborting ends the following, not the answer. */
export async function* streamMessage(
  context: ApiContext,
  message: MessageToAsk,
  { requestId, signal, isNew }: Streaming,
): AsyncGenerator<SentAnswerEvent, void> {
  const { sessionId, ask } = message;
  const { messageId } = ask;
  const asking = beginAsking(context, message, requestId, signal);
  if (isNew) yield { id: messageId, event: { kind: 'session', sessionId, messageId } };
  const answerId = await findAnswerId(context, message, asking, signal);
  if (answerId === null) {
    const failed = asking.end();
    if (failed !== null) yield { id: null, event: failed };
    return;
  }
  yield* followAnswer({
    answerId,
    after: 0,
    read: context.tools.readAnswerEvents,
    look: async () => asking.end(),
    pollMs: context.settings.streaming.pollMs,
    signal,
  });
}

function beginAsking(
  context: ApiContext,
  { sessionId, scope, ask }: MessageToAsk,
  requestId: string,
  signal: AbortSignal,
): Asking {
  let end: FinalEvent | null = null;
  const settled = context.access.conversations.ask({ sessionId, scope, ask, signal }).then(
    (answer) => {
      end = { kind: 'end', answer };
    },
    (error: unknown) => {
      if (!signal.aborted) end = { kind: 'failed', reason: reasonOf(context, error, requestId) };
    },
  );
  return { settled, end: () => end };
}

function reasonOf({ report }: ApiContext, error: unknown, requestId: string): string {
  const problem = problemOf(error);
  if (problem !== null) return problem.message;
  report(error, requestId);
  return `something went wrong; see the server's log under ${requestId}`;
}

/** Null: the message failed before it had an answer. */
async function findAnswerId(
  { access, settings }: ApiContext,
  { sessionId, userId, ask }: MessageToAsk,
  asking: Asking,
  signal: AbortSignal,
): Promise<string | null> {
  for (;;) {
    // A session that is only beginning, or is busy, does not answer yet.
    const view = access.conversations.view(sessionId, userId).catch(() => null);
    const found = await Promise.race([view, asking.settled.then(() => null)]);
    const answerId = found === null ? null : answerIdIn(found, ask.messageId);
    if (answerId !== null) return answerId;
    const end = asking.end();
    if (end !== null) return end.kind === 'end' ? end.answer.answerId : null;
    await delay(settings.streaming.pollMs, undefined, { signal });
  }
}

function answerIdIn({ sessionId, pending, thread }: ConversationView, messageId: string): string | null {
  const waiting = pending.find((entry) => entry.messageId === messageId);
  if (waiting !== undefined) return waiting.answerId;
  const turn = thread.find((entry) => entry.messageId === messageId);
  return turn === undefined ? null : answerIdOf(sessionId, turn.turn);
}
