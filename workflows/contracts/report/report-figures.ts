import { z } from 'zod';

const amount = z.int().nonnegative();

/** How far the evidence of a task went into the report. */
export const taskFigureSchema = z.object({
  taskId: z.string(),
  text: z.string(),
  /** Findings that passed the validation. */
  findings: amount,
  /** The ones that the report cites. */
  cited: amount,
  /** What the run could not do or find for the task. */
  gaps: amount,
});
export type TaskFigure = z.infer<typeof taskFigureSchema>;

/** What a cited source carries. */
export const sourceFigureSchema = z.object({
  sourceId: z.string(),
  locator: z.string(),
  title: z.string(),
  /** Citations that quote it. */
  citations: amount,
  /** Claims that rest on it; a claim may rest on several sources. */
  claims: amount,
});
export type SourceFigure = z.infer<typeof sourceFigureSchema>;

/** What a run had spent in all at a moment. */
export const spendingPointSchema = z.object({
  /** ISO 8601. */
  at: z.string(),
  requests: amount,
  tokens: amount,
  /** US dollars, for what has a price. */
  money: z.number().nonnegative(),
});
export type SpendingPoint = z.infer<typeof spendingPointSchema>;

/** Passages on their way into the report. */
export const retrievalFunnelSchema = z.object({
  /** Hits of all searches; a passage that two tasks found counts twice. */
  found: amount,
  /** Hits whose relevance was judged. */
  scored: amount,
  /** Passages that were read for a task, also by following references. */
  read: amount,
  /** Passages with a quotation that the report could draw on. */
  quoted: amount,
  /** Passages that the report cites. */
  stated: amount,
});
export type RetrievalFunnel = z.infer<typeof retrievalFunnelSchema>;

/** What pictures of a finished report show. */
export const reportFiguresSchema = z.object({
  researchId: z.string(),
  /** Tasks of the plan, then those that follow-up rounds added. */
  tasks: z.array(taskFigureSchema),
  /** The source of most claims first. */
  sources: z.array(sourceFigureSchema),
  funnel: retrievalFunnelSchema,
  spending: z.object({
    /** Oldest first, each with everything spent before it. */
    points: z.array(spendingPointSchema),
    /** False: the store no longer has every call that the report's ledger counts. */
    isWhole: z.boolean(),
  }),
});
export type ReportFigures = z.infer<typeof reportFiguresSchema>;
