import { type ComponentChildren, h, type JSX } from 'preact';
import { Icon, type IconName } from './icon.ts';

type Attributes = Omit<JSX.IntrinsicElements['button'], 'icon' | 'onClick' | 'children'>;

interface ButtonProps extends Attributes {
  readonly act: (event: MouseEvent) => unknown;
  /** Before its words. */
  readonly icon?: IconName | undefined;
  readonly children?: ComponentChildren;
}

/** A button that does something at a press; those that send a form are the browser's. */
export function Button({ act, icon, children, ...attributes }: ButtonProps): JSX.Element {
  const sign = icon === undefined ? null : h(Icon, { name: icon });
  return h(
    'button',
    { type: 'button', ...attributes, onClick: (event: MouseEvent) => void act(event) },
    sign,
    children,
  );
}

interface SignProps extends Omit<ButtonProps, 'icon' | 'class' | 'children'> {
  readonly icon: IconName;
  readonly class?: string;
  /** For those who do not see the sign, and where it is pointed at. */
  readonly label: string;
}

/** A button that is a sign alone. */
export function SignButton({ label, class: kind = '', ...attributes }: SignProps): JSX.Element {
  return h(Button, { 'aria-label': label, title: label, class: `lone ${kind}`.trim(), ...attributes });
}
