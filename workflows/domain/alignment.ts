import type { AlignmentReview } from '@plumbline/contracts/evidence/alignment';
import type { ReportDraft } from '@plumbline/contracts/report/report';
import { allClaims } from '@plumbline/contracts/report/report-claims';
import { JUDGES } from '@plumbline/contracts/report/trust';
import type { Degradation } from '@plumbline/contracts/research/accounting';

/**
 * The review of what a model wrote, told from the verdicts on its statements: what was refused is mended or left out, what is in
 * doubt is marked.
 *
 * @param degradations of the run so far
 * @returns null where nothing cites a source
 */
export function alignmentOf(draft: ReportDraft, degradations: readonly Degradation[]): AlignmentReview | null {
  const claims = allClaims(draft);
  if (claims.every(({ citations }) => citations.length === 0)) return null;
  const doubtful = claims.filter(({ isUnverified, notJudged }) => isUnverified === true || notJudged === true);
  const issues = doubtful.map(({ text }) => ({ claim: text }));
  if (issues.length === 0) return { outcome: 'passed', issues, failure: null };
  const failure = degradations.find(({ step }) => JUDGES.has(step))?.cause ?? null;
  const isNotReviewed = failure !== null || claims.some(({ notJudged }) => notJudged === true);
  return { outcome: isNotReviewed ? 'not-reviewed' : 'warned', issues, failure };
}
