import type { AlignmentIssue } from '../../workflows/contracts/alignment.ts';
import type { Claim } from '../../workflows/contracts/claim.ts';
import type { ReportDraft } from '../../workflows/contracts/report.ts';

/** What replaces claims, by their text; null: nothing does. */
export type Corrections = ReadonlyMap<string, Pick<Claim, 'text' | 'citations'> | null>;

/** What the rules can put right without writing: a citation that is missing, or that another source earns. */
export function correctionsByRule(
  issues: readonly AlignmentIssue[],
  claims: readonly Claim[],
  isIssued: (key: string) => boolean,
): Corrections {
  const corrected = issues.flatMap((issue) => {
    const claim = claims.find(({ text }) => text === issue.claim);
    if (claim === undefined || issue.kind === 'unsupported') return [];
    const key = issue.kind === 'missing_citation' ? issue.suggestedSource : issue.actual;
    if (key === null || !isIssued(key)) return [];
    const others = issue.kind === 'missing_citation' ? [] : claim.citations.filter((other) => other !== issue.ref);
    const citations = [...new Set([...others, key])];
    return [[claim.text, { text: claim.text, citations }] as const];
  });
  return new Map(corrected);
}

/** The draft with the corrections in it. */
export function correctDraft(draft: ReportDraft, corrections: Corrections): ReportDraft {
  const correct = (claims: readonly Claim[]): Claim[] =>
    claims.flatMap((claim) => {
      const correction = corrections.get(claim.text);
      if (correction === undefined) return [claim];
      return correction === null ? [] : [{ ...claim, ...correction }];
    });
  const sections = draft.sections.map(({ heading, claims }) => ({ heading, claims: correct(claims) }));
  return {
    ...draft,
    summary: correct(draft.summary),
    overview: correct(draft.overview),
    keyFindings: correct(draft.keyFindings),
    sections: sections.filter(({ claims }) => claims.length > 0),
    conflicts: draft.conflicts.map(correct).filter(({ length }) => length > 1),
    limitations: correct(draft.limitations),
  };
}
