import { type Claim, standingAlone } from '../../../workflows/contracts/evidence/claim.ts';
import type { Finding } from '../../../workflows/contracts/evidence/evidence.ts';
import type { VerifiedDraft, VerifyReportInput } from '../../../workflows/contracts/report/report-activities.ts';
import type { ReportDraft } from '../../../workflows/contracts/report/report.ts';
import { citedClaims } from '../../../workflows/domain/report-claims.ts';
import { createUntrustedTest, hasTrusted } from '../../../workflows/domain/untrusted-findings.ts';
import { findQuoteFault, type StoredTexts } from '../../corpus/quotes/stored-quotes.ts';
import { createDraftChecks } from './draft-checks.ts';
import { keepWhatHolds, withAnswer } from './draft-verification.ts';

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

/**
 * Moves claims that rest on passages which address a program to the end of the key findings: they do not answer,
 * explain or take part in a conflict. If this removes the answer, the next claim becomes the answer.
 */
function withUntrustedLast(draft: ReportDraft, isUntrusted: (claim: Claim) => boolean): ReportDraft {
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
