import { z } from 'zod';

/** What became of a hit, and why. */
const hitDecisionSchema = z.enum([
  /** Read, because it passed, was named, or was among the first of the search. */
  'read',
  /** Read, because there was nothing better. */
  'read-below-threshold',
  'below-threshold',
  /** Passed, but others were better. */
  'beyond-limit',
  /** A copy of another hit. */
  'near-copy',
  /** The document changed meanwhile. */
  'missing',
]);
export type HitDecision = z.infer<typeof hitDecisionSchema>;

const decidedHitSchema = z.object({
  /** `hitIdOf` the hit. */
  id: z.string(),
  locator: z.string(),
  /** Locator and headings, for people. */
  place: z.string(),
  score: z.number().nullable(),
  reason: z.string(),
  /** Place in the order of reading, from 1; null: it was not read. */
  order: z.int().positive().nullable(),
  decision: hitDecisionSchema,
  /** The finding that came of it; null: nothing in it served the task, or it could not be read. */
  findingId: z.string().nullable(),
});
export type DecidedHit = z.infer<typeof decidedHitSchema>;

/** All decisions of retrieval for one task: query, hits, score, order, read or why not. */
export const taskDecisionsSchema = z.object({
  taskId: z.string(),
  queries: z.array(
    z.object({
      query: z.string(),
      /** Null: the folders. */
      provider: z.string().nullable(),
      /** Ids of the hits, best first, of those that went on to scoring. */
      hits: z.array(z.string()),
    }),
  ),
  hits: z.array(decidedHitSchema),
});
export type TaskDecisions = z.infer<typeof taskDecisionsSchema>;
