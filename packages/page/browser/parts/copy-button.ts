import { Fragment, h, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from './button.ts';
import { messageOf } from './loading.ts';
import { useWords } from './words-context.ts';

interface CopyProps {
  /** Made when it is wanted. */
  readonly text: () => string;
  readonly label: string;
  readonly isPlain?: boolean;
}

/** Puts a text on the clipboard, and says so. */
export function CopyButton({ text, label, isPlain = false }: CopyProps): JSX.Element {
  const words = useWords();
  const [told, setTold] = useState('');
  const copy = () =>
    navigator.clipboard.writeText(text()).then(
      () => setTold(words.copied),
      (error: unknown) => setTold(words.failed(messageOf(error))),
    );
  return h(
    Fragment,
    {},
    h(Button, { icon: 'copy', class: isPlain ? 'plain' : '', act: copy }, label),
    h('span', { class: 'quiet', role: 'status' }, told),
  );
}
