import { setTimeout as delay } from 'node:timers/promises';
import type { AnswerEvent } from '@plumbline/contracts/answers/answer';
import type { Context } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import type { Stores } from '../../../workers/assembly/stores.ts';
import type { ApiContext } from '../../service/api-context.ts';
import type { RequestEnvironment } from '../../service/problem.ts';
import { eventIdOf } from '../../service/query-request.ts';

/** One event as readers get it; its kind is its name. */
export interface SentEvent<Event extends { readonly kind: string }> {
  /** What a reader sends as `Last-Event-ID` to go on after this event; null: the previous event's id. */
  readonly id: string | null;
  readonly event: Event;
}

export type FinalEvent = Extract<AnswerEvent, { kind: 'end' | 'failed' }>;

/** First of every stream: how to go on with the conversation, and the id under which the message is answered once. */
interface SessionEvent {
  readonly kind: 'session';
  readonly sessionId: string;
  readonly messageId: string;
}

/** An event of an answer as readers get it. */
export type SentAnswerEvent = SentEvent<AnswerEvent | SessionEvent>;

interface FollowedAnswer {
  readonly answerId: string;
  /** Number of the last event that the reader has. */
  readonly after: number;
  readonly read: Stores['readAnswerEvents'];
  /** How the answer ended, from elsewhere than the store; null: it goes on, as far as is known. */
  readonly look: () => Promise<FinalEvent | null>;
  readonly pollMs: number;
  readonly signal: AbortSignal;
}

/** Sends events until there are no more, the reader leaves, or the server stops. */
export function sendEvents<Event extends { readonly kind: string }>(
  context: ApiContext,
  http: Context<RequestEnvironment>,
  follow: (signal: AbortSignal) => AsyncGenerator<SentEvent<Event>, void>,
): Response {
  const { closing, streaming } = context.settings;
  const response = streamSSE(http, async (stream) => {
    const left = new AbortController();
    stream.onAbort(() => left.abort());
    const signal = AbortSignal.any([left.signal, http.req.raw.signal, closing]);
    // A comment, which readers skip; proxies and dead connections notice it.
    const heartbeat = setInterval(() => void stream.write(': still here\n\n'), streaming.heartbeatMs);
    try {
      for await (const sent of follow(signal)) await write(stream, sent);
    } catch (error) {
      // The connection ends without a last event, so that the reader comes again with the id of the one it has.
      if (!signal.aborted) context.report(error, http.get('requestId'));
    } finally {
      clearInterval(heartbeat);
      // The reader is gone.
      left.abort();
    }
  });
  // Proxies hold back what they buffer.
  response.headers.set('x-accel-buffering', 'no');
  return response;
}

async function write(stream: SSEStreamingApi, { id, event }: SentEvent<{ readonly kind: string }>): Promise<void> {
  await stream.writeSSE({ event: event.kind, data: JSON.stringify(event), ...(id !== null && { id }) });
}

/**
 * The events of an answer from the store until it is over. A store that lacks the end, because the worker writes to
 * another one, gets it from where the answer is known.
 */
export async function* followAnswer(followed: FollowedAnswer): AsyncGenerator<SentAnswerEvent, void> {
  const { answerId, read, look, pollMs, signal } = followed;
  let sequence = followed.after;
  for (;;) {
    // Before the store is read: once the answer is over, everything has been written.
    const end = await look();
    for (const stored of await read(answerId, sequence)) {
      sequence = stored.sequence;
      yield { id: eventIdOf(answerId, sequence), event: stored.event };
      if (isFinal(stored.event)) return;
    }
    if (end !== null) {
      yield { id: eventIdOf(answerId, sequence + 1), event: end };
      return;
    }
    await delay(pollMs, undefined, { signal });
  }
}

export function isFinal(event: AnswerEvent): event is FinalEvent {
  return event.kind === 'end' || event.kind === 'failed';
}
