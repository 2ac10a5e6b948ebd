import { type Claim, standingAlone } from '../../workflows/contracts/claim.ts';
import type { ReportDraft } from '../../workflows/contracts/report.ts';
import { citedClaims } from '../../workflows/domain/report-claims.ts';
import { withAnswer } from './draft-verification.ts';

/**
 * Moves claims that rest on passages which address a program to the end of the key findings: they do not answer,
 * explain or take part in a conflict. If this removes the answer, the next claim becomes the answer.
 */
export function withUntrustedLast(draft: ReportDraft, isUntrusted: (claim: Claim) => boolean): ReportDraft {
  const untrusted = citedClaims(draft).filter(isUntrusted);
  if (untrusted.length === 0) return draft;
  const trustedOf = (claims: readonly Claim[]) => claims.filter((claim) => !isUntrusted(claim));
  const conflicts = draft.conflicts.map(trustedOf);
  const trusted: ReportDraft = {
    ...draft,
    summary: trustedOf(draft.summary),
    overview: trustedOf(draft.overview),
    sections: draft.sections
      .map(({ heading, claims }) => ({ heading, claims: trustedOf(claims) }))
      .filter(({ claims }) => claims.length > 0),
    conflicts: conflicts.filter(({ length }) => length > 1),
    keyFindings: [...trustedOf(draft.keyFindings), ...conflicts.filter(({ length }) => length === 1).flat()],
  };
  const answered = draft.summary.length > 0 ? withAnswer(trusted) : trusted;
  return { ...answered, keyFindings: [...answered.keyFindings, ...distinct(untrusted.map(standingAlone))] };
}

function distinct(claims: readonly Claim[]): Claim[] {
  return [...new Map(claims.map((claim) => [claim.text, claim])).values()];
}
