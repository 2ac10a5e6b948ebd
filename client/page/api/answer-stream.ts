import type { AnswerEvent } from '../../../workflows/contracts/answers/answer.ts';
import { ApiFailure, type ApiRequests } from './api-requests.ts';
import { readEvents } from './event-stream.ts';

/** A message as `POST /api/query/stream` takes it. */
export interface SentMessage {
  readonly message: string;
  /** It is answered once, however often it is sent. */
  readonly messageId: string;
  /** Left out: a new session. */
  readonly sessionId?: string;
  /** Of a new session; left out: the token's. */
  readonly userId?: string | undefined;
  readonly mode?: 'quick' | 'deep';
  /** Hands the message over to a research run, with what the conversation knows. */
  readonly research?: boolean;
  /** What was said before, outside of the session, oldest first. */
  readonly history?: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[];
  readonly documents?: readonly string[] | undefined;
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  readonly catalogues?: readonly string[] | undefined;
  readonly web?: readonly string[] | undefined;
}

/** What a reader of a stream gets. */
export type AnswerStreamEvent = AnswerEvent | { readonly kind: 'session'; readonly sessionId: string };

export interface AnswerFollowing {
  readonly message: SentMessage;
  /** Where to begin; null: the message is new. */
  readonly lastEventId: string | null;
  readonly pace: StreamPace;
  readonly signal: AbortSignal;
}

export interface StreamPace {
  /** Time before a lost connection is tried again. */
  readonly pauseMs: number;
  /** A connection silent for this long counts as lost, even if the system thinks it is open. */
  readonly silenceMs: number;
}

/** Servers say something every fifteen seconds. */
export const STREAM_PACE: StreamPace = { pauseMs: 1_000, silenceMs: 40_000 };

const PATH = '/api/query/stream';

/**
 * The events of an answer until its last one, across lost connections: each is read once, and nothing is asked again.
 *
 * @throws {ApiFailure} when the server refuses the message
 */
export async function* followAnswer(
  requests: ApiRequests,
  { message, lastEventId, pace, signal }: AnswerFollowing,
): AsyncGenerator<AnswerStreamEvent, void> {
  for (let last = lastEventId; ;) {
    try {
      const response = await requests.send(PATH, requestOf(message, last, signal));
      for await (const events of readEvents(response, pace.silenceMs)) {
        for (const { id, data } of events) {
          last = id === '' ? last : id;
          const event: AnswerStreamEvent = JSON.parse(data);
          yield event;
          if (event.kind === 'end' || event.kind === 'failed') return;
        }
      }
      // Nothing follows what was read before.
      if (response.status === 204) return;
    } catch (error) {
      if (signal.aborted || isRefusal(error)) throw error;
    }
    await pause(pace.pauseMs, signal);
  }
}

function requestOf(message: SentMessage, lastEventId: string | null, signal: AbortSignal): RequestInit {
  const headers = { 'content-type': 'application/json', ...(lastEventId !== null && { 'last-event-id': lastEventId }) };
  return { method: 'POST', headers, body: JSON.stringify(message), signal };
}

/** A server that restarts, or has too much to do, takes the message later. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiFailure && ![429, 502, 503, 504].includes(error.status);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, ms);
  });
}
