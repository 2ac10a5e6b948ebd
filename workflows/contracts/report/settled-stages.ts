import { z } from 'zod';
import type { Ledger } from '../common/metering.ts';
import type { AlignmentReview } from '../evidence/alignment.ts';
import type { Claim } from '../evidence/claim.ts';
import type { CorpusReport } from '../evidence/corpus.ts';
import type { Drift, LeftOutFinding } from '../evidence/drift.ts';
import type { EvidenceIndex, GivenEvidence } from '../evidence/evidence-reference.ts';
import type { Finding, Quote } from '../evidence/finding.ts';
import type { QueryAnchor } from '../evidence/query-anchor.ts';
import type { ResearchPlan, ResearchTask } from '../evidence/research-plan.ts';
import type { SearchHit } from '../evidence/search-hit.ts';
import type { BlobRef } from '../evidence/source.ts';
import type { TaskSummary } from '../evidence/task-summary.ts';
import type { Degradation, Engine, Gap, RetrievalTelemetry, Usage } from '../research/accounting.ts';
import type { ClarificationSummary, Clarity, ClarityAssessment, Exchange } from '../research/clarification.ts';
import type { Diagnostic } from '../research/diagnostic.ts';
import { FORK_POINTS, type ForkOrigin, type ForkPoint } from '../research/fork.ts';
import { researchLimitsSchema, type ResearchRequest } from '../research/research-request.ts';
import { steeringStepSchema } from '../research/steering.ts';
import type { ResearchProgress, TaskProgress } from './progress.ts';
import type { ReportDraft, Verification } from './report.ts';

interface SettledStage {
  /** ISO 8601, from the workflow clock: everything that was paid for until then, was paid for this. */
  readonly settledAt: string;
  readonly gaps: readonly Gap[];
  readonly degradations: readonly Degradation[];
  /** What the run had used and worked until then, for the run itself when it resumes. */
  readonly usage: Usage;
  readonly workedSeconds: number;
}

/** Before planning: what the person meant, and what was found while asking. */
export interface SettledQuestion extends SettledStage {
  readonly conversation: readonly Exchange[];
  readonly anchor: QueryAnchor;
  readonly context: ClarificationContext;
  /** The plan of the model that judged the question; absent: it is still to be planned. */
  readonly drafted?: ResearchPlan;
}

