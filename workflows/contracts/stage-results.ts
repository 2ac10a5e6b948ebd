import type { AlignmentReview } from './alignment.ts';
import type { ClarificationSummary, Clarity, ClarityAssessment, Exchange } from './clarification.ts';
import type { CorpusReport } from './corpus.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { BlobRef, Finding, Quote, SearchHit } from './evidence.ts';
import type { LeftOutFinding } from './left-out-finding.ts';
import type { QueryAnchor } from './query-anchor.ts';
import type { OutlinedSection } from './report-activities.ts';
import type { ReportDraft, ReportQuality, ReportSection } from './report.ts';
import type { ResearchTask } from './research-plan.ts';
import type { TaskSummary } from './task-summary.ts';

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
  /** Those of the plan and those that a person added, without those dropped; then follow-up tasks that brought good evidence. */
  readonly tasks: readonly ResearchTask[];
  readonly findings: readonly Finding[];
  readonly summaries: readonly TaskSummary[];
}

/** Validating: all that the report is written from. */
export interface ReportMaterial {
  /** As it was frozen, but for the language, which a person may have changed since. */
  readonly anchor: QueryAnchor;
  readonly corpus: CorpusReport;
  readonly clarificationSummary: ClarificationSummary | null;
  readonly clarity: Clarity | null;
  readonly tasks: readonly ResearchTask[];
  readonly taskSummaries: readonly TaskSummary[];
  /** Within the caps of the request, like the quotes. */
  readonly findings: readonly Finding[];
  readonly quotes: readonly Quote[];
  /** What the caps left out and an outline may draw. */
  readonly reserve: readonly Finding[];
  readonly leftOut: readonly LeftOutFinding[];
}

/** The material with its findings in the store, for the activities that write and check. */
export interface StoredMaterial extends ReportMaterial {
  /** Null: there is none. */
  readonly evidence: BlobRef | null;
}

/** The details of a report as they were outlined and written; in both lists a section has the same place. */
export interface WrittenSections {
  readonly outline: readonly OutlinedSection[];
  readonly sections: readonly ReportSection[];
}

/** Synthesizing: a draft, and its sections as they were written, before anything was taken out. */
export interface WrittenReport {
  readonly draft: ReportDraft;
  /** Null: it is one page. */
  readonly sections: WrittenSections | null;
}

/** Verifying: the report as it is published. */
export interface CheckedReport {
  readonly draft: ReportDraft;
  readonly findings: readonly Finding[];
  readonly quality: ReportQuality;
  /** Null: there was nothing to review. */
  readonly alignment: AlignmentReview | null;
  readonly diagnostics: readonly Diagnostic[];
}
