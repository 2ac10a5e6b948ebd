import { z } from 'zod';

export const engineSchema = z.enum(['model', 'offline']);
export type Engine = z.infer<typeof engineSchema>;

/** A fallback that happened. Nothing degrades silently. */
export const degradationSchema = z.object({ step: z.string(), cause: z.string(), count: z.int().positive() });
export type Degradation = z.infer<typeof degradationSchema>;

/** What a reasoning activity used up; the run adds these to its own count. */
export interface ReasoningCost {
  readonly engine: Engine;
  readonly modelCalls: number;
  /** Input and output tokens together. */
  readonly modelTokens: number;
  readonly degradations: readonly Degradation[];
}

/** The result of a reasoning activity. */
export interface Reasoned<Value> {
  readonly value: Value;
  readonly cost: ReasoningCost;
}

export const usageSchema = z.object({
  searches: z.int(),
  pages: z.int(),
  modelCalls: z.int(),
  modelTokens: z.int(),
});
/** What a run has used so far. */
export type Usage = z.infer<typeof usageSchema>;

export const retrievalTelemetrySchema = z.object({
  rewrittenQueries: z.array(z.string()),
  relevanceScores: z.array(z.object({ locator: z.string(), score: z.number().nullable() })),
  rerankedResults: z.array(z.string()),
  qualityNotes: z.array(z.string()),
  counts: z.object({
    issued: z.int(),
    found: z.int(),
    belowThreshold: z.int(),
    read: z.int(),
    failed: z.int(),
  }),
});
export type RetrievalTelemetry = z.infer<typeof retrievalTelemetrySchema>;

/** Something the run could not do or find; the report names every one. */
export const gapSchema = z.object({
  kind: z.enum(['task-failed', 'search-failed', 'nothing-found', 'limit-reached', 'finished-early', 'step-failed']),
  taskId: z.string().nullable(),
  description: z.string(),
});
export type Gap = z.infer<typeof gapSchema>;
