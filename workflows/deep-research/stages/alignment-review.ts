import { isCancellation } from '@temporalio/workflow';
import { describeCause } from '../../calls/activity-failures.ts';
import { callActivity } from '../../calls/activity-options.ts';
import type { AlignmentReview } from '../../contracts/evidence/alignment.ts';
import type { GivenEvidence } from '../../contracts/evidence/evidence-reference.ts';
import type { QueryAnchor } from '../../contracts/evidence/query-anchor.ts';
import type { VerifiedReport } from '../../contracts/report/report-activities.ts';

/**
 * Reviews what the rules wrote before a person sees it. A failed review never delays it.
 *
 * @param given how the findings travel
 * @returns null where there is no source to compare it with
 */
export async function reviewAlignment(
  anchor: QueryAnchor,
  { draft, findings }: VerifiedReport,
  given: GivenEvidence = { findings },
): Promise<AlignmentReview | null> {
  if (findings.every(({ quotes }) => quotes.length === 0)) return null;
  try {
    return await callActivity('reviewAlignment', { anchor, draft, ...given }, 'review the text before it is shown');
  } catch (error) {
    if (isCancellation(error)) throw error;
    return { outcome: 'not-reviewed', issues: [], failure: describeCause(error) };
  }
}
