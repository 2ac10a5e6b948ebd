import { z } from 'zod';

/** Pattern of the id of a task: letters and digits of code's own, or what the author of a plan chose. */
export const TASK_ID = '[a-z0-9-]{1,32}';

export const researchTaskSchema = z.strictObject({
  taskId: z.string().regex(new RegExp(`^${TASK_ID}$`), 'is 1 to 32 small letters, digits and hyphens'),
  /** An independently answerable part of the question. */
  text: z.string().trim().min(1, 'is empty: a task asks something').max(1_000, 'is longer than 1,000 characters'),
  rationale: z.string().max(1_000).default(''),
});
export type ResearchTask = z.infer<typeof researchTaskSchema>;

/**
 * A task that a person approved with the plan or added during the run: it widens the question beyond the anchor. Tasks
 * planned by an engine alone are judged against the anchor.
 */
export type ApprovedTask = Pick<ResearchTask, 'taskId' | 'text'>;

/** At most 24 tasks a run: their findings share one history. */
export const MAX_TASKS = 24;

export const researchPlanSchema = z.strictObject({
  tasks: z
    .array(researchTaskSchema)
    .min(1, 'is empty')
    .max(MAX_TASKS, `has more than ${MAX_TASKS} entries`)
    .refine((tasks) => new Set(tasks.map((task) => task.taskId)).size === tasks.length, 'has a task id twice'),
});
export type ResearchPlan = z.infer<typeof researchPlanSchema>;
