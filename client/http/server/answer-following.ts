import { setTimeout as delay } from 'node:timers/promises';
import type { AnswerEvent } from '@plumbline/contracts/answers/answer';
import type { Stores } from '../../../workers/assembly/stores.ts';
import { eventIdOf } from '../../service/query-request.ts';
import type { SentEvent } from './event-sending.ts';

export type FinalEvent = Extract<AnswerEvent, { kind: 'end' | 'failed' }>;

/** First of every stream: how to go on with the conversation, and the id under which the message is answered once. */
export interface SessionEvent {
  readonly kind: 'session';
  readonly sessionId: string;
  readonly messageId: string;
}

/** An event of an answer as readers get it. */
export type SentAnswerEvent = SentEvent<AnswerEvent | SessionEvent>;

export interface FollowedAnswer {
  readonly answerId: string;
  /** Number of the last event that the reader has. */
  readonly after: number;
  readonly read: Stores['readAnswerEvents'];
  /** How the answer ended, from elsewhere than the store; null: it goes on, as far as is known. */
  readonly look: () => Promise<FinalEvent | null>;
  readonly pollMs: number;
  readonly signal: AbortSignal;
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
