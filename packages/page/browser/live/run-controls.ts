import type { RunWait, TaskProgress } from '@plumbline/contracts/report/progress';
import type { PublicProgress, PublicRun } from '@plumbline/contracts/report/run-view';
import type { Steer } from '@plumbline/contracts/research/steering';
import { type ComponentChildren, type JSX, type TargetedEvent, h } from 'preact';
import { useState } from 'preact/hooks';
import { wordsOfRefusal } from '../models/refusal.ts';
import { LIMIT_NAMES, shownLimit, STEER_ACTIONS, steerOf } from '../models/run-changes.ts';
import { timeIn } from '../models/times.ts';
import { useApi } from '../parts/api-context.ts';
import { list } from '../parts/lists.ts';
import { Select } from '../parts/select.ts';
import { useWords } from '../parts/words-context.ts';
import { Confirmed } from './confirmed.ts';
import { ExtendRun } from './spending.ts';

/** What a run waits for, and what to do about it. */
export function RunWaits({ run }: { readonly run: PublicRun }): JSX.Element | null {
  const { live } = useWords();
  const waits = run.progress?.waits ?? [];
  if (waits.length === 0 && run.retries.length === 0) return null;
  return h(
    'section',
    { class: waits.length === 0 ? 'waits' : 'need waits', 'aria-labelledby': 'live-waits' },
    h('h2', { id: 'live-waits' }, waits.length === 0 ? live.waits : live.decides),
    h(
      'ul',
      {},
      waits.map((wait) => h('li', { key: `${wait.kind} ${wait.subject}` }, h(Wait, { wait }))),
      run.retries.map(({ activity, attempt, cause }, index) =>
        h('li', { key: index }, live.retrying(activity, attempt, cause)),
      ),
    ),
    h(WaitActions, { run, waits }),
  );
}

function Wait({ wait }: { readonly wait: RunWait }): JSX.Element {
  const { live, language } = useWords();
  const { kind, subject, reason, until, limit: reached } = wait;
  const limit = LIMIT_NAMES.find((name) => name === subject);
  return h(
    'div',
    {},
    h(
      'p',
      {},
      limit === undefined || reached === null
        ? `${limit === undefined ? subject : live.limits[limit]}: ${reason}`
        : `${live.limits[limit]}: ${live.reached(shownLimit(limit, reached).toLocaleString(language))}`,
    ),
    h('p', { class: 'quiet' }, live.actsAt[kind](timeIn(language, until))),
  );
}

function WaitActions({ run, waits }: { readonly run: PublicRun; readonly waits: readonly RunWait[] }): JSX.Element {
  const { live } = useWords();
  const api = useApi();
  const { researchId, progress } = run;
  const isAtLimit = waits.some(({ kind }) => kind === 'budget');
  const isAtServer = waits.some(({ kind }) => kind !== 'budget');
  return h(
    'div',
    { class: 'buttons' },
    isAtServer
      ? h(
          Said,
          { says: live.retry.says },
          h(Confirmed, { words: live.retry, isPrimary: !isAtLimit, act: () => api.retryRun(researchId) }),
        )
      : null,
    isAtLimit && progress !== null ? h(ExtendRun, { researchId, limits: progress.limits, isPrimary: true }) : null,
    waits.length === 0
      ? null
      : h(Said, { says: live.finish.says }, h(Confirmed, { words: live.finish, act: () => api.finishRun(researchId) })),
  );
}

/** A button, and what it does. */
function Said({ says, children }: { readonly says: string; readonly children?: ComponentChildren }): JSX.Element {
  return h('div', { class: 'choice' }, children, h('p', { class: 'quiet' }, says));
}

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
    h(
      'div',
      { class: 'fields' },
      h(Select<Steer['action']>, {
        label: live.steer.action,
        value: action,
        choose,
        options: STEER_ACTIONS,
        nameOf: (name) => live.steer.actions[name],
      }),
      h(SteerField, { action, text, setText, tasks }),
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

/** Every change that the run refused, as long as it is shown: what was wanted, and why it was not taken. */
export function RefusedChanges({ progress }: { readonly progress: PublicProgress | null }): JSX.Element | null {
  const { live, language } = useWords();
  const { rejections = [], rejectionCount = 0 } = progress ?? {};
  if (rejections.length === 0) return null;
  return h(
    'section',
    { class: 'notice bad refused', role: 'status', 'aria-labelledby': 'live-refused' },
    h(
      'h2',
      { id: 'live-refused' },
      rejectionCount === 1 ? live.refused.heading : `${live.refused.heading} (${rejectionCount})`,
    ),
    list(rejections, ({ message, reason, at }) => [
      h('strong', {}, live.refused.messages[message] ?? message),
      `: ${wordsOfRefusal(reason, live)} `,
      h('span', { class: 'quiet' }, timeIn(language, at)),
    ]),
  );
}
