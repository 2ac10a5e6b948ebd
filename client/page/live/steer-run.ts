import { h, type JSX, type TargetedEvent } from 'preact';
import { useState } from 'preact/hooks';
import type { TaskProgress } from '../../../workflows/contracts/report/progress.ts';
import type { Steer } from '../../../workflows/contracts/research/steering.ts';
import { STEER_ACTIONS, steerOf } from '../models/steer-draft.ts';
import { useApi } from '../parts/api-context.ts';
import { useWords } from '../parts/words-context.ts';
import { Confirmed } from './confirmed.ts';

/** Changes what a run still has to do. */
export function SteerRun({
  researchId,
  tasks,
}: {
  readonly researchId: string;
  readonly tasks: readonly TaskProgress[];
}): JSX.Element {
  const { live } = useWords();
  const api = useApi();
  const [action, setAction] = useState<Steer['action']>('add-task');
  const [text, setText] = useState('');
  const act = async () => {
    const taken = await api.steerRun(researchId, steerOf(action, text));
    setText('');
    return taken;
  };
  const choose = (chosen: Steer['action']) => {
    setAction(chosen);
    setText('');
  };
  return h(
    Confirmed,
    { words: live.steer, act, effect: live.steer.effects[action] },
    h('div', { class: 'fields' }, h(ActionChoice, { action, choose }), h(SteerField, { action, text, setText, tasks })),
  );
}

interface ActionChoiceProps {
  readonly action: Steer['action'];
  readonly choose: (action: Steer['action']) => void;
}

function ActionChoice({ action, choose }: ActionChoiceProps): JSX.Element {
  const { live } = useWords();
  return h(
    'label',
    {},
    live.steer.action,
    h(
      'select',
      {
        value: action,
        onChange: ({ currentTarget }: TargetedEvent<HTMLSelectElement>) =>
          choose(STEER_ACTIONS.find((name) => name === currentTarget.value) ?? action),
      },
      STEER_ACTIONS.map((name) => h('option', { key: name, value: name }, live.steer.actions[name])),
    ),
  );
}

interface SteerFieldProps {
  readonly action: Steer['action'];
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly tasks: readonly TaskProgress[];
}

function SteerField({ action, text, setText, tasks }: SteerFieldProps): JSX.Element {
  const { live } = useWords();
  const label = live.steer.fields[action];
  if (action !== 'drop-task') {
    return h(
      'label',
      { key: action },
      label,
      h('input', {
        ...(action === 'set-threshold' && { type: 'number', min: 0, max: 1, step: 'any' }),
        value: text,
        required: true,
        onInput: ({ currentTarget }: TargetedEvent<HTMLInputElement>) => setText(currentTarget.value),
      }),
    );
  }
  const open = tasks.filter(({ step }) => step !== 'dropped');
  return h(
    'label',
    { key: action },
    label,
    h(
      'select',
      {
        value: text,
        required: true,
        onChange: ({ currentTarget }: TargetedEvent<HTMLSelectElement>) => setText(currentTarget.value),
      },
      h('option', { value: '' }, '–'),
      open.map((task) => h('option', { key: task.taskId, value: task.taskId }, task.text)),
    ),
  );
}
