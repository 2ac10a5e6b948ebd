import { h, type JSX, type TargetedEvent } from 'preact';

interface SelectProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choose: (value: Value) => void;
  readonly options: readonly Value[];
  readonly nameOf: (value: Value) => string;
}

/** One of some names, below its label. */
export function Select<Value extends string>({
  label,
  value,
  choose,
  options,
  nameOf,
}: SelectProps<Value>): JSX.Element {
  const change = ({ currentTarget }: TargetedEvent<HTMLSelectElement>) => {
    const chosen = options[currentTarget.selectedIndex];
    if (chosen !== undefined) choose(chosen);
  };
  return h(
    'label',
    {},
    label,
    h(
      'select',
      { value, onChange: change },
      options.map((name) => h('option', { key: name, value: name }, nameOf(name))),
    ),
  );
}
