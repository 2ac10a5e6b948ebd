import { type ComponentChildren, h, type JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon, type IconName } from './icon.ts';

interface MenuProps {
  readonly icon: IconName;
  readonly label: string;
  readonly children?: ComponentChildren;
}

/** A button that unfolds further ones. Escape and a press elsewhere fold it again. */
export function Menu({ icon, label, children }: MenuProps): JSX.Element {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const fold = (event: Event) => {
      const isElsewhere = event.target instanceof Node && menu.current?.contains(event.target) === false;
      if (menu.current?.open === true && isElsewhere) menu.current.open = false;
    };
    addEventListener('pointerdown', fold);
    return () => removeEventListener('pointerdown', fold);
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
      onKeyDown: foldOnEscape,
      // Whoever opens a form writes into it.
      onToggle: () => menu.current?.open === true && menu.current.querySelector('textarea')?.focus(),
    },
    h('summary', {}, h(Icon, { name: icon }), label),
    h('div', { class: 'menu-content' }, children),
  );
}
