import { type Claim, standingAlone } from '@plumbline/contracts/evidence/claim';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import { createUntrustedTest, hasTrusted } from '@plumbline/contracts/evidence/untrusted-findings';
import type { ReportDraft } from '@plumbline/contracts/report/report';
import type { VerifiedDraft, VerifyReportInput } from '@plumbline/contracts/report/report-activities';
import { allClaims, citedClaims } from '@plumbline/contracts/report/report-claims';
import { findQuoteFault, type StoredTexts } from '@plumbline/quotes/stored-quotes';
import { mapWithPauses } from '@plumbline/text/pauses';
import type { ClaimVerifier } from './claim-verdict.ts';
import { createDraftVerifier, type DraftVerifier, type VerifiedClaim } from './claim-verification.ts';

/**
 * Compares a draft with the stored sources, without a model, and repairs or removes what is not supported.
 *
 * @param verifier of the same findings; it may have given verdicts in the activity before
 */
export async function verifyDraft(
  input: VerifyReportInput,
  texts: StoredTexts,
  verifier: ClaimVerifier,
): Promise<VerifiedDraft> {
  const issuedKeys = new Set(input.findings.flatMap(({ quotes }) => quotes.map(({ key }) => key)));
  const { findings, rejectedQuotes, rejections } = await keepTrueQuotes(input.findings, texts);

  const draftVerifier = await createDraftVerifier({ ...input, findings, issuedKeys, texts }, verifier);
  const verified = await verifyClaims(input.draft, draftVerifier);
  const { draft: supported, reasons, repairs } = await keepSupported(input.draft, verified, draftVerifier);
  // Uses the original findings: rejecting a quote must not promote untrusted ones.
  const kept = withUntrustedLast(supported, input.findings, supported.summary.length > 0 ? withAnswer : unchanged);
  const removals = reasons.map((reason) => `A claim was removed: ${reason}.`);
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
  readonly repairs: readonly string[];
}

type AnsweringParts = Pick<ReportDraft, 'summary' | 'overview' | 'keyFindings' | 'sections'>;

/** Claims as the draft states them, with what it keeps of them. */
export type VerifiedClaims = ReadonlyMap<Claim, VerifiedClaim>;

/** Removes unsupported claims from every part of a draft, and drops a repair that repeats a kept claim. */
export async function keepSupported(
  draft: ReportDraft,
  verified: VerifiedClaims,
  { plain }: Pick<DraftVerifier, 'plain'>,
): Promise<SupportedDraft> {
  const { keep, reasons, repairs } = createKeeper(verified);
  const summary = keep(draft.summary);
  const overview = keep(draft.overview);
  const sections = await mapWithPauses(draft.sections, async ({ heading, claims }) => ({
    heading: await plain(heading),
    claims: await keepLabelled(keep(claims), plain),
  }));
  const conflicts = [];
  for (const conflict of draft.conflicts) conflicts.push(keep(conflict));

  const gaps = await mapWithPauses(draft.remainingGaps, plain);
  const headless = sections
    .filter(({ heading }) => heading === null)
    .flatMap(({ claims }) => claims.map(standingAlone));
  const unopposed = conflicts.filter(({ length }) => length === 1).flat();
  const kept: ReportDraft = {
    ...draft,
    summary,
    overview,
    sections: sections.flatMap(({ heading, claims }) =>
      heading === null || claims.length === 0 ? [] : [{ heading, claims }],
    ),
    conflicts: conflicts.filter(({ length }) => length > 1),
    keyFindings: [...keep(draft.keyFindings), ...headless, ...unopposed],
    limitations: keep(draft.limitations),
    remainingGaps: gaps.flatMap((gap) => gap ?? []),
  };
  return { draft: draft.summary.length > 0 ? withAnswer(kept) : kept, reasons, repairs };
}

/** Takes out the cells of rows and columns whose names are refused. */
async function keepLabelled(claims: readonly Claim[], plain: DraftVerifier['plain']): Promise<Claim[]> {
  const names = claims.flatMap(({ placement }) =>
    placement?.form === 'table' ? [placement.row, placement.column] : [],
  );
  const accepted = new Set<string>();
  for (const name of new Set(names)) if ((await plain(name)) !== null) accepted.add(name);
  return claims.filter(
    ({ placement }) =>
      placement?.form !== 'table' || [placement.row, placement.column].every((name) => accepted.has(name)),
  );
}

/** Keeps claims, part by part in the order of the calls, and records what happened to the rest. */
function createKeeper(verified: VerifiedClaims) {
  const reasons: string[] = [];
  const repairs: string[] = [];
  const said = saidKeys(verified);
  const keepOne = (claim: Claim): Claim[] => {
    const found = verified.get(claim);
    if (found === undefined) return [];
    if (found.reason === null) return [found.claim];
    const repaired = found.claim;
    const isReworded = repaired !== null && repaired.text !== claim.text;
    if (repaired === null || (isReworded && repaired.citations.every((key) => said.has(key)))) {
      reasons.push(found.reason);
      return [];
    }
    repairs.push(found.repair);
    for (const key of repaired.citations) said.add(key);
    return [repaired];
  };
  return { keep: (claims: readonly Claim[]) => claims.flatMap(keepOne), reasons, repairs };
}

/** Verifies every claim of a draft; limitations need no citation. */
export async function verifyClaims(
  draft: ReportDraft,
  { cited, uncited }: Pick<DraftVerifier, 'cited' | 'uncited'>,
): Promise<VerifiedClaims> {
  const limitations = new Set(draft.limitations);
  const verified = await mapWithPauses(
    allClaims(draft),
    async (claim) => [claim, await (limitations.has(claim) ? uncited : cited)(claim)] as const,
  );
  return new Map(verified);
}

/** Keys cited by claims that are kept unchanged. */
function saidKeys(verified: VerifiedClaims): Set<string> {
  const unchanged = [...verified.values()].filter(({ reason }) => reason === null);
  return new Set(unchanged.flatMap(({ claim }) => claim?.citations ?? []));
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
