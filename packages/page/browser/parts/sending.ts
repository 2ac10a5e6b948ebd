import { type JSX, h } from 'preact';
import { useState } from 'preact/hooks';
import type { ApiClient } from '../api/api-client.ts';
import { ApiFailure } from '../api/api-requests.ts';
import type { Taken } from '../api/api-types.ts';
import { type SentMessage, STREAM_PACE } from '../api/following.ts';
import { wordsOfRefusal } from '../models/refusal.ts';
import { pathOfSession } from '../models/route.ts';
import type { LiveWords } from '../words/live-words.ts';
import { messageOf } from './loading.ts';
import { go } from './router.ts';
import { useWords } from './words-context.ts';

/** What became of what a person sent. */
type SendingState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'taken'; readonly isStored: boolean }
  | { readonly kind: 'refused'; readonly error: unknown };

type Act = () => Promise<Taken | void>;

/** Something that is sent at a press of a button, one at a time: what is sent meanwhile is ignored. */
export function useSending() {
  const [state, setState] = useState<SendingState>({ kind: 'idle' });
  const isSending = state.kind === 'sending';
  const attempt = async (act: Act): Promise<boolean> => {
    if (isSending) return false;
    setState({ kind: 'sending' });
    try {
      const { accepted } = (await act()) ?? {};
      setState({ kind: 'taken', isStored: accepted === null });
      return true;
    } catch (error) {
      setState({ kind: 'refused', error });
      return false;
    }
  };
  return {
    state,
    isSending,
    /** Null: nothing failed. */
    error: state.kind === 'refused' ? state.error : null,
    /** @returns whether it was taken */
    attempt,
    send: (act: Act): void => void attempt(act),
    reset: () => setState({ kind: 'idle' }),
  };
}

/** Why something could not be sent, and what to do. */
export function SendingFault({ error }: { readonly error: unknown }): JSX.Element | null {
  if (error === null) return null;
  const remedy = error instanceof ApiFailure ? error.remedy : '';
  return h('p', { class: 'warning', role: 'alert' }, [messageOf(error), remedy].filter(Boolean).join(' '));
}

/** Shows the result of sending something, next to where it was sent from. */
export function Outcome({ state }: { readonly state: SendingState }): JSX.Element {
  const { live } = useWords();
  if (state.kind === 'refused') return h('p', { class: 'refusal', role: 'alert' }, refusalOf(state.error, live));
  const told = { idle: '', sending: live.sending, taken: live.taken }[state.kind];
  return h(
    'p',
    { class: 'quiet outcome', role: 'status' },
    state.kind === 'taken' && state.isStored ? live.stored : told,
  );
}

/** Remedies of the API are for programs, so they are left out where there are words. */
function refusalOf(error: unknown, live: LiveWords): string {
  const said = messageOf(error);
  const words = wordsOfRefusal(said, live);
  const remedy = error instanceof ApiFailure && words === said ? error.remedy : '';
  return [words, remedy].filter((part) => part !== '').join('. ');
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
