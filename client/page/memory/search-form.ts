import { h, type JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { MemoryQuery } from '../../../workflows/contracts/memory.ts';
import { useApi } from '../parts/api-context.ts';
import { SendingFault, useSending } from '../parts/sending.ts';
import { useWords } from '../parts/words-context.ts';

/** Finds entries by what they mean. */
export function SearchForm({ user }: { readonly user: string }): JSX.Element {
  const { memory } = useWords();
  const api = useApi();
  const { isSending, error, send } = useSending();
  const [result, setResult] = useState<MemoryQuery | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: Event) => {
    event.preventDefault();
    send(async () => setResult(await api.searchMemory(user, field.current?.value ?? '')));
  };
  return h(
    'form',
    { class: 'fields', role: 'search', onSubmit: submit },
    h('label', {}, memory.searchFor, h('input', { ref: field, type: 'search', required: true, maxLength: 2_000 })),
    h('button', { type: 'submit', disabled: isSending }, memory.search),
    h(SendingFault, { error }),
    h('div', { 'aria-live': 'polite' }, result === null ? null : h(Found, { result })),
  );
}

function Found({ result: { found, notes } }: { readonly result: MemoryQuery }): JSX.Element {
  const { memory } = useWords();
  return h(
    'div',
    {},
    h('p', { class: 'quiet' }, memory.found(found.length)),
    h(
      'ol',
      {},
      found.map(({ entry, score }) =>
        h(
          'li',
          { key: entry.entryId },
          entry.text,
          h('span', { class: 'quiet' }, ` ${score.toFixed(2)}, ${memory.standings[entry.standing]}`),
        ),
      ),
    ),
    notes.map((note) => h('p', { key: note, class: 'quiet', lang: 'en' }, note)),
  );
}
