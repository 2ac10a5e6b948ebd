import type { Engine, ReasoningInput } from './accounting.ts';
import type { AlignmentReview } from './alignment.ts';
import type { GivenEvidence } from './evidence-reference.ts';
import type { QueryAnchor } from './query-anchor.ts';
import type { VerifiedDraft } from './report-activities.ts';
import type { ReportDraft, Verification } from './report.ts';

/** A draft after its verification. */
export interface ReviewAlignmentInput extends ReasoningInput, GivenEvidence {
  readonly anchor: QueryAnchor;
  readonly draft: ReportDraft;
  readonly verification: Verification;
  /** That wrote the draft: a rule's claims must stay the words of their sources. */
  readonly writtenBy: Engine;
}

export interface ReviewedDraft {
  readonly review: AlignmentReview;
  /** Replaces the draft; null: it stands as it was. */
  readonly corrected: VerifiedDraft | null;
}
