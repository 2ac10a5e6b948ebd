import type { AlignmentReview } from '../../../workflows/contracts/evidence/alignment.ts';
import type { ReviewAlignmentInput } from '../../../workflows/contracts/report/report-activities.ts';
import { citedClaims } from '../../../workflows/domain/report-claims.ts';
import { createStoredTexts } from '../../corpus/quotes/stored-quotes.ts';
import { reviewByRules } from '../../report/review/rule-review.ts';
import { createClaimVerifier } from '../../verification/claims/claim-verdict.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/**
 * Reviews a verified draft of the rules once more before a person sees it. A limitation tells what the documents do not say: no
 * source can say it.
 */
export function createReviewAlignment({
  blobs,
  reviewsAlignment,
}: Pick<ActivityDependencies, 'blobs' | 'reviewsAlignment'>) {
  return async ({ anchor, draft, findings }: ReviewAlignmentInput): Promise<AlignmentReview> => {
    if (!reviewsAlignment) return { outcome: 'not-reviewed', issues: [], failure: 'PLUMBLINE_ALIGNMENT is 0' };
    const evidence = { anchor, findings, texts: createStoredTexts(blobs) };
    const issues = await reviewByRules({ ...evidence, claims: citedClaims(draft) }, createClaimVerifier(evidence));
    return { outcome: issues.length === 0 ? 'passed' : 'warned', issues, failure: null };
  };
}
