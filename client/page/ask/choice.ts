import { h, type JSX } from 'preact';

interface ChoiceProps<Value extends string> {
  readonly name: string;
  readonly legend: string;
  readonly chosen: Value;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly about: string }[];
  readonly choose: (value: Value) => void;
}

/** One of a few, each with what it means. */
export function Choice<Value extends string>(props: ChoiceProps<Value>): JSX.Element {
  const { name, legend, chosen, options, choose } = props;
  return h(
    'fieldset',
    { class: 'choice' },
    h('legend', {}, legend),
    h(
      'div',
      { class: 'options' },
      options.map(({ value, label, about }) =>
        h(
          'label',
          { key: value, class: value === chosen ? 'option chosen' : 'option' },
          h('input', { type: 'radio', name, value, checked: value === chosen, onChange: () => choose(value) }),
          h('span', {}, h('strong', {}, label), h('span', { class: 'about' }, about)),
        ),
      ),
    ),
  );
}
