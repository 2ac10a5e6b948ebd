import { z } from 'zod';
import { researchPlanSchema } from '../evidence/research-plan.ts';
import { differentSettingSchema } from '../settings/setting.ts';

/** Where a fork departs from its original run: everything before is kept, everything after is redone. */
export const FORK_POINTS = ['plan', 'research', 'synthesis'] as const;
export type ForkPoint = (typeof FORK_POINTS)[number];

const researchIdSchema = z.string().min(1).max(200);

/** Which run a run was forked from, and how it differs. */
export const forkOriginSchema = z.strictObject({
  researchId: researchIdSchema,
  from: z.enum(FORK_POINTS),
  /** Researched instead of the plan of the other run; only from `research`. */
  plan: researchPlanSchema.optional(),
  /** What was asked of the other run (`a`) and of this one (`b`). */
  changes: z.array(differentSettingSchema).max(100).default([]),
  /** The runs that the other run was forked from in turn, the nearest first; their answers are used, too. */
  ancestors: z.array(researchIdSchema).max(100).default([]),
});
export type ForkOrigin = z.infer<typeof forkOriginSchema>;
