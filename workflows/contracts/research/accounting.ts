import { z } from 'zod';
import type { MeteringTerms } from '../common/metering.ts';
import type { ApprovedTask } from '../evidence/research-plan.ts';
import { notedReflectionSchema } from './noted-reflection.ts';
import { taskDecisionsSchema } from './task-decisions.ts';

export const engineSchema = z.enum(['model', 'offline']);
export type Engine = z.infer<typeof engineSchema>;

/** A fallback. Every one is reported. */
export const degradationSchema = z.object({
  step: z.string(),
  cause: z.string(),
  count: z.int().positive(),
  /** The rules did the step: the model failed, or was not to be asked any more. */
  isByRule: z.literal(true).optional(),
});
export type Degradation = z.infer<typeof degradationSchema>;

/** Which engine a reasoning activity may use: the configured one, or the offline rule after the model failed for good. */
export interface ReasoningInput {
  readonly engine: 'configured' | 'offline';
  /** ISO date (YYYY-MM-DD) from the workflow clock. */
  readonly today: string;
  readonly metering: MeteringTerms;
  readonly approvedTasks: readonly ApprovedTask[];
}

/** What a reasoning activity used up; the run adds these to its own count. */
export interface ReasoningCost {
  readonly engine: Engine;
  /** Requests in all attempts of this activity, including those whose answer was lost. */
  readonly modelCalls: number;
  /** Input and output tokens together. */
  readonly modelTokens: number;
  /** US dollars, by the worker's price table; undefined where it has no price. */
  readonly money?: number;
  readonly degradations: readonly Degradation[];
  /** True where the rules answered because no model is configured; left out otherwise. */
  readonly isWithoutModel?: boolean;
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
  /** US dollars for what has a price. */
  money: z.number(),
});
/** What a run has used so far. */
export type Usage = z.infer<typeof usageSchema>;

/** What became of the references in the passages that were read. */
const referenceTelemetrySchema = z.object({
  /** Resolved to a passage of the corpus. */
  resolved: z.int(),
  /** Read and extracted after they passed the gate. */
  followed: z.int(),
  /** Kept out by the gate; `refusedCount` counts all. */
  refused: z.array(
    z.object({ reference: z.string(), locator: z.string(), score: z.number().nullable(), reason: z.string() }),
  ),
  refusedCount: z.int(),
  /** Unresolved references. */
  unresolved: z.array(z.string()),
});

/** Entries of each kind that a run under way shows; the accompanying counts are complete. */
export const MAX_TELEMETRY_ENTRIES = 200;

export const retrievalTelemetrySchema = z.object({
  rewrittenQueries: z.array(z.string()),
  /**
   * What became of every hit, task by task, in records: with its score and the reason for it. Each task's decisions are kept in the
   * run's folder as they are made, not in its history. Absent if they were lost.
   */
  tasks: z.array(taskDecisionsSchema).optional(),
  /** Before each follow-up round that a model looked at the findings for. */
  reflections: z.array(notedReflectionSchema),
  qualityNotes: z.array(z.string()),
  references: referenceTelemetrySchema,
  /** Providers and services that failed for good; the run went on without them. */
  providerErrors: z.array(z.object({ provider: z.string(), cause: z.string(), count: z.int() })),
  counts: z.object({
    issued: z.int(),
    found: z.int(),
    /** Near-duplicates of a better hit. */
    duplicates: z.int(),
    /** Tasks that retrieved a second time, with a corrected query. */
    corrected: z.int(),
    /** Follow-up rounds. */
    rounds: z.int(),
    belowThreshold: z.int(),
    read: z.int(),
    failed: z.int(),
  }),
});
export type RetrievalTelemetry = z.infer<typeof retrievalTelemetrySchema>;

/** What a run under way shows of it: counts and short lists. */
export interface ShownTelemetry extends Omit<RetrievalTelemetry, 'tasks' | 'references'> {
  readonly references: Omit<RetrievalTelemetry['references'], 'refused'>;
  /** Pages of the web among the hits, each counted once. */
  readonly webPages: number;
}

/** Something the run could not do or find; the report names every one. */
export const gapSchema = z.object({
  kind: z.enum([
    'nothing-found',
    'search-failed',
    'provider-failed',
    'page-unread',
    'task-failed',
    'passage-unread',
    'question-unassessed',
    'findings-unvalidated',
    'limit-reached',
    'finished-early',
  ]),
  taskId: z.string().nullable(),
  /** What it is about: the task's text, the query, the file, the name of the limit; empty where the kind says enough. */
  subject: z.string(),
  /** Message of the failure, or the limit's value; else empty. */
  cause: z.string(),
  /** One English sentence; reports say it in their own language. */
  description: z.string(),
});
export type Gap = z.infer<typeof gapSchema>;
