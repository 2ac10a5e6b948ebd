import { h, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ApiFailure } from '../api/api-requests.ts';
import type { Taken } from '../api/api-types.ts';
import { wordsOfRefusal } from '../models/refusal.ts';
import { messageOf } from '../parts/loading.ts';
import { useWords } from '../parts/words-context.ts';
import type { LiveWords } from '../words/live-english.ts';

/** What became of what a person sent. */
export type SendingState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'taken'; readonly isStored: boolean }
  | { readonly kind: 'refused'; readonly error: unknown };

export interface Sending {
  readonly state: SendingState;
  readonly isSending: boolean;
  /** @returns whether the run took it */
  readonly send: (act: () => Promise<Taken>) => Promise<boolean>;
  readonly reset: () => void;
}

/** Sends one thing after the other, and keeps what became of it. */
export function useSending(): Sending {
  const [state, setState] = useState<SendingState>({ kind: 'idle' });
  return {
    state,
    isSending: state.kind === 'sending',
    reset: () => setState({ kind: 'idle' }),
    async send(act) {
      setState({ kind: 'sending' });
      try {
        const { accepted } = await act();
        setState({ kind: 'taken', isStored: accepted === null });
        return true;
      } catch (error) {
        setState({ kind: 'refused', error });
        return false;
      }
    },
  };
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

/** Where the focus goes when what had it is gone. */
export function focusContent(): void {
  document.getElementById('content')?.focus({ preventScroll: true });
}
