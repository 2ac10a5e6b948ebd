import { h, type JSX } from 'preact';
import { ApiFailure } from '../api/api-requests.ts';
import { wordsOfRefusal } from '../models/refusal.ts';
import { messageOf } from '../parts/loading.ts';
import type { SendingState } from '../parts/sending.ts';
import { useWords } from '../parts/words-context.ts';
import type { LiveWords } from '../words/live-english.ts';

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
