import { z } from 'zod';

/** Whether what a model wrote says what its sources say, by the verdicts on its statements. */
export const alignmentReviewSchema = z.object({
  /** `passed`: no statement is in doubt. `warned`: some are. `not-reviewed`: some could not be judged. */
  outcome: z.enum(['passed', 'warned', 'not-reviewed']),
  /** Statements that the passages which they cite neither confirm nor deny, and those that could not be judged. */
  issues: z.array(z.object({ claim: z.string() })),
  /** Why some could not be judged; null where all were. */
  failure: z.string().nullable(),
});
export type AlignmentReview = z.infer<typeof alignmentReviewSchema>;
