import { Fragment, h, type JSX, type TargetedEvent } from 'preact';
import type { RunSetting } from '../api/ask-client.ts';
import type { AskDraft } from '../models/ask-draft.ts';
import { useWords } from '../parts/words-context.ts';
import { Choice } from './choice.ts';
import { FieldProblem, invalidBy } from './field-problem.ts';
import type { FieldProps } from './field-props.ts';
import { LimitFields, limitIn } from './limit-fields.ts';
import { Check } from './sources-field.ts';

const PRESETS = ['quick', 'standard', 'deep'] as const;
const CLARIFY = ['auto', 'always', 'never'] as const;
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
