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
  /**
   * `passed`: nothing was found. `corrected`: the text shown is the correction. `warned`: no correction passed
   * verification, so the issues are shown. `not-reviewed`: the review, or its model part, failed. `off`: it is switched
   * off.
   */
  outcome: z.enum(['passed', 'corrected', 'warned', 'not-reviewed', 'off']),
  /** The parts that ran. */
  ran: z.array(z.enum(['rules', 'model'])),
  /** As found in the text before a correction. */
  issues: z.array(alignmentIssueSchema),
  /** Why a part could not run; null where none failed. */
  failure: z.string().nullable(),
});
export type AlignmentReview = z.infer<typeof alignmentReviewSchema>;

/** How much of the review runs, as the worker's environment says. */
export type AlignmentMode = 'all' | 'rules' | 'off';
