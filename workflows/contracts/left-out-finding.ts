import { z } from 'zod';
import { contextTierSchema } from './evidence.ts';

/** A finding that validation kept and the report is not written from. */
export const leftOutFindingSchema = z.object({
  findingId: z.string(),
  taskId: z.string(),
  locator: z.string(),
  headingPath: z.array(z.string()),
  contextTier: contextTierSchema,
  finalRelevance: z.number().nullable(),
  /**
   * `cap`: others of its tier were better, or it is background that no open task needs. `same-passage`: another finding has its passage and its quotes.
   * `cite-threshold`: a report draws on nothing that is less relevant.
   */
  reason: z.enum(['cap', 'same-passage', 'cite-threshold']),
  /** The outline named it all the same, so it is among the findings. */
  isDrawn: z.literal(true).optional(),
});
export type LeftOutFinding = z.infer<typeof leftOutFindingSchema>;
