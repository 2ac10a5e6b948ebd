import type { Claim } from '../evidence/claim.ts';
import type { Drift } from '../evidence/drift.ts';
import type { GivenEvidence } from '../evidence/evidence-reference.ts';
import type { Finding, Quote } from '../evidence/finding.ts';
import type { QueryAnchor } from '../evidence/query-anchor.ts';
import type { ApprovedTask, ResearchPlan } from '../evidence/research-plan.ts';
import type { RelevanceScore } from '../evidence/search-hit.ts';
import type { BlobRef } from '../evidence/source.ts';
import type { TaskSummary } from '../evidence/task-summary.ts';
import type { Degradation, Engine, Gap, ReasoningInput, RetrievalTelemetry, Usage } from '../research/accounting.ts';
import type { ClarificationSummary, Clarity, Exchange } from '../research/clarification.ts';
import type { ResearchRequest, TierCaps } from '../research/research-request.ts';
import type { SteeringStep } from '../research/steering.ts';
import type { ReportLength } from '../settings/report-settings.ts';
import type { RefusedStatement, ReportDraft, ReportSection, Verification } from './report.ts';
import type { CheckedReport, ReportMaterial } from './settled-stages.ts';

export interface ValidateRelevanceInput extends GivenEvidence {
  readonly anchor: QueryAnchor;
  readonly approvedTasks: readonly ApprovedTask[];
  readonly corpusId: string;
  /** The run that keeps the scored findings; null: nothing refers to them later. */
  readonly storeFor: string | null;
}

export interface ValidatedRelevance {
  readonly scores: readonly RelevanceScore[];
  /** The findings with their final relevance, as a list that later inputs refer to; null: they are not stored. */
  readonly stored: BlobRef | null;
}

export interface SynthesizeReportInput extends ReasoningInput, GivenEvidence {
  readonly anchor: QueryAnchor;
  readonly corpusId: string;
  readonly clarificationSummary: ClarificationSummary | null;
  /** Of all tasks, also of those without a finding. */
  readonly taskTexts: readonly string[];
  /** Quotes of the findings that must be repeated word for word, best first. */
  readonly quotes: readonly Quote[];
  readonly taskSummaries: readonly TaskSummary[];
  readonly gaps: readonly Gap[];
  /** What of the findings cannot all be right. */
  readonly contradictions?: readonly Claim[];
  /** Absent: standard. */
  readonly length?: ReportLength;
  /** Lower ones leave less room for whole passages. Absent: the default ones. */
  readonly tierCaps?: TierCaps;
}

/** What the author of a report would have looked up before writing. */
export interface LookUp {
  readonly words: string;
  /** Heading of the section that it would complete; empty: the answer. */
  readonly section: string;
}

/** A draft, with what its author would have looked up. */
export interface ReportAsWritten extends ReportDraft {
  readonly lookUps?: readonly LookUp[];
  /** The findings of the items that an answer keeps; absent: all that it was given. */
  readonly keptItems?: readonly string[];
}

/** Sections of a draft, and findings that were found after it was written. */
export interface CompleteSectionsInput extends ReasoningInput, GivenEvidence, WholeSections {
  readonly anchor: QueryAnchor;
  readonly corpusId: string;
  /** Of the findings, those that the sections could not cite. */
  readonly foundIds: readonly string[];
}

/** The answer and sections of a draft; after completion only what was written anew. */
export interface WholeSections {
  readonly summary: readonly Claim[];
  readonly sections: readonly ReportSection[];
}

/** A part of a model's draft, verified by itself. */
export interface VerifyPartsInput extends ReasoningInput, GivenEvidence {
  readonly anchor: QueryAnchor;
  readonly corpusId: string;
  readonly parts: readonly WrittenPart[];
  /** What the judge is not sure of goes back to its author, too. It costs two calls, which a short answer does without. */
  readonly mendsDoubts: boolean;
}

export interface WrittenPart {
  /** `the answer`, or the heading of a section: what its statements are about. */
  readonly name?: string;
  /** An answer must not lose its core in silence; limitations need no citation. */
  readonly part: 'answer' | 'section' | 'limitations';
  /** In the order of the text. */
  readonly claims: readonly Claim[];
}

export interface VerifiedPart {
  /** What is kept, and what was mended in its place. */
  readonly claims: readonly Claim[];
  readonly refused: readonly RefusedStatement[];
  /** Findings that were not given and are cited now: what a statement called absent was found. */
  readonly found?: readonly Finding[];
  /** What was found in the place of limitations, for the section that it belongs to. */
  readonly answers?: readonly Claim[];
}

export interface VerifyReportInput extends GivenEvidence {
  readonly anchor: QueryAnchor;
  readonly draft: ReportDraft;
  readonly engine: Engine;
}

export interface CheckReportInput extends VerifyReportInput {
  /** That every sentence has to be in; null: any. */
  readonly language: string | null;
  /** What was refused of a draft whose parts are verified already: only its quotes are compared once more. Absent: they are not. */
  readonly refused?: readonly RefusedStatement[];
}

/** What verification gives back; the caller has the findings. */
export interface VerifiedDraft {
  readonly draft: ReportDraft;
  readonly quality: Verification;
  /** Citation keys of quotes that are not in their stored text. */
  readonly rejectedQuotes: readonly string[];
}

/** Result for the verified draft; the language check covers the draft as it was written. */
export interface CheckedDraft extends Omit<VerifiedDraft, 'draft'> {
  /** Null: verification left it as it was. */
  readonly draft: ReportDraft | null;
  /** Of the draft as it was written; quotations and titles do not count. */
  readonly foreignSentences: readonly string[];
}

export type VerifiedReport = Pick<CheckedReport, 'draft' | 'findings' | 'quality'>;

export interface PublishReportInput
  extends
    GivenEvidence,
    Omit<CheckedReport, 'findings'>,
    Pick<ReportMaterial, 'anchor' | 'corpus' | 'clarificationSummary' | 'taskSummaries' | 'leftOut'> {
  readonly researchId: string;
  readonly outcome: 'published' | 'stopped';
  readonly publishedAt: string;
  readonly request: ResearchRequest;
  readonly conversation: readonly Exchange[];
  /** Null: the question was not assessed. */
  readonly clarity: Clarity | null;
  readonly plan: ResearchPlan | null;
  readonly gaps: readonly Gap[];
  readonly telemetry: RetrievalTelemetry;
  readonly degradations: readonly Degradation[];
  /** Absent: as it is on record with the material, so that it is sent once. */
  readonly drift?: Drift | null;
  readonly engine: Engine;
  readonly usage: Usage;
  readonly workedSeconds: number;
  readonly steering: readonly SteeringStep[];
}

/** The report as it was stored. */
export interface PublishedReport {
  /** Its record among the stored texts. */
  readonly record: BlobRef;
  readonly citations: number;
}
