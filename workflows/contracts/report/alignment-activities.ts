import type { AlignmentReview } from '../evidence/alignment.ts';
import type { GivenEvidence } from '../evidence/evidence-reference.ts';
import type { QueryAnchor } from '../evidence/query-anchor.ts';
import type { Engine, ReasoningInput } from '../research/accounting.ts';
import type { QualityTerms, VerifiedDraft } from './report-activities.ts';
import type { QualityScores, ReportDraft, Verification } from './report.ts';

/** A draft after its verification. */
export interface ReviewAlignmentInput extends ReasoningInput, GivenEvidence {
  readonly anchor: QueryAnchor;
  readonly draft: ReportDraft;
  readonly verification: Verification;
  /** That wrote the draft: a rule's claims must stay the words of their sources. */
  readonly writtenBy: Engine;
  /** Null: the quality of a correction is not scored. */
  readonly scoredBy: QualityTerms | null;
}

/** A correction may change how well the report serves the question. */
export interface CorrectedDraft extends VerifiedDraft {
  readonly scores: QualityScores | null;
}

export interface ReviewedDraft {
  readonly review: AlignmentReview;
  /** Replaces the draft; null keeps it. */
  readonly corrected: CorrectedDraft | null;
}
