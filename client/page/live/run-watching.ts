import { ApiFailure } from '../api/api-requests.ts';
import type { RunEvent } from '../api/api-types.ts';
import { readEvents } from '../api/event-stream.ts';

/** News for a watcher, in addition to the events. */
export type WatchNews =
  | RunEvent
  /** The server is there, whether or not there is news. */
  | { readonly kind: 'sign' }
  /** The connection is lost; it will be tried again. */
  | { readonly kind: 'lost'; readonly error: unknown };

export interface RunWatching {
  /** Opens the stream behind the event with this id. */
  readonly open: (after: string, signal: AbortSignal) => Promise<Response>;
  readonly tell: (news: WatchNews) => void;
  /** Resolves when it is time to try again. @param attempt from 0 */
  readonly pause: (attempt: number) => Promise<void>;
  readonly signal: AbortSignal;
}

/** The server sends a comment every 15 seconds; after this time without one the connection is dead. */
const LONGEST_SILENCE_MS = 50_000;

/**
 * Follows a run to its end, through lost connections: each begins behind the last event that arrived.
 *
 * @throws {ApiFailure} for what trying again does not mend
 */
export async function watchRun(watching: RunWatching): Promise<void> {
  const { signal, tell, pause } = watching;
  let after = '';
  let attempt = 0;
  while (!signal.aborted) {
    try {
      for await (const news of newsOf(watching, after)) {
        attempt = 0;
        after = news.id ?? after;
        tell(news.told);
        if (news.told.kind === 'end') return;
      }
      tell({ kind: 'lost', error: null });
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiFailure && !isPassing(error)) throw error;
      tell({ kind: 'lost', error });
    }
    await pause(attempt);
    attempt += 1;
  }
}

function isPassing({ status }: ApiFailure): boolean {
  return status === 429 || status >= 500;
}

interface NumberedNews {
  readonly id: string | null;
  readonly told: WatchNews;
}

/** One connection, from its first byte to its last. */
async function* newsOf({ open, signal }: RunWatching, after: string): AsyncGenerator<NumberedNews, void> {
  const response = await open(after, signal);
  if (response.status === 204) return yield { id: null, told: { kind: 'end' } };
  yield { id: null, told: { kind: 'sign' } };
  for await (const events of readEvents(response, LONGEST_SILENCE_MS)) {
    yield { id: null, told: { kind: 'sign' } };
    for (const { id, data } of events) yield { id, told: JSON.parse(data) };
  }
}
