import { h, type JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { SendingFault, useSending } from './sending.ts';

interface ErasureProps {
  /** On the button. */
  readonly label: string;
  /** Of the button, where the label alone does not say what it is about. */
  readonly name?: string;
  /** What will be gone. */
  readonly means: string;
  /** On the button that does it. */
  readonly sure: string;
  /** On the button that does not; it has the focus. */
  readonly keep: string;
  readonly act: () => Promise<void>;
}

/** Erases, after it has said what that means. */
export function Erasure({ label, name = label, means, sure, keep, act }: ErasureProps): JSX.Element {
  const { isSending, error, send } = useSending();
  const [isAsking, setIsAsking] = useState(false);
  const kept = useRef<HTMLButtonElement>(null);
  const asks = useRef<HTMLButtonElement>(null);
  const hasAsked = useRef(false);
  // Before the next key can go to the button that is gone.
  useLayoutEffect(() => {
    if (isAsking) kept.current?.focus();
    else if (hasAsked.current) asks.current?.focus();
    hasAsked.current = isAsking;
  }, [isAsking]);
  const confirm = () =>
    send(async () => {
      await act();
      setIsAsking(false);
    });
  if (!isAsking) {
    const attributes = { type: 'button', ref: asks, class: 'plain', 'aria-label': name } as const;
    return h('button', { ...attributes, onClick: () => setIsAsking(true) }, label);
  }
  return h(
    'div',
    { class: 'confirmation', role: 'group', 'aria-label': name },
    h('p', {}, means),
    h('button', { type: 'button', class: 'danger', disabled: isSending, onClick: confirm }, sure),
    h('button', { type: 'button', ref: kept, disabled: isSending, onClick: () => setIsAsking(false) }, keep),
    h(SendingFault, { error }),
  );
}
