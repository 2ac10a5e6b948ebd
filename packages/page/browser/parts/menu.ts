import { type ComponentChildren, h, type JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon, type IconName } from './icon.ts';
import { useWords } from './words-context.ts';

interface MenuProps {
  readonly icon: IconName;
  readonly label: string;
  /** Something in it must be seen. */
  readonly isOpen?: boolean;
  readonly children?: ComponentChildren;
}

interface FoldedProps {
  readonly summary: string;
  readonly entries: readonly ComponentChildren[];
  /** Number of all entries; the hidden rest is counted. */
  readonly total?: number;
}

/** A list behind its name; nothing where it is empty. */
export function Folded({ summary, entries, total = entries.length }: FoldedProps): JSX.Element | null {
  const { behind } = useWords();
  if (entries.length === 0) return null;
  const hidden = total - entries.length;
  return h(
    'details',
    {},
    h('summary', {}, summary),
    h(
      'ul',
      {},
      entries.map((entry, index) => h('li', { key: index }, entry)),
      hidden > 0 ? h('li', { class: 'quiet' }, behind.more(hidden)) : null,
    ),
  );
}

/** A button that unfolds further ones. Escape and a press elsewhere fold it again. */
export function Menu({ icon, label, isOpen = false, children }: MenuProps): JSX.Element {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const fold = (event: Event) => {
      const isElsewhere = event.target instanceof Node && menu.current?.contains(event.target) === false;
      if (menu.current?.open === true && isElsewhere) menu.current.open = false;
    };
    // Not before the click is over: the page may be shorter then, and another place be under the pointer.
    addEventListener('click', fold);
    return () => removeEventListener('click', fold);
  }, []);
  const foldOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || menu.current?.open !== true) return;
    event.stopPropagation();
    menu.current.open = false;
    menu.current.querySelector('summary')?.focus();
  };
  return h(
    'details',
    {
      class: 'menu',
      ref: menu,
      open: isOpen,
      onKeyDown: foldOnEscape,
    },
    h('summary', {}, h(Icon, { name: icon }), h('span', {}, label)),
    h('div', { class: 'menu-content' }, children),
  );
}