/** Before research: the plan as it was made, or as a person approved it. */
export interface SettledPlan extends SettledStage {
  readonly plan: ResearchPlan;
  /** The same plan, as far as a person approved it; null without approval. */
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

export type StageName = keyof SettledStages;

/** What a run hands to its record. The findings of its material are referred to, because they would exceed a payload. */
export interface NewlySettled extends SettledRun {
  /** First the findings of the material, as many as `selected`, then its reserve. */
  readonly evidence?: GivenEvidence & { readonly selected: number };
}

/** The record of what a run has settled, in its folder: it needs no server, no history and no code that can replay it. */
export interface SettledRun {
  readonly request: ResearchRequest;
  readonly stages: SettledStages;
}

/** From where a run can be forked, and with a point all that a fork would keep. */
export interface ForkableRun extends SettledRun {
  /** Points that the run has reached. */
  readonly points: readonly ForkPoint[];
}

/** The second argument of a run that resumes after a failure; the first is its request, as it was. */
export const resumptionSchema = z.strictObject({
  from: z.enum(FORK_POINTS),
  /** What people had sent to the run before it failed. */
  steering: z.array(steeringStepSchema),
  rejections: z.array(z.strictObject({ message: z.string(), reason: z.string(), at: z.string() })),
  rejectionCount: z.int(),
  limits: researchLimitsSchema,
});
export type Resumption = z.infer<typeof resumptionSchema>;

export interface KeepStagesInput {
  /** The run to keep something of; the run itself where it resumes. */
  readonly origin: Pick<ForkOrigin, 'researchId' | 'from'>;
  /** Where the run keeps its pages; pages of another run are copied there. */
  readonly webCorpusId: string;
  /** Only findings, from this place in the list on; absent: everything else, and the first findings. */
  readonly findingsFrom?: number;
}

export interface KeptStages extends SettledStages {
  /** As many of the material's findings and reserve as fit a payload; absent where the material is not kept. */
  readonly batch?: {
    readonly findings: readonly Finding[];
    /** The same as a list of this run; null where there are none. */
    readonly stored: BlobRef | null;
    /** Where the next ones begin; null: these are the last. */
    readonly next: number | null;
    /** How many of all belong to the material; the others are its reserve. */
    readonly selected: number;
  };
}

export interface RecordProgressInput {
  readonly progress: ResearchProgress;
  /** Stages that are not on record yet. */
  readonly settled?: NewlySettled;
}

export interface RecordedProgress {
  readonly ledger: Ledger | null;
  /** Stages that are on record now. */
  readonly settled: readonly StageName[];
  /** Where the worker reaches Temporal, `host:port`. */
  readonly temporalAddress: string;
  /** Who is told where the run waits and ends; absent: no recipient is configured. */
  readonly recipients?: readonly string[];
}

/** Clarifying: what was established; the anchor is frozen from it. */
export interface Clarification {
  readonly assessment: ClarityAssessment;
  readonly conversation: readonly Exchange[];
  /** What the last retrieval found for the question as understood so far. */
  readonly hits: readonly SearchHit[];
}

/** Summarizing the clarification: what later stages use of it. */
export interface ClarificationContext {
  /** Null when no question was asked. */
  readonly summary: ClarificationSummary | null;
  /** What the passages found while clarifying say; tier 3. */
  readonly findings: readonly Finding[];
  /** Titles and headings of the first hits, each once. */
  readonly places: readonly string[];
  /** Null: the question could not be assessed. */
  readonly clarity: Clarity | null;
}

/** Researching: what all tasks together brought. */
export interface ResearchOutcome {
  /**
   * Tasks of the plan and tasks that a person added, without dropped ones; then follow-up tasks that brought good
   * evidence.
   */
  readonly tasks: readonly ResearchTask[];
  readonly findings: readonly Finding[];
  readonly summaries: readonly TaskSummary[];
  /** What of the sources cannot all be right, as it was noticed while reading. */
  readonly contradictions: readonly Claim[];
}

/** Validating: all that the report is written from. */
export interface ReportMaterial {
  /** As frozen, except for the language, which a person may have changed since. */
  readonly anchor: QueryAnchor;
  readonly corpus: CorpusReport;
  readonly clarificationSummary: ClarificationSummary | null;
  readonly clarity: Clarity | null;
  readonly tasks: readonly ResearchTask[];
  readonly taskSummaries: readonly TaskSummary[];
  /** Within the caps of the request, like the quotes. */
  readonly findings: readonly Finding[];
  readonly quotes: readonly Quote[];
  /** What the caps left out and a model may cite. */
  readonly reserve: readonly Finding[];
  /** Everything that validation kept and the report is not written from. */
  readonly leftOut: readonly LeftOutFinding[];
  /** What of the findings cannot all be right; the citations are keys of their words. */
  readonly contradictions: readonly Claim[];
}

/** The material and where its findings are stored, for the activities that write and check. */
export interface StoredMaterial extends ReportMaterial {
  readonly evidence: EvidenceIndex;
}

/** Verifying: the report as it is published. */
export interface CheckedReport {
  readonly draft: ReportDraft;
  readonly findings: readonly Finding[];
  readonly quality: Verification;
  /** Of what a model wrote; null: the rules wrote it, or nothing cites a source. */
  readonly alignment: AlignmentReview | null;
  readonly diagnostics: readonly Diagnostic[];
}

export function stageNames(stages: SettledStages): StageName[] {
  return (['question', 'plan', 'material'] as const).filter((name) => stages[name] !== undefined);
}
