import type { Claim } from '../contracts/evidence/claim.ts';
import type { ReportDraft, TaskCertainty } from '../contracts/report/report.ts';

/** From this probability on, a statement of the offline engine is called strong. */
export const STRONG_FROM = 0.9;

export type ClaimPart = 'answer' | 'overview' | 'details' | 'conflict' | 'limitation' | 'key finding';

/** A claim and where the report shows it. */
export interface PlacedClaim {
  /** Counted from 1 in the order of the report. */
  readonly number: number;
  readonly part: ClaimPart;
  readonly claim: Claim;
}

type StatedDraft = Pick<ReportDraft, 'summary' | 'certainties'>;

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

/** Certainties of what the offline engine states; none where a model wrote the draft. */
export function statedCertainties({ summary, certainties = [] }: StatedDraft): (TaskCertainty & { right: number })[] {
  const stated = new Set(summary.flatMap(({ isPassage, citations }) => (isPassage === true ? [] : citations)));
  return certainties.flatMap((certainty) => {
    const { key, right } = certainty;
    return right !== undefined && key !== null && stated.has(key) ? [{ ...certainty, right }] : [];
  });
}

/** Probability that what is stated is right: of several statements, of the least certain one. Null where it was not measured. */
export function certaintyOfAnswer(draft: StatedDraft): number | null {
  const stated = statedCertainties(draft);
  return stated.length === 0 ? null : Math.min(...stated.map(({ right }) => right));
}

/** Whether a report says of its statements that none is certain. */
export function isUncertain(draft: StatedDraft): boolean {
  const certainty = certaintyOfAnswer(draft);
  return certainty !== null && certainty < STRONG_FROM;
}

/** The claims that rest on evidence: all but those on what limits the report. */
export function citedClaims(draft: ReportDraft): Claim[] {
  return placeClaims(draft)
    .filter(({ part }) => part !== 'limitation')
    .map(({ claim }) => claim);
}
