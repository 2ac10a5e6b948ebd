import { isCancellation } from '@temporalio/workflow';
import { describeCause } from '../../calls/activity-failures.ts';
import type { AlignmentReview } from '../../contracts/evidence/alignment.ts';
import type { GivenEvidence } from '../../contracts/evidence/evidence-reference.ts';
import type { Finding } from '../../contracts/evidence/evidence.ts';
import type { QueryAnchor } from '../../contracts/evidence/query-anchor.ts';
import type { QualityTerms, VerifiedReport } from '../../contracts/report/report-activities.ts';
import type { QualityScores } from '../../contracts/report/report.ts';
import { withFindings } from '../../domain/verified-findings.ts';
import type { ResearchRun } from '../run/research-run.ts';

/** A verified draft, with its correction in it where it has one. */
export interface ReviewedReport extends VerifiedReport {
  /** Null: there was no source to compare it with. */
  readonly alignment: AlignmentReview | null;
  /** Of the correction; null without one, or without anything to score it by. */
  readonly scores: QualityScores | null;
}

/** What only the review of a report is given. */
interface ReportReview {
  readonly scoredBy: QualityTerms | null;
  /** How the findings travel. */
  readonly refer: (findings: readonly Finding[]) => GivenEvidence;
}

const OF_ANSWER: ReportReview = { scoredBy: null, refer: (findings) => ({ findings }) };

/** Reviews the report before a person sees it. A failed review never delays it. */
export async function reviewAlignment(
  { accounts, reasoning }: Pick<ResearchRun, 'accounts' | 'reasoning'>,
  anchor: QueryAnchor,
  verified: VerifiedReport,
  { scoredBy, refer }: ReportReview = OF_ANSWER,
): Promise<ReviewedReport> {
  const { draft, findings, quality: verification } = verified;
  const hasSources = findings.some(({ quotes }) => quotes.length > 0);
  const unscored = { ...verified, scores: null };
  if (!hasSources) return { ...unscored, alignment: null };
  const input = { anchor, draft, ...refer(findings), verification, writtenBy: accounts.engine, scoredBy };
  try {
    const { review, corrected } = await reasoning.ask('reviewAlignment', input, 'review the text before it is shown');
    const shown = corrected === null ? unscored : { ...withFindings(corrected, verified), scores: corrected.scores };
    return { ...shown, alignment: withModelFailure(review, accounts) };
  } catch (error) {
    if (isCancellation(error)) throw error;
    const alignment = { outcome: 'not-reviewed' as const, ran: [], issues: [], failure: describeCause(error) };
    return { ...unscored, alignment };
  }
}

/** A review that had to do without the model looks complete from within. */
function withModelFailure(
  review: AlignmentReview,
  { degradations }: Pick<ResearchRun['accounts'], 'degradations'>,
): AlignmentReview {
  const failure = degradations.find(({ step }) => step === 'reviewAlignment')?.cause;
  if (failure === undefined) return review;
  return { ...review, failure, outcome: review.outcome === 'passed' ? 'not-reviewed' : review.outcome };
}
