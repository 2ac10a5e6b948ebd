import type { Claim } from '../evidence/claim.ts';
import type { ReportDraft } from './report.ts';

export type ClaimPart = 'answer' | 'overview' | 'details' | 'conflict' | 'limitation' | 'key finding';

/** A claim and where the report shows it. */
export interface PlacedClaim {
  /** Counted from 1 in the order of the report. */
  readonly number: number;
  readonly part: ClaimPart;
  readonly claim: Claim;
}

/** Every claim of a report in the order in which it is shown. */
export function placeClaims(draft: ReportDraft): PlacedClaim[] {
  const parts: readonly (readonly [ClaimPart, readonly Claim[]])[] = [
    ['answer', draft.summary],
    ['overview', draft.overview],
    ['details', draft.sections.flatMap(({ claims }) => claims)],
    ['conflict', draft.conflicts.flat()],
    ['key finding', draft.keyFindings],
    ['limitation', draft.limitations],
  ];
  return parts
    .flatMap(([part, claims]) => claims.map((claim) => ({ part, claim })))
    .map((placed, index) => ({ number: index + 1, ...placed }));
}

export function allClaims(draft: ReportDraft): Claim[] {
  return placeClaims(draft).map(({ claim }) => claim);
}

/** Whether a claim says anything that can be checked: it cites a source or states what the search did not find. */
export function isCheckable({ citations, absence }: Claim): boolean {
  return citations.length > 0 || absence !== undefined;
}

/** Whether the answer is a statement, not only passages for the reader to judge. */
export function statesAnswer({ summary }: Pick<ReportDraft, 'summary'>): boolean {
  return summary.some(({ isPassage }) => isPassage !== true);
}

/** The claims that rest on evidence: all but those on what limits the report. */
export function citedClaims(draft: ReportDraft): Claim[] {
  return placeClaims(draft)
    .filter(({ part }) => part !== 'limitation')
    .map(({ claim }) => claim);
}
