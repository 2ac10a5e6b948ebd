import { h, type JSX } from 'preact';
import type { AnswerResult } from '../../../workflows/contracts/answer.ts';
import type { Turn } from '../../../workflows/contracts/conversation.ts';
import { useWords } from '../parts/words-context.ts';
import { AnswerText } from './answer-text.ts';
import { AnswerView } from './answer-view.ts';

interface TurnProps {
  readonly turn: Turn;
  /** Null: the session does not keep it any more, or there was none. */
  readonly answer: AnswerResult | null;
  /** Null: nothing can be sent from here. */
  readonly send: ((message: string) => void) | null;
}

/** A message and what became of it. */
export function TurnView({ turn, answer, send }: TurnProps): JSX.Element {
  const words = useWords().sessions;
  return h(
    'section',
    { class: 'turn' },
    h(Message, { message: turn.message }),
    turn.failure !== null
      ? h(
          'div',
          { class: 'failure' },
          h('p', {}, words.failed(turn.failure)),
          send === null ? null : h('button', { type: 'button', onClick: () => send(turn.message) }, words.sendAgain),
        )
      : answer === null
        ? h(
            'div',
            { class: 'answer' },
            h(AnswerText, { text: turn.summary, cite: null }),
            h('p', { class: 'quiet' }, words.shortened),
          )
        : h(AnswerView, { answer, send }),
  );
}

export function Message({ message }: { readonly message: string }): JSX.Element {
  const words = useWords().sessions;
  return h('h2', { class: 'message' }, h('span', { class: 'hidden' }, `${words.asked}: `), message);
}
