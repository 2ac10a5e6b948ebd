import { type Claim, standingAlone } from '@plumbline/contracts/evidence/claim';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import { createUntrustedTest, hasTrusted } from '@plumbline/contracts/evidence/untrusted-findings';
import type { ReportDraft } from '@plumbline/contracts/report/report';
import type { VerifiedDraft, VerifyReportInput } from '@plumbline/contracts/report/report-activities';
import { allClaims, citedClaims } from '@plumbline/contracts/report/report-claims';
import { findQuoteFault, type StoredTexts } from '@plumbline/quotes/stored-quotes';
import { mapWithPauses } from '@plumbline/text/pauses';
import type { ClaimVerifier } from './claim-verdict.ts';
import { createRuleVerifier, type VerifiedClaim } from './claim-verification.ts';

/**
 * Compares a draft of the rules with the stored sources, and removes what is not in their words. Limits and headings are composed
 * from the question and the tasks.
 *
 * @param verifier of the same findings
 */
export async function verifyDraft(
  input: VerifyReportInput,
  texts: StoredTexts,
  verifier: ClaimVerifier,
): Promise<VerifiedDraft> {
  const issuedKeys = new Set(input.findings.flatMap(({ quotes }) => quotes.map(({ key }) => key)));
  const { findings, rejectedQuotes, rejections } = await keepTrueQuotes(input.findings, texts);
  const verified = await verifyClaims(input.draft, createRuleVerifier(findings, issuedKeys, verifier));
  const { draft: supported, reasons } = keepSupported(input.draft, verified);
  // Uses the original findings: rejecting a quote must not promote untrusted ones.
  const kept = withUntrustedLast(supported, input.findings, supported.summary.length > 0 ? withAnswer : unchanged);
  const removals = reasons.map((reason) => `A claim was removed: ${reason}.`);
  return {
    draft: kept,
    rejectedQuotes,
    quality: {
      quotesChecked: issuedKeys.size,
      quotesRejected: rejections.length,
      claims: citedClaims(kept).length,
      statementsRemoved: removals.length,
      claimsRepaired: 0,
      notes: [...rejections, ...removals],
    },
  };
}

/** The findings without quotes that their stored texts do not have. */
export async function keepTrueQuotes(findings: readonly Finding[], texts: StoredTexts) {
  const rejections: string[] = [];
  const rejectedQuotes: string[] = [];
  const kept = await Promise.all(
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
  return { findings: kept, rejectedQuotes, rejections };
}

/**
 * Moves claims that rest on passages which address a program to the end of the key findings: they do not answer,
 * explain or take part in a conflict, unless there is no other evidence.
 *
 * @param answer puts something in the place of an answer that this removes
 */
export function withUntrustedLast(
  draft: ReportDraft,
  findings: readonly Finding[],
  answer: (trusted: ReportDraft) => ReportDraft = unchanged,
): ReportDraft {
  if (!hasTrusted(findings)) return draft;
  const isUntrusted = createUntrustedTest(findings);
  const untrusted = citedClaims(draft).filter(isUntrusted);
  if (untrusted.length === 0) return draft;
  const trustedOf = (claims: readonly Claim[]) => claims.filter((claim) => !isUntrusted(claim));
  const conflicts = draft.conflicts.map(trustedOf);
  const trusted: ReportDraft = {
    ...draft,
    summary: trustedOf(draft.summary),
    overview: trustedOf(draft.overview),
    sections: draft.sections
      .map((section) => ({ ...section, claims: trustedOf(section.claims) }))
      .filter(({ claims }) => claims.length > 0),
    conflicts: conflicts.filter(({ length }) => length > 1),
    keyFindings: [...trustedOf(draft.keyFindings), ...conflicts.filter(({ length }) => length === 1).flat()],
  };
  const answered = answer(trusted);
  return { ...answered, keyFindings: [...answered.keyFindings, ...distinct(untrusted.map(standingAlone))] };
}

function unchanged(draft: ReportDraft): ReportDraft {
  return draft;
}

function distinct(claims: readonly Claim[]): Claim[] {
  return [...new Map(claims.map((claim) => [claim.text, claim])).values()];
}

export interface SupportedDraft {
  readonly draft: ReportDraft;
  /** Why claims were removed. */
  readonly reasons: readonly string[];
}

type AnsweringParts = Pick<ReportDraft, 'summary' | 'overview' | 'keyFindings' | 'sections'>;

/** Claims as the draft states them, with what it keeps of them. */
export type VerifiedClaims = ReadonlyMap<Claim, VerifiedClaim>;

/** Removes unsupported claims from every part of a draft. */
export function keepSupported(draft: ReportDraft, verified: VerifiedClaims): SupportedDraft {
  const keep = (claims: readonly Claim[]): Claim[] => claims.flatMap((claim) => verified.get(claim)?.claim ?? []);
  const conflicts = draft.conflicts.map(keep);
  const kept: ReportDraft = {
    ...draft,
    summary: keep(draft.summary),
    overview: keep(draft.overview),
    sections: draft.sections
      .map((section) => ({ ...section, claims: keep(section.claims) }))
      .filter(({ claims }) => claims.length > 0),
    conflicts: conflicts.filter(({ length }) => length > 1),
    keyFindings: [...keep(draft.keyFindings), ...conflicts.filter(({ length }) => length === 1).flat()],
  };
  const reasons = [...verified.values()].flatMap(({ reason }) => reason ?? []);
  return { draft: draft.summary.length > 0 ? withAnswer(kept) : kept, reasons };
}

/** Verifies every claim of a draft; limitations need no citation. */
async function verifyClaims(
  draft: ReportDraft,
  verify: (claim: Claim) => Promise<VerifiedClaim>,
): Promise<VerifiedClaims> {
  const limitations = new Set(draft.limitations);
  const cited = allClaims(draft).filter((claim) => !limitations.has(claim));
  return new Map(await mapWithPauses(cited, async (claim) => [claim, await verify(claim)] as const));
}

/** If the answer was removed, the next supported claim becomes the answer, instead of "nothing found". */
export function withAnswer<Parts extends AnsweringParts>(draft: Parts): Parts {
  if (draft.summary.length > 0) return draft;
  const { overview, keyFindings, sections } = draft;
  if (overview.length > 0) return { ...draft, summary: overview.slice(0, 1), overview: overview.slice(1) };
  if (keyFindings.length > 0) return { ...draft, summary: keyFindings.slice(0, 1), keyFindings: keyFindings.slice(1) };
  // Unjudged claims cannot be the answer.
  const section = sections.find(({ claims: [first] }) => first?.unjudged !== true);
  if (section === undefined) return draft;
  const others = sections.filter((other) => other !== section);
  const rest = { ...section, claims: section.claims.slice(1) };
  return {
    ...draft,
    summary: section.claims.slice(0, 1).map(standingAlone),
    sections: rest.claims.length > 0 ? [rest, ...others] : others,
  };
}
