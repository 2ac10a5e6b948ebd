import { z } from 'zod';
import { claimSchema } from './claim.ts';
import { quoteSchema } from './finding.ts';

/** What one task of the plan found out. */
export const taskSummarySchema = z.object({
  taskId: z.string(),
  taskText: z.string(),
  summary: z.string(),
  keyFindings: z.array(claimSchema),
  quotes: z.array(quoteSchema),
  /** Locators, best first. */
  sources: z.array(z.string()),
  relevanceToQuestion: z.number().min(0).max(1).nullable(),
  gaps: z.array(z.string()),
});
export type TaskSummary = z.infer<typeof taskSummarySchema>;
