import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { RefusedStatement, Verification } from '@plumbline/contracts/report/report';
import type { CheckedDraft, VerifiedDraft, VerifiedReport } from '@plumbline/contracts/report/report-activities';

/**
 * A verified draft with its findings, without the quotes that were rejected.
 *
 * @param given what was verified: the draft as it was written stands where it was not changed
 */
export function withFindings(
  { draft, quality, rejectedQuotes }: VerifiedDraft | CheckedDraft,
  given: Pick<VerifiedReport, 'draft' | 'findings'>,
): VerifiedReport {
  return { draft: draft ?? given.draft, quality, findings: withoutQuotes(given.findings, rejectedQuotes) };
}

/** @param keys citation keys of the quotes to leave out */
export function withoutQuotes(findings: readonly Finding[], keys: readonly string[]): readonly Finding[] {
  if (keys.length === 0) return findings;
  const rejected = new Set(keys);
  return findings.map((finding) => ({ ...finding, quotes: finding.quotes.filter(({ key }) => !rejected.has(key)) }));
}

/** A verification with what was refused of a model's text beside what was checked. */
export function withRefused(quality: Verification, refused: readonly RefusedStatement[]): Verification {
  if (refused.length === 0) return quality;
  const leftOut = refused.filter(({ outcome }) => outcome === 'left-out').length;
  return {
    ...quality,
    statementsRemoved: quality.statementsRemoved + leftOut,
    claimsRepaired: quality.claimsRepaired + refused.length - leftOut,
    refused: [...refused],
  };
}
