import { h, type JSX } from 'preact';
import type { LiveAnswer } from '../models/live-answer.ts';
import { useWords } from '../parts/words-context.ts';
import { AnswerText } from './answer-text.ts';
import { Message } from './turn-view.ts';

/** The message under way, with what is written so far. */
export function LiveTurn({
  live,
  send,
}: {
  readonly live: LiveAnswer;
  readonly send: (message: string) => void;
}): JSX.Element {
  const words = useWords().sessions;
  const { message, stage, text, failure } = live;
  const doing = words.stages[stage] ?? words.working;
  return h(
    'section',
    { class: 'turn' },
    h(Message, { message }),
    failure === null
      ? h('p', { class: 'quiet doing', role: 'status' }, text === '' ? doing : words.unverified)
      : h(
          'div',
          { class: 'failure', role: 'alert' },
          h('p', {}, words.failed(failure)),
          h('button', { type: 'button', onClick: () => send(message) }, words.sendAgain),
        ),
    text === '' ? null : h('div', { class: 'answer writing' }, h(AnswerText, { text, cite: null })),
  );
}
