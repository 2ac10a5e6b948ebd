import { useEffect, useRef, useState } from 'preact/hooks';
import { type SentMessage, STREAM_PACE } from '../api/answer-stream.ts';
import type { Session } from '../api/sessions-client.ts';
import { newSendId } from '../ask/use-draft.ts';
import { afterEvent, type LiveAnswer, liveAnswerTo } from '../models/live-answer.ts';
import { useApi } from '../parts/api-context.ts';
import type { Loaded } from '../parts/loading.ts';
import { messageOf } from '../parts/loading.ts';

export interface Conversation {
  readonly loaded: Loaded<Session>;
  readonly reload: () => void;
  /** Null: nothing is being answered. */
  readonly live: LiveAnswer | null;
  readonly send: (message: string) => void;
}

const LOOK_MS = 200;

/** A conversation: what was said, and the answer under way, which is followed across lost connections. */
export function useConversation(sessionId: string): Conversation {
  const { loaded, load } = useSession(sessionId);
  const { live, followMessage, leave } = useLiveAnswer(load);
  const begin = async () => {
    const begun = begunMessage();
    if (begun !== null) {
      await followMessage(begun, null);
      history.replaceState(null, '', location.href);
      return;
    }
    const [pending] = (await load())?.pending ?? [];
    if (pending === undefined) return;
    const { message, messageId, answerId } = pending;
    await followMessage({ message, messageId, sessionId }, `${answerId};0`);
  };
  useEffect(() => {
    void begin();
    return leave;
  }, []);
  return {
    loaded,
    reload: () => void begin(),
    live,
    send: (message) => void followMessage({ message, messageId: newSendId(), sessionId }, null),
  };
}

function useSession(sessionId: string) {
  const api = useApi();
  const [loaded, setLoaded] = useState<Loaded<Session>>({ state: 'loading' });
  const load = async (): Promise<Session | null> => {
    try {
      const value = await api.readSession(sessionId);
      setLoaded({ state: 'loaded', value });
      return value;
    } catch (error) {
      setLoaded({ state: 'failed', error });
      return null;
    }
  };
  return { loaded, load };
}

/** @param load what the session has once the answer is over */
function useLiveAnswer(load: () => Promise<Session | null>) {
  const api = useApi();
  const [live, setLive] = useState<LiveAnswer | null>(null);
  const left = useRef<AbortController | null>(null);
  const followMessage = async (message: SentMessage, lastEventId: string | null) => {
    const { signal } = (left.current = new AbortController());
    let now = liveAnswerTo(message.message);
    setLive(now);
    try {
      for await (const event of api.followAnswer({ message, lastEventId, pace: STREAM_PACE, signal })) {
        now = afterEvent(now, event);
        setLive(now);
      }
      let session = await load();
      // The stream tells the end before the session has noted it.
      while (!signal.aborted && session?.pending.some(({ messageId }) => messageId === message.messageId)) {
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
        session = await load();
      }
      // The session tells the rest; of a message that it did not take, it knows nothing.
      const isTaken = session === null || session.thread.some(({ messageId }) => messageId === message.messageId);
      if (isTaken || now.failure === null) setLive(null);
    } catch (error) {
      if (!signal.aborted) setLive({ ...now, failure: messageOf(error) });
    }
  };
  return { live, followMessage, leave: () => left.current?.abort() };
}

/** The message that a new conversation begins with: the address keeps it until it is answered, also over a reload. */
function begunMessage(): SentMessage | null {
  const state: { readonly begun?: SentMessage } | null = history.state;
  return state?.begun ?? null;
}
