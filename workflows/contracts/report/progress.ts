import type { Ledger } from '../common/metering.ts';
import type { CorpusReport } from '../evidence/corpus.ts';
import type { DriftCounts } from '../evidence/drift.ts';
import type { ResearchPlan } from '../evidence/research-plan.ts';
import type { BlobRef } from '../evidence/source.ts';
import type { Degradation, Gap, ShownTelemetry, Usage } from '../research/accounting.ts';
import type { PendingClarification } from '../research/clarification.ts';
import type { ForkOrigin, ForkPoint } from '../research/fork.ts';
import type { ResearchLimits } from '../research/research-request.ts';
import type { SteeringStep } from '../research/steering.ts';

/** Stages of a run in their order; the last five are final. */
export const STAGES = [
  'indexing',
  'clarifying',
  'anchored',
  'planning',
  'researching',
  'validating',
  'synthesizing',
  'verifying',
  'published',
  'stopped',
  'halted',
  'failed',
  'cancelled',
] as const;
export type Stage = (typeof STAGES)[number];

const FINAL_STAGES: ReadonlySet<Stage> = new Set(['published', 'stopped', 'halted', 'failed', 'cancelled']);

export function isFinal(stage: Stage): boolean {
  return FINAL_STAGES.has(stage);
}

/** It failed, and what it had settled is on record. */
export function canResume({ stage, resumesFrom }: Pick<ResearchProgress, 'stage' | 'resumesFrom'>): boolean {
  return hasFailed(stage) && resumesFrom !== undefined;
}

/** It ended without a report, and not because a person wanted that. */
export function hasFailed(stage: Stage | null): boolean {
  return stage === 'failed' || stage === 'halted';
}

/** Steps of one task in their order. */
export type TaskStep =
  | 'waiting'
  | 'searching'
  | 'scoring'
  | 'extracting'
  | 'following'
  | 'summarizing'
  | 'done'
  | 'dropped'
  | 'failed';

export interface TaskProgress {
  readonly taskId: string;
  readonly text: string;
  /** Why a follow-up round asks it; absent for tasks of the plan. */
  readonly reason?: string;
  readonly step: TaskStep;
  readonly searches: number;
  readonly hits: number;
  readonly pages: number;
  readonly findings: number;
}

/** A message that was refused; it changed nothing. */
export interface Rejection {
  readonly message: string;
  readonly reason: string;
  readonly at: string;
}

/** What the `progress` query returns and what `status` shows. */
export interface ResearchProgress {
  readonly researchId: string;
  readonly question: string;
  /** Absent: the run began with its question. */
  readonly forkedFrom?: Omit<ForkOrigin, 'plan'>;
  readonly stage: Stage;
  readonly startedAt: string;
  readonly updatedAt: string;
  readonly language: string | null;
  readonly corpus: CorpusReport | null;
  readonly tasks: readonly TaskProgress[];
  readonly usage: Usage;
  /** As requested, or as a person raised them. */
  readonly limits: ResearchLimits;
  readonly pendingClarification: PendingClarification | null;
  /** The plan that waits for `approvePlan`. */
  readonly planToApprove: ResearchPlan | null;
  readonly gaps: readonly Gap[];
  readonly degradations: readonly Degradation[];
  /** Known from validation on. */
  readonly drift: DriftCounts | null;
  readonly telemetry: ShownTelemetry;
  /** The last 20; `rejectionCount` counts all. */
  readonly rejections: readonly Rejection[];
  readonly rejectionCount: number;
  /** What delays the run right now. */
  readonly waits: readonly RunWait[];
  readonly steering: readonly SteeringStep[];
  /** Null until something was spent. */
  readonly ledger: Ledger | null;
  readonly failure: string | null;
  /**
   * The last point before which everything is on record: a run resumes there after a failure. Absent before the first
   * such point.
   */
  readonly resumesFrom?: ForkPoint;
  readonly result: ResearchResult | null;
}

/** What a finished run returns. */
export interface ResearchResult {
  readonly researchId: string;
  readonly outcome: 'published' | 'stopped';
  /** False when the documents hold no answer. */
  readonly answered: boolean;
  readonly summary: string;
  readonly gapCount: number;
  /** The record of its report among the stored texts. */
  readonly record: BlobRef;
}

/**
 * What delays a run. `budget`: a limit is reached and a person decides. `outage`: a server is down, overloaded, or its
 * quota is used up; the run asks again by itself. `setup`: key or model name is wrong; it goes on once that is fixed.
 */
export interface RunWait {
  readonly kind: 'budget' | 'outage' | 'setup';
  /** Name of the limit, `model`, `worker`, or the search provider. */
  readonly subject: string;
  /** The limit that is reached; null where a server is waited for. */
  readonly limit: number | null;
  /** Why the run waits: one sentence, of a server its own words. */
  readonly reason: string;
  /** ISO 8601. */
  readonly since: string;
  /** When the run acts by itself: asks again, or finishes with what it has. ISO 8601. */
  readonly until: string;
  /** Times that it asked again. */
  readonly attempts: number;
}
