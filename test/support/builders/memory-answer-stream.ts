import { sessionOfAnswer } from '@plumbline/contracts/answers/conversation';
import type { AnswerStream, StoredAnswerEvent } from '../../../activities/conversations/sql-answer-stream.ts';

export interface MemoryAnswerStream extends AnswerStream {
  /** What a reader has after the last reset. */
  textOf(answerId: string): Promise<string>;
  /** Resolves once the answer has so many events. */
  arrival(answerId: string, count: number): Promise<void>;
  /** From now on every append fails with this message. */
  failWith(message: string): void;
}

/** Streams in memory, by the rules of the store. */
export function createMemoryAnswerStream(): MemoryAnswerStream {
  const streams = new Map<string, { readonly attempt: number; readonly stored: StoredAnswerEvent }[]>();
  const waiting: (() => void)[] = [];
  let failure: string | null = null;
  const eventsOf = (answerId: string) => streams.get(answerId) ?? [];

  return {
    async append(answerId, attempt, event) {
      if (failure !== null) throw new Error(failure);
      const events = eventsOf(answerId);
      const isOfAttempt = event.kind === 'text' || event.kind === 'reset';
      if (isOfAttempt && events.some((other) => other.attempt > attempt)) return;
      streams.set(answerId, [...events, { attempt, stored: { sequence: events.length + 1, event } }]);
      for (const wake of waiting.splice(0)) wake();
    },
    async read(answerId, after) {
      return eventsOf(answerId)
        .map(({ stored }) => stored)
        .filter(({ sequence }) => sequence > after);
    },
    async deleteSession(sessionId) {
      const own = [...streams.keys()].filter((answerId) => sessionOfAnswer(answerId) === sessionId);
      const count = own.flatMap(eventsOf).length;
      for (const answerId of own) streams.delete(answerId);
      return count;
    },
    deleteBefore: () => Promise.resolve({ entries: 0, bytes: 0 }),
    async textOf(answerId) {
      const events = eventsOf(answerId).map(({ stored }) => stored.event);
      const valid = events.slice(events.findLastIndex(({ kind }) => kind === 'reset') + 1);
      return valid.map((event) => (event.kind === 'text' ? event.text : '')).join('');
    },
    async arrival(answerId, count) {
      while (eventsOf(answerId).length < count) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    failWith(message) {
      failure = message;
    },
  };
}
