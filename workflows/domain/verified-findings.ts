import type { Finding } from '../contracts/evidence/evidence.ts';
import type { VerifiedDraft, VerifiedReport } from '../contracts/report/report-activities.ts';

/** A verified draft with its findings, without the quotes that were rejected. */
export function withFindings(verified: VerifiedDraft, given: readonly Finding[]): VerifiedReport {
  const { draft, quality, rejectedQuotes } = verified;
  return { draft, quality, findings: withoutQuotes(given, rejectedQuotes) };
}

/** @param keys citation keys of the quotes to leave out */
export function withoutQuotes(findings: readonly Finding[], keys: readonly string[]): readonly Finding[] {
  if (keys.length === 0) return findings;
  const rejected = new Set(keys);
  return findings.map((finding) => ({ ...finding, quotes: finding.quotes.filter(({ key }) => !rejected.has(key)) }));
}
