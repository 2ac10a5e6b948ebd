import { type ComponentChildren, h, type JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Taken } from '../api/api-types.ts';
import { Button } from '../parts/button.ts';
import { focusContent } from '../parts/router.ts';
import { Outcome, useSending } from '../parts/sending.ts';
import { useWords } from '../parts/words-context.ts';
import type { ChangeWords } from '../words/change-words.ts';

interface ConfirmedProps {
  readonly words: ChangeWords['retry'];
  readonly act: () => Promise<Taken | void>;
  /** What has to be filled in before. */
  readonly children?: ComponentChildren;
  /** What it would do in the present case, in addition to what it says in general. */
  readonly effect?: string;
  readonly isDisabled?: boolean;
  /** What is most likely wanted here. */
  readonly isPrimary?: boolean;
}

/** A button that says what it will do, and does it once confirmed. Shows a refusal next to the button. */
export function Confirmed(props: ConfirmedProps): JSX.Element {
  const { words, isDisabled = false, isPrimary = false } = props;
  const [isOpen, setIsOpen] = useState(false);
  const sending = useSending();
  return h(
    'div',
    { class: 'confirmed' },
    h(
      Button,
      {
        class: isPrimary ? 'primary' : undefined,
        'aria-haspopup': 'dialog',
        disabled: isDisabled,
        act: () => {
          sending.reset();
          setIsOpen(true);
        },
      },
      words.button,
    ),
    isOpen
      ? h(ConfirmDialog, { ...props, sending, close: () => setIsOpen(false) })
      : h(Outcome, { state: sending.state.kind === 'sending' ? { kind: 'idle' } : sending.state }),
  );
}

interface DialogProps extends ConfirmedProps {
  readonly sending: ReturnType<typeof useSending>;
  readonly close: () => void;
}

function ConfirmDialog(props: DialogProps): JSX.Element {
  const { words, act, children, effect, sending, close } = props;
  const { live } = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  const submit = async (event: Event) => {
    event.preventDefault();
    if (!(await sending.attempt(act))) return;
    dialog.current?.close();
    // The button may be gone with what it was for.
    if (document.activeElement === document.body) focusContent();
  };
  return h(
    'dialog',
    { ref: dialog, onClose: close, 'aria-labelledby': `${id}-name`, 'aria-describedby': `${id}-says` },
    h(
      'form',
      { onSubmit: (event: Event) => void submit(event) },
      h('h2', { id: `${id}-name` }, words.button),
      children,
      h('p', { id: `${id}-says`, 'aria-live': 'polite' }, [effect ?? '', words.says].filter(Boolean).join(' ')),
      h(Outcome, sending),
      h(
        'div',
        { class: 'buttons' },
        h('button', { type: 'submit', class: 'primary', disabled: sending.isSending }, words.confirm),
        h(Button, { act: () => dialog.current?.close() }, live.back),
      ),
    ),
  );
}
