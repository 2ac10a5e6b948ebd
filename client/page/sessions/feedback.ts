import { h, type JSX, type TargetedEvent } from 'preact';
import { useState } from 'preact/hooks';
import { useApi } from '../parts/api-context.ts';
import { messageOf } from '../parts/loading.ts';
import { useWords } from '../parts/words-context.ts';

/** Whether an answer helped; the next one is told once that it did not. */
export function Feedback({ answerId }: { readonly answerId: string }): JSX.Element {
  const words = useWords().sessions;
  const { state, problem, send } = useFeedback(answerId);
  const [isNoting, setNoting] = useState(false);
  if (state === 'sent') return h('p', { class: 'quiet feedback', role: 'status' }, words.thanks);
  const shared = { type: 'button' as const, class: 'plain', disabled: state === 'sending' };
  return h(
    'div',
    { class: 'feedback' },
    h('button', { ...shared, onClick: () => void send('helpful', '') }, words.helpful),
    h('button', { ...shared, 'aria-expanded': isNoting, onClick: () => setNoting(!isNoting) }, words.unhelpful),
    isNoting ? h(NoteForm, { send: (note) => void send('unhelpful', note) }) : null,
    problem === '' ? null : h('p', { class: 'problem', role: 'alert' }, problem),
  );
}

function NoteForm({ send }: { readonly send: (note: string) => void }): JSX.Element {
  const words = useWords().sessions;
  const [note, setNote] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    send(note);
  };
  const write = ({ currentTarget }: TargetedEvent<HTMLInputElement>) => setNote(currentTarget.value);
  return h(
    'form',
    { onSubmit: submit },
    h('label', {}, words.note, h('input', { value: note, maxLength: 2_000, onInput: write })),
    h('button', { type: 'submit' }, words.sendNote),
  );
}

function useFeedback(answerId: string) {
  const api = useApi();
  const [state, setState] = useState<'open' | 'sending' | 'sent'>('open');
  const [problem, setProblem] = useState('');
  const send = async (verdict: 'helpful' | 'unhelpful', note: string) => {
    setState('sending');
    try {
      await api.sendFeedback({ answerId, verdict, note });
      setState('sent');
    } catch (error) {
      setProblem(messageOf(error));
      setState('open');
    }
  };
  return { state, problem, send };
}
