import { h, type JSX } from 'preact';
import type { ServedSources } from '../api/ask-client.ts';
import { webKey } from '../models/ask-draft.ts';
import { useWords } from '../parts/words-context.ts';
import { FieldProblem } from './field-problem.ts';
import type { FieldProps } from './field-props.ts';

/** The folders, catalogues and the web, as far as the server allows them. */
export function SourcesField(props: FieldProps & { readonly sources: ServedSources }): JSX.Element {
  const words = useWords().ask;
  const { draft, change, problem, sources } = props;
  const { documents, catalogues, web } = sources;
  const named = draft.kind === 'run' ? documents : [...documents, ...catalogues];
  const shown = [
    ...named.map((name) => ({ key: name, label: name })),
    ...web.map((name) => ({ key: webKey(name), label: words.web(name) })),
  ];
  const toggle = (key: string) => {
    const others = draft.leftOut.filter((other) => other !== key);
    change({ leftOut: others.length < draft.leftOut.length ? others : [...others, key] });
  };
  return h(
    'fieldset',
    { class: 'sources-field' },
    h('legend', {}, words.sources),
    shown.length === 0 ? h('p', { class: 'quiet' }, words.noSources) : null,
    h(
      'div',
      { class: 'checks' },
      shown.map(({ key, label }) =>
        h(Check, { key, label, isOn: !draft.leftOut.includes(key), toggle: () => toggle(key) }),
      ),
    ),
    h(FieldProblem, { field: 'sources', problem: problem('sources') }),
  );
}

interface CheckProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly toggle: () => void;
}

export function Check({ label, isOn, toggle }: CheckProps): JSX.Element {
  return h(
    'label',
    { class: 'check-field' },
    h('input', { type: 'checkbox', checked: isOn, onChange: toggle }),
    h('span', {}, label),
  );
}
