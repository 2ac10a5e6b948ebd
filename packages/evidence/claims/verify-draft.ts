import { type Claim, standingAlone } from '@plumbline/contracts/evidence/claim';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import { isReadByModel } from '@plumbline/contracts/evidence/model-read';
import { createUntrustedTest, hasTrusted } from '@plumbline/contracts/evidence/untrusted-findings';
import type { ReportDraft } from '@plumbline/contracts/report/report';
import type { VerifiedDraft, VerifyReportInput } from '@plumbline/contracts/report/report-activities';
import { citedClaims } from '@plumbline/contracts/report/report-claims';
import { findQuoteFault, type StoredTexts } from '@plumbline/quotes/stored-quotes';
import { mapWithPauses } from '@plumbline/text/pauses';
import type { ClaimVerifier } from './claim-verdict.ts';

/**
 * Compares the places that a draft without a model shows with the stored sources, and removes what is not in their words.
 *
 * @param verifier of the same findings
 */
export async function verifyDraft(
  input: VerifyReportInput,
  texts: StoredTexts,
  { faultOf }: ClaimVerifier,
): Promise<VerifiedDraft> {
  const { findings, rejectedQuotes, rejections, checked } = await keepTrueQuotes(input.findings, texts);
  const quotes = new Map(findings.flatMap((finding) => finding.quotes.map((quote) => [quote.key, quote])));
  const places = await mapWithPauses(input.draft.summary, async (claim) => {
    const cited = claim.citations.flatMap((key) => quotes.get(key) ?? []);
    return { claim, fault: cited.length === 0 ? 'no quote supports it' : await faultOf(claim, cited) };
  });
  const kept = places.filter(({ fault }) => fault === null).map(({ claim }) => claim);
  const removals = places.flatMap(({ fault }) => (fault === null ? [] : [`A place was removed: ${fault}.`]));
  return {
    draft: { ...input.draft, summary: kept },
    rejectedQuotes,
    quality: {
      quotesChecked: checked,
      quotesRejected: rejections.length,
      claims: kept.length,
      statementsRemoved: removals.length,
      claimsRepaired: 0,
      notes: [...rejections, ...removals],
    },
  };
}

/** The findings without quotes that their stored texts do not have, and how many are wordings of a source. */
export async function keepTrueQuotes(findings: readonly Finding[], texts: StoredTexts) {
  const rejections: string[] = [];
  const rejectedQuotes: string[] = [];
  let checked = 0;
  const kept = await Promise.all(
    findings.map(async (finding) => {
      const faults = await Promise.all(finding.quotes.map((quote) => findQuoteFault(quote, texts)));
      for (const [index, { key, text }] of finding.quotes.entries()) {
        const fault = faults[index] ?? null;
        if (fault !== null || !isReadByModel(text)) checked += 1;
        if (fault === null) continue;
        rejections.push(`Quote ${key} was rejected: ${fault}.`);
        rejectedQuotes.push(key);
      }
      return { ...finding, quotes: finding.quotes.filter((_, index) => faults[index] === null) };
    }),
  );
  return { findings: kept, rejectedQuotes, rejections, checked };
}

/**
 * Moves claims that rest on passages which address a program to the end of the key findings: they do not answer or explain,
 * unless there is no other evidence.
 */
export function withUntrustedLast(draft: ReportDraft, findings: readonly Finding[]): ReportDraft {
  if (!hasTrusted(findings)) return draft;
  const isUntrusted = createUntrustedTest(findings);
  const untrusted = citedClaims(draft).filter(isUntrusted);
  if (untrusted.length === 0) return draft;
  const trustedOf = (claims: readonly Claim[]) => claims.filter((claim) => !isUntrusted(claim));
  return {
    ...draft,
    summary: trustedOf(draft.summary),
    sections: draft.sections
      .map((section) => ({ ...section, claims: trustedOf(section.claims) }))
      .filter(({ claims }) => claims.length > 0),
    keyFindings: [...trustedOf(draft.keyFindings), ...distinct(untrusted.map(standingAlone))],
  };
}

function distinct(claims: readonly Claim[]): Claim[] {
  return [...new Map(claims.map((claim) => [claim.text, claim])).values()];
}
