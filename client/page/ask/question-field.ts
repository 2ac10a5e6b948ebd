import { h, type JSX, type TargetedEvent } from 'preact';
import { useWords } from '../parts/words-context.ts';
import { FieldProblem, invalidBy } from './field-problem.ts';
import type { FieldProps } from './field-props.ts';
import { sendByKeyboard } from './send-by-keyboard.ts';

/** What is asked. */
export function QuestionField({ draft, change, problem }: FieldProps): JSX.Element {
  const words = useWords().ask;
  return h(
    'div',
    { class: 'question' },
    h('h1', {}, h('label', { for: 'question' }, words.question)),
    h('textarea', {
      id: 'question',
      rows: 4,
      placeholder: words.example,
      value: draft.question,
      onInput: (event: TargetedEvent<HTMLTextAreaElement>) => change({ question: event.currentTarget.value }),
      onKeyDown: sendByKeyboard,
      ...invalidBy('question', problem('question')),
    }),
    h(FieldProblem, { field: 'question', problem: problem('question') }),
  );
}
