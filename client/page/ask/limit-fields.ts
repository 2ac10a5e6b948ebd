import { h, type JSX, type TargetedEvent } from 'preact';
import type { RunSetting } from '../api/ask-client.ts';
import { type AskDraft, IN_MINUTES } from '../models/ask-draft.ts';
import { useWords } from '../parts/words-context.ts';
import { FieldProblem, invalidBy } from './field-problem.ts';
import type { FieldProps } from './field-props.ts';

type LimitsProps = FieldProps & { readonly settings: readonly RunSetting[] };

/** The ceilings of the run; what is left empty is as in the preset. */
export function LimitFields(props: LimitsProps): JSX.Element {
  const words = useWords().ask;
  const { draft, problem, settings } = props;
  const names = settings.filter(({ path }) => path[0] === 'limits').map(({ path }) => path[1] ?? '');
  const isTouched = names.some((name) => (draft.limits[name] ?? '') !== '' || problem(`limits.${name}`) !== null);
  return h(
    'details',
    { open: isTouched },
    h('summary', {}, words.limits),
    h('p', { class: 'quiet' }, words.limitsAbout),
    h(
      'div',
      { class: 'limits' },
      names.map((name) => h(LimitField, { key: name, ...props, name })),
    ),
  );
}

function LimitField(props: LimitsProps & { readonly name: string }): JSX.Element {
  const words = useWords().ask;
  const { draft, change, problem, settings, name } = props;
  const field = `limits.${name}`;
  const preset = limitIn(settings, name, draft.preset);
  const write = ({ currentTarget }: TargetedEvent<HTMLInputElement>) =>
    change({ limits: { ...draft.limits, [name]: currentTarget.value } });
  return h(
    'div',
    {},
    h('label', { for: field }, words.limitNames[name] ?? name),
    h('input', {
      id: field,
      inputMode: 'decimal',
      autocomplete: 'off',
      placeholder: preset === null ? words.noLimit : `${preset}`,
      value: draft.limits[name] ?? '',
      onInput: write,
      ...invalidBy(field, problem(field)),
    }),
    h(FieldProblem, { field, problem: problem(field) }),
  );
}

/** A limit of a preset as people write it; null: it has none. */
export function limitIn(settings: readonly RunSetting[], name: string, preset: AskDraft['preset']): number | null {
  const setting = settings.find(({ path: [group, own] }) => group === 'limits' && own === name);
  const value = setting?.presets[preset];
  if (typeof value !== 'number') return null;
  return IN_MINUTES.has(name) ? value / 60 : value;
}
