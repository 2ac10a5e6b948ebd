import { h, type JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { AddedMemory } from '../../../workflows/contracts/memory.ts';
import { useApi } from '../parts/api-context.ts';
import { SendingFault, useSending } from '../parts/sending.ts';
import { useWords } from '../parts/words-context.ts';

interface AddProps {
  readonly user: string;
  /** Reads the memory again. @param told what is said about it */
  readonly changed: (told: string) => Promise<void>;
}

/** Remembers a text, and shows entries that say otherwise. */
export function AddForm({ user, changed }: AddProps): JSX.Element {
  const { memory } = useWords();
  const api = useApi();
  const { isSending, error, send } = useSending();
  const [conflicts, setConflicts] = useState<AddedMemory['conflicts']>([]);
  const text = useRef<HTMLTextAreaElement>(null);
  const core = useRef<HTMLInputElement>(null);
  const submit = (event: Event) => {
    event.preventDefault();
    send(async () => {
      const addition = { text: text.current?.value ?? '', core: core.current?.checked ?? false };
      const { isNew, conflicts: found } = await api.addMemory(user, addition);
      if (text.current !== null) text.current.value = '';
      setConflicts(found);
      await changed(memory.added(isNew));
    });
  };
  return h(
    'form',
    { class: 'fields', onSubmit: submit },
    h('label', {}, memory.add, h('textarea', { ref: text, required: true, maxLength: 2_000, rows: 2 })),
    h('label', { class: 'check-field' }, h('input', { ref: core, type: 'checkbox' }), memory.core),
    h('button', { type: 'submit', disabled: isSending }, memory.remember),
    h(SendingFault, { error }),
    conflicts.length === 0 ? null : h('p', { class: 'warning' }, memory.conflicts),
    h(
      'ul',
      {},
      conflicts.map(({ entry, difference }) =>
        h('li', { key: entry.entryId }, entry.text, h('span', { class: 'quiet', lang: 'en' }, ` – ${difference}`)),
      ),
    ),
  );
}
