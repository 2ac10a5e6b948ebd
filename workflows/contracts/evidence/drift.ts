import { z } from 'zod';
import { contextTierSchema } from './finding.ts';

/** A finding that validation kept and the report is not written from. */
export const leftOutFindingSchema = z.object({
  findingId: z.string(),
  taskId: z.string(),
  locator: z.string(),
  headingPath: z.array(z.string()),
  contextTier: contextTierSchema,
  finalRelevance: z.number().nullable(),
  /**
   * `cap`: others of its tier were better. `background`: it is of tier 3, and its tasks have better. `same-passage`: another finding has its passage and its quotes.
   * `cite-threshold`: a report draws on nothing that is less relevant.
   */
  reason: z.enum(['cap', 'background', 'same-passage', 'cite-threshold']),
  /** The report cites it all the same, so it is among the findings. */
  isDrawn: z.literal(true).optional(),
});

/** A finding that validation took out, and why. */
export const droppedFindingSchema = z.object({
  findingId: z.string(),
  taskId: z.string(),
  locator: z.string(),
  headingPath: z.array(z.string()),
  contextTier: contextTierSchema,
  origin: z.enum(['search', 'reference', 'clarification']),
  relevance: z.number().nullable(),
  finalRelevance: z.number().nullable(),
  reason: z.string(),
  /** Its first words, at most 160 characters. */
  excerpt: z.string(),
});
export type DroppedFinding = z.infer<typeof droppedFindingSchema>;

/** How far the findings had drifted from the question when validation looked at them. */
export const driftSchema = z.object({
  tiers: z.array(z.object({ tier: contextTierSchema, total: z.int(), kept: z.int() })),
  dropped: z.array(droppedFindingSchema),
});
export type Drift = z.infer<typeof driftSchema>;

/** What a run under way shows of it. */
export type DriftCounts = Pick<Drift, 'tiers'>;

export type LeftOutFinding = z.infer<typeof leftOutFindingSchema>;
