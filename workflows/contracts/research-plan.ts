import { z } from 'zod';

export const researchTaskSchema = z.strictObject({
  taskId: z.string().regex(/^[a-z0-9-]{1,32}$/),
  /** An independently answerable part of the question. */
  text: z.string().trim().min(1).max(1_000),
  rationale: z.string().max(1_000).default(''),
});
export type ResearchTask = z.infer<typeof researchTaskSchema>;

/** At most 24 tasks a run: their findings share one history. */
export const MAX_TASKS = 24;

export const researchPlanSchema = z.strictObject({
  tasks: z
    .array(researchTaskSchema)
    .min(1)
    .max(MAX_TASKS)
    .refine((tasks) => new Set(tasks.map((task) => task.taskId)).size === tasks.length, 'task ids must differ'),
});
export type ResearchPlan = z.infer<typeof researchPlanSchema>;
