import type { LeftOut } from '@plumbline/contracts/evidence/corpus';
import { type JSX, type TargetedEvent, h } from 'preact';
import { useState } from 'preact/hooks';
import type { Session } from '../api/api-types.ts';
import { commandIn } from '../models/live-answer.ts';
import { sendByKeyboard } from '../parts/use-draft.ts';
import { useWords } from '../parts/words-context.ts';

/** @param research hands it over to a run, with what was said before */
export type Send = (message: string, research?: boolean) => void;

interface ComposerProps extends Pick<Session, 'sessionId' | 'leftOut'> {
  /** An answer is under way. */
  readonly isBusy: boolean;
  readonly send: Send;
}

/** The next message; what is written survives a reload. */
export function Composer({ sessionId, leftOut, isBusy, send }: ComposerProps): JSX.Element {
  const { sessions: words, ask } = useWords();
  const draft = draftOf(sessionId);
  const [text, setText] = useState(() => localStorage.getItem(draft) ?? '');
  const change = (next: string) => {
    if (next === '') localStorage.removeItem(draft);
    else localStorage.setItem(draft, next);
    setText(next);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    const [message, isResearch] = commandIn(text);
    if (isBusy || message === '') return;
    send(message, isResearch);
    change('');
  };
  return h(
    'form',
    { class: 'composer', onSubmit: submit, onKeyDown: sendByKeyboard },
    h('label', { for: 'message', class: 'hidden' }, words.next),
    h('textarea', {
      id: 'message',
      rows: 1,
      enterKeyHint: 'send',
      placeholder: words.next,
      value: text,
      maxLength: 4_000,
      onInput: (event: TargetedEvent<HTMLTextAreaElement>) => change(event.currentTarget.value),
    }),
    h('button', { type: 'submit', class: 'primary', disabled: isBusy || text.trim() === '' }, words.send),
    h('p', { class: 'how' }, words.how),
    leftOut.length === 0 ? null : h('p', { class: 'quiet' }, leftOut.map((one) => restriction(one, ask)).join(' · ')),
  );
}

/** Where the browser keeps what is written. */
export function draftOf(sessionId: string): string {
  return `plumbline-draft-${sessionId}`;
}

/** `docs: Only these files: *.md, …` */
function restriction({ reason, folder, names, count }: LeftOut, words: ReturnType<typeof useWords>['ask']): string {
  const label = reason === 'excluded' ? words.exclude : words.include;
  const named = [...names, ...(count > names.length ? ['…'] : [])].join(', ');
  return [...(folder === undefined ? [] : [folder]), label, named].join(': ');
}
