import { h, type JSX } from 'preact';
import { useWords } from '../parts/words-context.ts';
import { Choice } from './choice.ts';
import type { FieldProps } from './field-props.ts';

/** A research run, or a conversation. */
export function KindField({ draft, change }: FieldProps): JSX.Element {
  const words = useWords().ask;
  return h(Choice<'run' | 'conversation'>, {
    name: 'kind',
    legend: words.kind,
    chosen: draft.kind,
    options: [
      { value: 'run', ...words.run },
      { value: 'conversation', ...words.conversation },
    ],
    choose: (kind) => change({ kind }),
  });
}
