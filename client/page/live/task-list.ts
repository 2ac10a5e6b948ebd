import { h, type JSX } from 'preact';
import type { TaskProgress } from '../../../workflows/contracts/progress.ts';
import { useWords } from '../parts/words-context.ts';

/** The tasks of a run, each with its step and counts. */
export function TaskList({ tasks }: { readonly tasks: readonly TaskProgress[] }): JSX.Element {
  const { live } = useWords();
  return h(
    'section',
    { 'aria-labelledby': 'live-tasks' },
    h('h2', { id: 'live-tasks' }, live.tasks),
    tasks.length === 0 ? h('p', { class: 'quiet' }, live.noTasks) : h('ol', { class: 'tasks' }, tasks.map(Task)),
  );
}

function Task(task: TaskProgress): JSX.Element {
  return h('li', { key: task.taskId, class: `step-${task.step}` }, h(TaskLine, { task }));
}

function TaskLine({ task }: { readonly task: TaskProgress }): JSX.Element {
  const { live } = useWords();
  const { text, reason, step, searches, pages, findings } = task;
  const counts = step === 'waiting' ? [] : [live.counts(searches, pages, findings)];
  const told = [live.steps[step], ...counts, ...(reason === undefined ? [] : [reason])];
  return h('div', {}, h('p', {}, text), h('p', { class: 'quiet' }, told.join(' · ')));
}
