import type { Context } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import type { ApiContext } from '../../service/api-context.ts';
import type { RequestEnvironment } from '../../service/problem.ts';

/** One event as readers get it; its kind is its name. */
export interface SentEvent<Event extends { readonly kind: string }> {
  /** What a reader sends as `Last-Event-ID` to go on after this event; null: the previous event's id. */
  readonly id: string | null;
  readonly event: Event;
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
