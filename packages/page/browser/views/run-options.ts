import { Fragment, type JSX, type TargetedEvent, h } from 'preact';
import type { RunSetting } from '../api/api-types.ts';
import type { AskDraft } from '../models/ask-draft.ts';
import { LIMIT_NAMES, shownLimit } from '../models/run-changes.ts';
import { useWords } from '../parts/words-context.ts';
import { FieldProblem, invalidBy, TextField } from './field-problem.ts';

const PRESETS = ['quick', 'standard', 'deep'] as const;
const CLARIFY = ['auto', 'always', 'never'] as const;

/** How the first message of a conversation is answered. */
export function ConversationOptions({ draft, change }: FieldProps): JSX.Element {
  const words = useWords().ask;
  return h(Check, {
    label: words.thorough,
    isOn: draft.isThorough,
    toggle: () => change({ isThorough: !draft.isThorough }),
  });
}

type RunOptionsProps = FieldProps & { readonly settings: readonly RunSetting[] };

/** How thorough a run is, what it may spend, and whether it asks. */
export function RunOptions(props: RunOptionsProps): JSX.Element {
  return h(Fragment, {}, h(PresetField, props), h(Asking, props), h(LimitFields, props));
}

function PresetField({ draft, change, settings }: RunOptionsProps): JSX.Element {
  const words = useWords().ask;
  return h(Choice<AskDraft['preset']>, {
    name: 'preset',
    legend: words.preset,
    chosen: draft.preset,
    options: PRESETS.map((preset) => ({
      value: preset,
      label: words.presets[preset].label,
      about: words.presets[preset].about((name) => limitIn(settings, name, preset)),
    })),
    choose: (preset) => change({ preset }),
  });
}

function Asking({ draft, change, problem }: RunOptionsProps): JSX.Element {
  const words = useWords().ask;
  const choose = ({ currentTarget }: TargetedEvent<HTMLSelectElement>) => {
    const clarify = CLARIFY.find((mode) => mode === currentTarget.value);
    if (clarify !== undefined) change({ clarify });
  };
  return h(
    'div',
    { class: 'asking' },
    h('label', { for: 'clarify' }, words.clarify),
    h(
      'select',
      { id: 'clarify', value: draft.clarify, onChange: choose, ...invalidBy('clarify', problem('clarify')) },
      CLARIFY.map((mode) => h('option', { key: mode, value: mode }, words.clarifyModes[mode])),
    ),
    h(FieldProblem, { field: 'clarify', problem: problem('clarify') }),
    h(Check, {
      label: words.approvePlan,
      isOn: draft.approvesPlan,
      toggle: () => change({ approvesPlan: !draft.approvesPlan }),
    }),
  );
}

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
          { key: value, class: value === chosen ? 'option chosen' : 'option', title: about },
          h('input', { type: 'radio', name, value, checked: value === chosen, onChange: () => choose(value) }),
          h('span', {}, h('strong', {}, label), h('span', { class: 'about' }, about)),
        ),
      ),
    ),
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

type LimitsProps = FieldProps & { readonly settings: readonly RunSetting[] };

/** The ceilings of the run; what is left empty is as in the preset. */
function LimitFields(props: LimitsProps): JSX.Element {
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
      { class: 'inputs' },
      names.map((name) => h(LimitField, { key: name, ...props, name })),
    ),
  );
}

function LimitField(props: LimitsProps & { readonly name: string }): JSX.Element {
  const { ask: words, live } = useWords();
  const { draft, change, problem, settings, name } = props;
  const field = `limits.${name}`;
  const preset = limitIn(settings, name, draft.preset);
  return h(TextField, {
    field,
    label: LIMIT_NAMES.flatMap((known) => (known === name ? live.limits[known] : []))[0] ?? name,
    value: draft.limits[name] ?? '',
    placeholder: preset === null ? words.noLimit : `${preset}`,
    problem: problem(field),
    inputMode: 'decimal',
    write: (typed) => change({ limits: { ...draft.limits, [name]: typed } }),
  });
}

/** A limit of a preset as people write it; null: it has none. */
function limitIn(settings: readonly RunSetting[], name: string, preset: AskDraft['preset']): number | null {
  const setting = settings.find(({ path: [group, own] }) => group === 'limits' && own === name);
  const value = setting?.presets[preset];
  if (typeof value !== 'number') return null;
  return shownLimit(name, value);
}

/** What every field of the form gets. */
export interface FieldProps {
  readonly draft: AskDraft;
  readonly change: (changes: Partial<AskDraft>) => void;
  /** What the server says of a field; null: nothing. */
  readonly problem: (field: string) => string | null;
}
