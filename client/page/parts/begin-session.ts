import { type SentMessage, STREAM_PACE } from '../api/answer-stream.ts';
import type { ApiClient } from '../api/api-client.ts';
import { pathOfSession } from '../models/route.ts';
import { go } from './router.ts';

/**
 * Begins a conversation. The session shows the answer as it comes: it sends the same message again, which is answered once.
 *
 * @returns leads there
 */
export async function beginSession(api: Pick<ApiClient, 'followAnswer'>, message: SentMessage): Promise<() => void> {
  const left = new AbortController();
  const events = api.followAnswer({ message, lastEventId: null, pace: STREAM_PACE, signal: left.signal });
  for await (const event of events) {
    if (event.kind === 'session') return () => go(pathOfSession(event.sessionId), { begun: message });
    if (event.kind === 'failed') throw new Error(event.reason);
  }
  throw new Error('the server said nothing');
}
