import { h, type JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useWords } from '../parts/words-context.ts';

const USER = 'plumbline-user';

/** Whose memory is looked at; kept until the tab is closed. */
export function useUser(): readonly [string, (user: string) => void] {
  const [user, setUser] = useState(() => sessionStorage.getItem(USER) ?? '');
  return [
    user,
    (name) => {
      sessionStorage.setItem(USER, name);
      setUser(name);
    },
  ];
}

/** Asks whose memory it is to be. */
export function UserForm({ onUser }: { readonly onUser: (user: string) => void }): JSX.Element {
  const { memory } = useWords();
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: Event) => {
    event.preventDefault();
    const name = field.current?.value.trim() ?? '';
    if (name !== '') onUser(name);
  };
  return h(
    'form',
    { class: 'fields', onSubmit: submit },
    h('p', {}, memory.whose),
    h('label', {}, memory.user, h('input', { ref: field, required: true, maxLength: 200, autocomplete: 'off' })),
    h('button', { type: 'submit' }, memory.show),
  );
}
