import { z } from 'zod';

export const researchTaskSchema = z.strictObject({
  taskId: z.string().regex(/^[a-z0-9-]{1,32}$/, 'is 1 to 32 small letters, digits and hyphens'),
  /** An independently answerable part of the question. */
  text: z.string().trim().min(1, 'is empty').max(1_000, 'is longer than 1,000 characters'),
  rationale: z.string().max(1_000).default(''),
});
export type ResearchTask = z.infer<typeof researchTaskSchema>;

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
