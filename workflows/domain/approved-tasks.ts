import type { ApprovedTask, ResearchPlan } from '../contracts/evidence/research-plan.ts';
import type { SteeringStep } from '../contracts/research/steering.ts';
import { addedTasks, isDropped } from './steering.ts';

/** What a run knows of its tasks and of a person's decisions about them. */
interface KnownTasks {
  readonly approvedPlan: ResearchPlan | null;
  readonly steering: readonly SteeringStep[];
  /** All tasks so far, also those of follow-up rounds. */
  readonly tasks: readonly ApprovedTask[];
}

/**
 * The tasks of the plan that a person approved and those that a person added, without those dropped since. A task of a follow-up
 * round that asks the same once more is one of them.
 */
export function approvedTasksOf({ approvedPlan, steering, tasks }: KnownTasks): ApprovedTask[] {
  const approved = [...(approvedPlan?.tasks ?? []), ...addedTasks(steering)];
  const texts = new Set(approved.filter(({ taskId }) => !isDropped(steering, taskId)).map(({ text }) => text));
  return tasks
    .filter(({ taskId, text }) => texts.has(text) && !isDropped(steering, taskId))
    .map(({ taskId, text }) => ({ taskId, text }));
}
