import { h, type JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { saveToken } from '../api/access.ts';
import { useWords } from './words-context.ts';

/** Asks for the server's token. */
export function TokenForm({ onToken }: { readonly onToken: () => void }): JSX.Element {
  const words = useWords();
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: Event) => {
    event.preventDefault();
    saveToken(field.current?.value.trim() ?? '');
    onToken();
  };
  return h(
    'form',
    { class: 'token', onSubmit: submit },
    h('p', {}, words.tokenNeeded),
    h('label', {}, words.token, h('input', { ref: field, type: 'password', autocomplete: 'off', required: true })),
    h('button', { type: 'submit' }, words.enter),
  );
}
