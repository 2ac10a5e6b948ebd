import { h, type JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Forgotten } from '../api/api-client.ts';
import { useApi } from '../parts/api-context.ts';
import { SendingFault, useSending } from '../parts/sending.ts';
import { useWords } from '../parts/words-context.ts';

interface ForgetProps {
  readonly user: string;
  /** Null: everything. */
  readonly entryId: string | null;
  readonly label: string;
  /** Of the button, where the label alone does not say what it is about. */
  readonly name?: string;
  /** What will be erased. */
  readonly means: string;
  readonly forgotten: (forgotten: Forgotten) => Promise<void>;
}

/** Erases, after it has said what that means. */
export function Forget({ user, entryId, label, name, means, forgotten }: ForgetProps): JSX.Element {
  const { memory } = useWords();
  const api = useApi();
  const { isSending, error, send } = useSending();
  const [isAsking, setIsAsking] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isAsking) keep.current?.focus();
  }, [isAsking]);
  const forget = () =>
    send(async () => {
      const erased = await api.forgetMemory(user, entryId);
      setIsAsking(false);
      await forgotten(erased);
    });
  if (!isAsking) {
    return h('button', { type: 'button', 'aria-label': name ?? label, onClick: () => setIsAsking(true) }, label);
  }
  return h(
    'div',
    { class: 'confirmation', role: 'group', 'aria-label': name ?? label },
    h('p', {}, means),
    h('button', { type: 'button', class: 'danger', disabled: isSending, onClick: forget }, label),
    h('button', { type: 'button', ref: keep, disabled: isSending, onClick: () => setIsAsking(false) }, memory.keep),
    h(SendingFault, { error }),
  );
}
