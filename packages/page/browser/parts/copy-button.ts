import { Fragment, h, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from './icon.ts';
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
  const attributes = { type: 'button', class: isPlain ? 'plain' : '', onClick: () => void copy() } as const;
  return h(
    Fragment,
    {},
    h('button', attributes, h(Icon, { name: 'copy' }), label),
    h('span', { class: 'quiet', role: 'status' }, told),
  );
}
