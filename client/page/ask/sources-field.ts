import { h, type JSX } from 'preact';
import type { ServedSources } from '../models/ask-draft.ts';
import { useWords } from '../parts/words-context.ts';
import { FieldProblem } from './field-problem.ts';
import type { FieldProps } from './field-props.ts';

/** The folders, catalogues and the web, as far as the server allows them. */
export function SourcesField(props: FieldProps & { readonly sources: ServedSources }): JSX.Element {
  const words = useWords().ask;
  const { draft, change, problem, sources } = props;
  const { documents, catalogues, web } = sources;
  const named = draft.kind === 'run' ? documents : [...documents, ...catalogues];
  const toggle = (name: string) =>
    change({
      leftOut: draft.leftOut.includes(name)
        ? draft.leftOut.filter((other) => other !== name)
        : [...draft.leftOut, name],
    });
  return h(
    'fieldset',
    { class: 'sources-field' },
    h('legend', {}, words.sources),
    named.length + web.length === 0 ? h('p', { class: 'quiet' }, words.noSources) : null,
    h(
      'div',
      { class: 'checks' },
      named.map((name) =>
        h(Check, { key: name, label: name, isOn: !draft.leftOut.includes(name), toggle: () => toggle(name) }),
      ),
      web.length === 0
        ? null
        : h(Check, {
            label: words.web(web.join(', ')),
            isOn: draft.usesWeb,
            toggle: () => change({ usesWeb: !draft.usesWeb }),
          }),
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
