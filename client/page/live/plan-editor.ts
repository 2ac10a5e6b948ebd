import { Fragment, h, type JSX, type TargetedEvent } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { ResearchPlan } from '../../../workflows/contracts/evidence/research-plan.ts';
import {
  addTask,
  changeTask,
  editedPlan,
  faultOfDraft,
  MAX_PLAN_TASKS,
  moveTask,
  type PlanDraft,
  removeTask,
} from '../models/plan-draft.ts';
import { useApi } from '../parts/api-context.ts';
import { useWords } from '../parts/words-context.ts';
import { focusContent, Outcome, useSending } from './sending.ts';

/** The plan that waits for approval, to be approved as it is or edited. */
export function PlanEditor({
  researchId,
  plan,
}: {
  readonly researchId: string;
  readonly plan: ResearchPlan;
}): JSX.Element {
  const { live } = useWords();
  const api = useApi();
  const [draft, setDraft] = useState<PlanDraft>(plan.tasks);
  const sending = useSending();
  const list = useRef<HTMLOListElement>(null);
  const add = () => {
    setDraft(addTask(draft));
    // The field of the new task is there at the next painting.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child textarea')?.focus());
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    if (await sending.send(() => api.approvePlan(researchId, editedPlan(draft, plan)))) focusContent();
  };
  return h(
    'section',
    { class: 'need', 'aria-labelledby': 'live-plan' },
    h('h2', { id: 'live-plan' }, live.plan.heading),
    h('p', { class: 'quiet' }, live.plan.says),
    h(
      'form',
      { onSubmit: (event: Event) => void submit(event) },
      h(
        'ol',
        { class: 'draft', ref: list },
        draft.map(({ taskId }, index) => h('li', { key: taskId }, h(TaskEditor, { draft, index, setDraft }))),
      ),
      h(DraftButtons, { draft, isEdited: editedPlan(draft, plan) !== null, isSending: sending.isSending, add }),
      h(Outcome, sending),
    ),
  );
}

interface DraftButtonsProps {
  readonly draft: PlanDraft;
  readonly isEdited: boolean;
  readonly isSending: boolean;
  readonly add: () => void;
}

/** What the draft lacks, and what can be done with it. */
function DraftButtons({ draft, isEdited, isSending, add }: DraftButtonsProps): JSX.Element {
  const { live } = useWords();
  const fault = faultOfDraft(draft);
  return h(
    Fragment,
    {},
    h('p', { class: 'refusal', role: 'status' }, fault === null ? '' : live.plan.faults[fault]),
    h(
      'div',
      { class: 'buttons' },
      h(
        'button',
        { class: 'primary', disabled: fault !== null || isSending },
        isEdited ? live.plan.approveEdited : live.plan.approve,
      ),
      h('button', { type: 'button', disabled: draft.length >= MAX_PLAN_TASKS, onClick: add }, live.plan.add),
    ),
  );
}

interface TaskEditorProps {
  readonly draft: PlanDraft;
  readonly index: number;
  readonly setDraft: (draft: PlanDraft) => void;
}

function TaskEditor({ draft, index, setDraft }: TaskEditorProps): JSX.Element {
  const { live } = useWords();
  const number = index + 1;
  const task = draft[index];
  const tool = (sign: string, label: string, isDisabled: boolean, next: PlanDraft) =>
    h(
      'button',
      { type: 'button', class: 'tool', 'aria-label': label, disabled: isDisabled, onClick: () => setDraft(next) },
      sign,
    );
  return h(
    'div',
    { class: 'task-editor' },
    h('textarea', {
      'aria-label': live.plan.task(number),
      rows: 2,
      maxLength: 1_000,
      value: task?.text ?? '',
      onInput: ({ currentTarget }: TargetedEvent<HTMLTextAreaElement>) =>
        setDraft(changeTask(draft, index, currentTarget.value)),
    }),
    h(
      'div',
      { class: 'tools' },
      tool('↑', live.plan.up(number), index === 0, moveTask(draft, index, -1)),
      tool('↓', live.plan.down(number), index === draft.length - 1, moveTask(draft, index, 1)),
      tool('×', live.plan.remove(number), false, removeTask(draft, index)),
    ),
    (task?.rationale ?? '') === '' ? null : h('p', { class: 'quiet' }, task?.rationale),
  );
}
