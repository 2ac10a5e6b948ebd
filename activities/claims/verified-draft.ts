import type { Finding } from '../../workflows/contracts/evidence.ts';
import type { VerifiedDraft, VerifyReportInput } from '../../workflows/contracts/report-activities.ts';
import { citedClaims } from '../../workflows/domain/report-claims.ts';
import { createUntrustedTest, hasTrusted } from '../../workflows/domain/untrusted-findings.ts';
import { findQuoteFault, type StoredTexts } from '../citations/stored-quotes.ts';
import { createDraftChecks } from './draft-checks.ts';
import { keepWhatHolds } from './draft-verification.ts';
import { withUntrustedLast } from './untrusted-last.ts';

/** Compares a draft with the stored sources, without a model, and repairs or removes what is not supported. */
export async function verifyDraft(input: VerifyReportInput, texts: StoredTexts): Promise<VerifiedDraft> {
  const issuedKeys = new Set(input.findings.flatMap(({ quotes }) => quotes.map(({ key }) => key)));
  const { findings, rejectedQuotes, rejections } = await keepTrueQuotes(input.findings, texts);

  const checks = await createDraftChecks({ ...input, findings }, issuedKeys, texts);
  const { draft: held, faults, repairs } = await keepWhatHolds(input.draft, checks);
  // Uses the original findings: rejecting a quote must not promote untrusted ones.
  const kept = hasTrusted(input.findings) ? withUntrustedLast(held, createUntrustedTest(input.findings)) : held;
  const removals = faults.map((fault) => `A claim was removed: ${fault}.`);
  return {
    draft: { ...kept, queryCoverage: kept.summary.length > 0 ? kept.queryCoverage : 0 },
    rejectedQuotes,
    quality: {
      quotesChecked: issuedKeys.size,
      quotesRejected: rejections.length,
      claims: citedClaims(kept).length,
      statementsRemoved: removals.length,
      claimsRepaired: repairs.length,
      notes: [...rejections, ...removals, ...repairs],
    },
  };
}

async function keepTrueQuotes(findings: readonly Finding[], texts: StoredTexts) {
  const rejections: string[] = [];
  const rejectedQuotes: string[] = [];
  const checked = await Promise.all(
    findings.map(async (finding) => {
      const faults = await Promise.all(finding.quotes.map((quote) => findQuoteFault(quote, texts)));
      for (const [index, { key }] of finding.quotes.entries()) {
        const fault = faults[index] ?? null;
        if (fault === null) continue;
        rejections.push(`Quote ${key} was rejected: ${fault}.`);
        rejectedQuotes.push(key);
      }
      return { ...finding, quotes: finding.quotes.filter((_, index) => faults[index] === null) };
    }),
  );
  return { findings: checked, rejectedQuotes, rejections };
}
