import { z } from 'zod';

/** A fault of accuracy that a reader would have to know. Sources are named by citation keys, claims by their text. */
export const alignmentIssueSchema = z.discriminatedUnion('kind', [
  /** It cites nothing although a registered source says it. */
  z.object({ kind: z.literal('missing_citation'), claim: z.string(), suggestedSource: z.string() }),
  /** The source that it cites does not say it. */
  z.object({
    kind: z.literal('wrong_citation'),
    ref: z.string(),
    claim: z.string(),
    /** What does say it, as a citation key, or what the cited source says instead; null: unknown. */
    actual: z.string().nullable(),
  }),
  /** No registered source says it. */
  z.object({ kind: z.literal('unsupported'), claim: z.string() }),
]);
export type AlignmentIssue = z.infer<typeof alignmentIssueSchema>;

export const alignmentReviewSchema = z.object({
  /** `passed`: nothing was found. `warned`: the issues are shown. `not-reviewed`: the review failed. */
  outcome: z.enum(['passed', 'warned', 'not-reviewed']),
  issues: z.array(alignmentIssueSchema),
  /** Why it failed; null where it did not. */
  failure: z.string().nullable(),
});
export type AlignmentReview = z.infer<typeof alignmentReviewSchema>;
