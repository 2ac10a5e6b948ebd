import { h, type JSX, type TargetedEvent } from 'preact';
import { useState } from 'preact/hooks';
import { sendByKeyboard } from '../ask/send-by-keyboard.ts';
import { useWords } from '../parts/words-context.ts';

interface ComposerProps {
  readonly sessionId: string;
  /** An answer is under way. */
  readonly isBusy: boolean;
  readonly send: (message: string) => void;
}

/** The next message; what is written survives a reload. */
export function Composer({ sessionId, isBusy, send }: ComposerProps): JSX.Element {
  const words = useWords().sessions;
  const draft = `plumbline-draft-${sessionId}`;
  const [text, setText] = useState(() => localStorage.getItem(draft) ?? '');
  const change = (next: string) => {
    if (next === '') localStorage.removeItem(draft);
    else localStorage.setItem(draft, next);
    setText(next);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (isBusy || text.trim() === '') return;
    send(text.trim());
    change('');
  };
  return h(
    'form',
    { class: 'composer', onSubmit: submit },
    h('label', { for: 'message' }, words.next),
    h('textarea', {
      id: 'message',
      rows: 2,
      value: text,
      maxLength: 4_000,
      onInput: (event: TargetedEvent<HTMLTextAreaElement>) => change(event.currentTarget.value),
      onKeyDown: sendByKeyboard,
    }),
    h('button', { type: 'submit', class: 'primary', disabled: isBusy || text.trim() === '' }, words.send),
  );
}
