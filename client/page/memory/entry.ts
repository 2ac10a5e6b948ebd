import { Fragment, h, type JSX } from 'preact';
import type { MemoryEntry } from '../../../workflows/contracts/memory.ts';
import type { Forgotten } from '../api/memory-client.ts';
import { useApi } from '../parts/api-context.ts';
import { SendingFault, useSending } from '../parts/sending.ts';
import { useWords } from '../parts/words-context.ts';
import { Forget } from './forget.ts';

interface EntryProps {
  readonly user: string;
  readonly entry: MemoryEntry;
  /** Reads the memory again. @param told what is said about it */
  readonly changed: (told: string) => Promise<void>;
  readonly forgotten: (forgotten: Forgotten) => Promise<void>;
}

/** One entry with what can be done about it. */
export function Entry({ user, entry, changed, forgotten }: EntryProps): JSX.Element {
  const { memory } = useWords();
  const { entryId, text, type, provenance, createdAt, strength } = entry;
  const told = memory.told(createdAt.slice(0, 10), provenance.by === 'model', strength);
  return h(
    'li',
    { class: 'entry' },
    h('p', { class: 'text' }, text),
    h('p', { class: 'quiet' }, `${memory.types[type]}, ${told}`),
    h(
      'div',
      { class: 'ways' },
      h(Confirm, { user, entry, changed }),
      h(Forget, {
        user,
        entryId,
        label: memory.forget,
        name: `${memory.forget}: ${memory.entry(text)}`,
        means: memory.forgetMeans,
        forgotten,
      }),
    ),
  );
}

function Confirm({ user, entry, changed }: Omit<EntryProps, 'forgotten'>): JSX.Element {
  const { memory } = useWords();
  const api = useApi();
  const { isSending, error, send } = useSending();
  const name = `${memory.confirm}: ${memory.entry(entry.text)}`;
  const confirm = () =>
    send(async () => {
      await api.confirmMemory(user, entry.entryId);
      await changed(memory.confirmed);
    });
  return h(
    Fragment,
    {},
    h('button', { type: 'button', disabled: isSending, 'aria-label': name, onClick: confirm }, memory.confirm),
    h(SendingFault, { error }),
  );
}
