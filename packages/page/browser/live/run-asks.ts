import type { ResearchPlan } from '@plumbline/contracts/evidence/research-plan';
import type { ClarificationQuestion, PendingClarification } from '@plumbline/contracts/research/clarification';
import { Fragment, type JSX, type TargetedEvent, h } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Taken } from '../api/api-types.ts';
import {
  addTask,
  changeTask,
  editedPlan,
  faultOfDraft,
  MAX_PLAN_TASKS,
  moveTask,
  type PlanDraft,
  removeTask,
} from '../models/run-changes.ts';
import { openQuestions } from '../models/run-progress.ts';
import { timeIn } from '../models/times.ts';
import { useApi } from '../parts/api-context.ts';
import { Button, SignButton } from '../parts/button.ts';
import type { IconName } from '../parts/icon.ts';
import { list } from '../parts/lists.ts';
import { focusContent } from '../parts/router.ts';
import { Outcome, useSending } from '../parts/sending.ts';
import { useWords } from '../parts/words-context.ts';
import { Confirmed } from './confirmed.ts';

interface AnswerFormProps {
  readonly researchId: string;
  readonly pending: PendingClarification;
}

/** The open questions of a round, to be answered or skipped. */
export function AnswerForm({ researchId, pending }: AnswerFormProps): JSX.Element {
  const { live, language } = useWords();
  const api = useApi();
  return h(
    'section',
    { class: 'need', 'aria-labelledby': 'live-asks' },
    h('h2', { id: 'live-asks' }, live.asks.heading),
    h('p', { class: 'quiet' }, live.asks.until(timeIn(language, pending.deadline))),
    h(QuestionForm, { researchId, pending }),
    h(Confirmed, { words: live.asks.skip, act: () => api.skipQuestions(researchId) }),
  );
}

/** A question that is left empty is skipped with the others. */
function QuestionForm({ researchId, pending }: AnswerFormProps): JSX.Element {
  const { live } = useWords();
  const api = useApi();
  const [typed, setTyped] = useKept(`plumbline-answers-${researchId}-${pending.round}`);
  const sending = useSending();
  const open = openQuestions(pending);
  const textOf = (questionId: string) => typed[questionId] ?? '';
  const given = open.filter(({ questionId }) => textOf(questionId).trim() !== '');
  const send = async (): Promise<Taken> => {
    let taken: Taken = {};
    for (const { questionId } of given) {
      taken = await api.answerQuestion(researchId, { questionId, text: textOf(questionId) });
    }
    return given.length < open.length ? api.skipQuestions(researchId) : taken;
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    if (!(await sending.attempt(send))) return;
    setTyped({});
    focusContent();
  };
  return h(
    'form',
    { onSubmit: (event: Event) => void submit(event) },
    open.map((question) => {
      const { questionId } = question;
      const setText = (text: string) => setTyped({ ...typed, [questionId]: text });
      return h(Question, { key: questionId, question, text: textOf(questionId), setText });
    }),
    h(Assumptions, { assumptions: pending.assumptions }),
    h('button', { class: 'primary', disabled: given.length === 0 || sending.isSending }, live.asks.send),
    h(Outcome, sending),
  );
}

type Typed = Readonly<Record<string, string>>;

/** What is typed, over a reload. */
function useKept(key: string): readonly [Typed, (typed: Typed) => void] {
  const [typed, setTyped] = useState<Typed>(() => typedFrom(localStorage.getItem(key)));
  return [
    typed,
    (next) => {
      if (Object.values(next).every((text) => text === '')) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(next));
      setTyped(next);
    },
  ];
}

function typedFrom(text: string | null): Typed {
  const kept: unknown = text === null ? {} : JSON.parse(text);
  return typeof kept === 'object' && kept !== null
    ? Object.fromEntries(
        Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    : {};
}

interface QuestionProps {
  readonly question: ClarificationQuestion;
  readonly text: string;
  readonly setText: (text: string) => void;
}

function Question({ question, text, setText }: QuestionProps): JSX.Element {
  const { live } = useWords();
  const { questionId, reason } = question;
  return h(
    'div',
    { class: 'question' },
    h('label', { for: `live-${questionId}` }, question.text),
    reason === '' ? null : h('p', { class: 'quiet', id: `live-${questionId}-reason` }, reason),
    h('textarea', {
      id: `live-${questionId}`,
      'aria-describedby': reason === '' ? undefined : `live-${questionId}-reason`,
      rows: 2,
      maxLength: 10_000,
      placeholder: live.asks.placeholder,
      value: text,
      onInput: ({ currentTarget }: TargetedEvent<HTMLTextAreaElement>) => setText(currentTarget.value),
    }),
  );
}

function Assumptions({ assumptions }: { readonly assumptions: readonly string[] }): JSX.Element | null {
  const { live } = useWords();
  if (assumptions.length === 0) return null;
  return h(
    'div',
    { class: 'assumptions' },
    h('p', { class: 'quiet' }, live.asks.assumptions),
    list(assumptions, (text) => text),
  );
}

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
    if (await sending.attempt(() => api.approvePlan(researchId, editedPlan(draft, plan)))) focusContent();
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
      h(Button, { disabled: draft.length >= MAX_PLAN_TASKS, act: add }, live.plan.add),
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
  const tool = (icon: IconName, label: string, isDisabled: boolean, next: PlanDraft) =>
    h(SignButton, { class: 'tool', icon, label, disabled: isDisabled, act: () => setDraft(next) });
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
      tool('up', live.plan.up(number), index === 0, moveTask(draft, index, -1)),
      tool('down', live.plan.down(number), index === draft.length - 1, moveTask(draft, index, 1)),
      tool('close', live.plan.remove(number), false, removeTask(draft, index)),
    ),
    (task?.rationale ?? '') === '' ? null : h('p', { class: 'quiet' }, task?.rationale),
  );
}
