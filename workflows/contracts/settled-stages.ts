import type { Degradation, Engine, Gap, RetrievalTelemetry } from './accounting.ts';
import type { Exchange } from './clarification.ts';
import type { Drift } from './drift.ts';
import type { ForkOrigin, ForkPoint } from './fork.ts';
import type { TaskProgress } from './progress.ts';
import type { QueryAnchor } from './query-anchor.ts';
import type { ResearchPlan } from './research-plan.ts';
import type { ResearchRequest } from './research-request.ts';
import type { ClarificationContext, ReportMaterial } from './stage-results.ts';

/** Name of the query that a run answers with a {@link ForkableRun}. */
export const FORKABLE = 'forkable';

interface SettledStage {
  /** ISO 8601, from the workflow clock: everything that was paid for until then, was paid for this. */
  readonly settledAt: string;
  readonly gaps: readonly Gap[];
  readonly degradations: readonly Degradation[];
}

/** Before planning: what the person meant, and what was found while asking. */
export interface SettledQuestion extends SettledStage {
  readonly conversation: readonly Exchange[];
  readonly anchor: QueryAnchor;
  readonly context: ClarificationContext;
}

/** Before research: the plan with the tasks that a person added, without those that were dropped. */
export interface SettledPlan extends SettledStage {
  readonly plan: ResearchPlan;
  /** The same, as far as a person approved it; null where nobody did. */
  readonly approvedPlan: ResearchPlan | null;
}

/** Before synthesis: what the report is written from. */
export interface SettledMaterial extends SettledStage {
  readonly material: ReportMaterial;
  readonly tasks: readonly TaskProgress[];
  readonly drift: Drift | null;
  readonly engine: Engine;
  readonly telemetry: RetrievalTelemetry;
}

/** What the stages of a run have settled so far. */
export interface SettledStages {
  readonly question?: SettledQuestion;
  readonly plan?: SettledPlan;
  readonly material?: SettledMaterial;
}

/** What a run tells whoever forks it. */
export interface ForkableRun {
  readonly request: ResearchRequest;
  /** Points that the run has reached. */
  readonly points: readonly ForkPoint[];
  /** Everything before the point that was asked for; empty where none was, or the run has not reached it. */
  readonly stages: SettledStages;
}

export interface KeepStagesInput {
  readonly origin: ForkOrigin;
  /** Where the run keeps its pages: those of the other run are copied there. */
  readonly webCorpusId: string;
}
