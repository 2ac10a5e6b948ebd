import { h, type JSX } from 'preact';
import { useWords } from '../parts/words-context.ts';
import type { FieldProps } from './field-props.ts';
import { Check } from './sources-field.ts';

/** How the first message of a conversation is answered. */
export function ConversationOptions({ draft, change }: FieldProps): JSX.Element {
  const words = useWords().ask;
  return h(Check, {
    label: words.thorough,
    isOn: draft.isThorough,
    toggle: () => change({ isThorough: !draft.isThorough }),
  });
}
