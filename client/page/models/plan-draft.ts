import type { ResearchPlan, ResearchTask } from '../../../workflows/contracts/evidence/research-plan.ts';

/** More tasks no run takes (`MAX_TASKS` of the contract). */
export const MAX_PLAN_TASKS = 24;

/** A plan while a person edits it. */
export type PlanDraft = readonly ResearchTask[];

export function changeTask(draft: PlanDraft, index: number, text: string): PlanDraft {
  return draft.map((task, place) => (place === index ? { ...task, text } : task));
}

export function removeTask(draft: PlanDraft, index: number): PlanDraft {
  return draft.toSpliced(index, 1);
}

/** Moves a task by so many places; at an end it stays. */
export function moveTask(draft: PlanDraft, index: number, by: number): PlanDraft {
  const task = draft[index];
  const target = index + by;
  if (task === undefined || target < 0 || target >= draft.length) return draft;
  return draft.toSpliced(index, 1).toSpliced(target, 0, task);
}

/** Adds an empty task under an id that none has. */
export function addTask(draft: PlanDraft): PlanDraft {
  const taken = new Set(draft.map(({ taskId }) => taskId));
  let number = draft.length + 1;
  while (taken.has(`own-${number}`)) number += 1;
  return [...draft, { taskId: `own-${number}`, text: '', rationale: '' }];
}

/** Why the draft cannot be sent; null: it can. */
export function faultOfDraft(draft: PlanDraft): 'empty-plan' | 'empty-task' | null {
  if (draft.length === 0) return 'empty-plan';
  return draft.some(({ text }) => text.trim() === '') ? 'empty-task' : null;
}

/** What is to be sent; null: the plan as it was proposed. */
export function editedPlan(draft: PlanDraft, proposed: ResearchPlan): ResearchPlan | null {
  const tasks = draft.map((task) => ({ ...task, text: task.text.trim() }));
  const isSame =
    tasks.length === proposed.tasks.length &&
    tasks.every(({ taskId, text }, index) => {
      const before = proposed.tasks[index];
      return before?.taskId === taskId && before.text === text;
    });
  return isSame ? null : { tasks };
}
