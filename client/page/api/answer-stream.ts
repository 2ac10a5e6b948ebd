import type { AnswerEvent } from '../../../workflows/contracts/answer.ts';
import { createEventReader, type StreamedEvent } from '../models/event-stream.ts';
import { ApiFailure, type ApiRequests } from './api-requests.ts';

/** A message as `POST /api/query/stream` takes it. */
export interface SentMessage {
  readonly message: string;
  /** It is answered once, however often it is sent. */
  readonly messageId: string;
  /** Left out: a new session. */
  readonly sessionId?: string;
  readonly mode?: 'quick' | 'deep';
  readonly documents?: readonly string[] | undefined;
  readonly catalogues?: readonly string[] | undefined;
  readonly web?: boolean | undefined;
}

/** What a reader of a stream gets. */
export type AnswerStreamEvent = AnswerEvent | { readonly kind: 'session'; readonly sessionId: string };

export interface AnswerFollowing {
  readonly message: SentMessage;
  /** Where to begin; null: the message is new. */
  readonly lastEventId: string | null;
  /** Time before a lost connection is tried again. */
  readonly pauseMs: number;
  readonly signal: AbortSignal;
}

const PATH = '/api/query/stream';

/**
 * The events of an answer until its last one, across lost connections: each is read once, and nothing is asked again.
 *
 * @throws {ApiFailure} when the server refuses the message
 */
export async function* followAnswer(
  requests: ApiRequests,
  { message, lastEventId, pauseMs, signal }: AnswerFollowing,
): AsyncGenerator<AnswerStreamEvent, void> {
  for (let last = lastEventId; ; ) {
    try {
      const response = await requests.send(PATH, requestOf(message, last, signal));
      for await (const { id, data } of eventsIn(response)) {
        last = id ?? last;
        const event: AnswerStreamEvent = JSON.parse(data);
        yield event;
        if (event.kind === 'end' || event.kind === 'failed') return;
      }
      // Nothing follows what was read before.
      if (response.status === 204) return;
    } catch (error) {
      if (signal.aborted || isRefusal(error)) throw error;
    }
    await pause(pauseMs, signal);
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

async function* eventsIn({ body }: Response): AsyncGenerator<StreamedEvent, void> {
  if (body === null) return;
  const read = createEventReader();
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield* read(part.value);
  } finally {
    await reader.cancel().catch(() => undefined);
  }
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
