import type { ApprovedTask, ResearchPlan } from '@plumbline/contracts/evidence/research-plan';
import type { SteeringStep } from '@plumbline/contracts/research/steering';
import { addedTasks, isDropped } from './steering.ts';

/** What a run knows of its tasks and of a person's decisions about them. */
interface KnownTasks {
  readonly approvedPlan: ResearchPlan | null;
  readonly steering: readonly SteeringStep[];
  /** All tasks so far, including those from follow-up rounds. */
  readonly tasks: readonly ApprovedTask[];
}

/**
 * The tasks of the plan that a person approved and the tasks that a person added, without dropped ones. A follow-up
 * task that asks the same again counts as approved.
 */
export function approvedTasksOf({ approvedPlan, steering, tasks }: KnownTasks): ApprovedTask[] {
  const approved = [...(approvedPlan?.tasks ?? []), ...addedTasks(steering)];
  const texts = new Set(approved.filter(({ taskId }) => !isDropped(steering, taskId)).map(({ text }) => text));
  return tasks
    .filter(({ taskId, text }) => texts.has(text) && !isDropped(steering, taskId))
    .map(({ taskId, text }) => ({ taskId, text }));
}
