import { type JSX, h } from 'preact';
import { useState } from 'preact/hooks';
import type { ApiClient } from '../api/api-client.ts';
import { ApiFailure } from '../api/api-requests.ts';
import { type SentMessage, STREAM_PACE } from '../api/following.ts';
import { pathOfSession } from '../models/route.ts';
import { messageOf } from './loading.ts';
import { go } from './router.ts';

/** Something that is sent at a press of a button. */
export interface Sending {
  readonly isSending: boolean;
  /** Null: nothing failed. */
  readonly error: unknown;
  /** One at a time: what is sent meanwhile is ignored. */
  readonly send: (request: () => Promise<void>) => void;
}

export function useSending(): Sending {
  const [state, setState] = useState<Omit<Sending, 'send'>>({ isSending: false, error: null });
  const send = (request: () => Promise<void>): void => {
    if (state.isSending) return;
    setState({ isSending: true, error: null });
    request().then(
      () => setState({ isSending: false, error: null }),
      (error: unknown) => setState({ isSending: false, error }),
    );
  };
  return { ...state, send };
}

/** Why something could not be sent, and what to do. */
export function SendingFault({ error }: { readonly error: unknown }): JSX.Element | null {
  if (error === null) return null;
  const remedy = error instanceof ApiFailure ? error.remedy : '';
  return h('p', { class: 'warning', role: 'alert' }, [messageOf(error), remedy].filter(Boolean).join(' '));
}

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

/** The message that a new conversation begins with: the address keeps it until it is answered, also over a reload. */
export function begunMessage(): SentMessage | null {
  const state: { readonly begun?: SentMessage } | null = history.state;
  return state?.begun ?? null;
}
