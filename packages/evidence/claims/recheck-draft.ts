import { type Claim, standingAlone } from '@plumbline/contracts/evidence/claim';
import { isUntrusted } from '@plumbline/contracts/evidence/untrusted-findings';
import type { RefusedStatement, ReportDraft } from '@plumbline/contracts/report/report';
import type { VerifiedDraft, VerifyReportInput } from '@plumbline/contracts/report/report-activities';
import { allClaims, citedClaims } from '@plumbline/contracts/report/report-claims';
import { withoutKeys } from '@plumbline/quotes/quotes';
import type { StoredTexts } from '@plumbline/quotes/stored-quotes';
import { mapWithPauses } from '@plumbline/text/pauses';
import type { ClaimEvidence } from './claim-verdict.ts';
import { verifyQuotedWords } from './quoted-words.ts';
import { createUntrustedLimits } from './untrusted-limits.ts';
import { keepTrueQuotes, withUntrustedLast } from './verify-draft.ts';

/**
 * Checks a draft whose statements were verified part by part: its quotes against the stored texts, its headings and gaps, and that
 * no passage which addresses a program answers.
 *
 * @param refused what was refused of its parts
 */
export async function recheckDraft(
  input: VerifyReportInput & { readonly refused: readonly RefusedStatement[] },
  texts: StoredTexts,
): Promise<VerifiedDraft> {
  const { draft, refused } = input;
  const { findings, rejectedQuotes, rejections, checked } = await keepTrueQuotes(input.findings, texts);
  const plain = await createRemarkVerifier({ anchor: input.anchor, findings, texts });
  const unquoted = new Set(rejectedQuotes);
  const quoted = mapParts(draft, (claim) => withoutRejected(claim, unquoted));
  const headed = await withPlainHeadings(quoted, plain);
  const gaps = await mapWithPauses(headed.remainingGaps, plain);
  const kept = withUntrustedLast({ ...headed, remainingGaps: gaps.flatMap((gap) => gap ?? []) }, input.findings);
  const lost = allClaims(draft).length - allClaims(quoted).length;
  const leftOut = refused.filter(({ outcome }) => outcome === 'left-out');
  return {
    draft: kept,
    rejectedQuotes,
    quality: {
      quotesChecked: checked,
      quotesRejected: rejections.length,
      claims: citedClaims(kept).length,
      statementsRemoved: leftOut.length + lost,
      claimsRepaired: refused.length - leftOut.length,
      ...(refused.length > 0 && { refused: [...refused] }),
      notes: [...rejections, ...refused.map(noteOf)],
    },
  };
}

function noteOf({ reason, outcome }: RefusedStatement): string {
  return outcome === 'mended' ? `A claim was written anew: ${reason}.` : `A claim was removed: ${reason}.`;
}

/** What cites nothing but rejected quotes goes with them. */
function withoutRejected(claim: Claim, rejected: ReadonlySet<string>): Claim[] {
  if (rejected.size === 0 || claim.citations.length === 0) return [claim];
  const citations = claim.citations.filter((key) => !rejected.has(key));
  return citations.length === 0 ? [] : [{ ...claim, citations }];
}

function mapParts(draft: ReportDraft, keep: (claim: Claim) => readonly Claim[]): ReportDraft {
  return {
    ...draft,
    summary: draft.summary.flatMap(keep),
    keyFindings: draft.keyFindings.flatMap(keep),
    sections: draft.sections.map((section) => ({ ...section, claims: section.claims.flatMap(keep) })),
    limitations: draft.limitations.flatMap(keep),
  };
}

/** Statements below a heading that is refused are key findings. */
async function withPlainHeadings(
  draft: ReportDraft,
  plain: (text: string) => Promise<string | null>,
): Promise<ReportDraft> {
  const { title, ...untitled } = draft;
  const named = title === undefined ? null : await plain(title);
  const headed = await mapWithPauses(draft.sections, async (section) => ({
    section,
    heading: await plain(section.heading),
  }));
  const headless = headed.filter(({ heading }) => heading === null).flatMap(({ section }) => section.claims);
  return {
    ...untitled,
    ...(named !== null && { title: named }),
    sections: headed.flatMap(({ section, heading }) =>
      heading === null || section.claims.length === 0 ? [] : [{ ...section, heading }],
    ),
    keyFindings: [...draft.keyFindings, ...headless.map(standingAlone)],
  };
}

/**
 * Verifies a heading or a gap that a model wrote: it quotes and links only what a source or the question has, and says nothing that
 * only a passage says which addresses a program.
 *
 * @returns null where it must be removed
 */
async function createRemarkVerifier(evidence: ClaimEvidence): Promise<(text: string) => Promise<string | null>> {
  const { anchor, findings, texts } = evidence;
  const { isToldByUntrusted } = createUntrustedLimits(evidence);
  const trusted = findings.filter((finding) => !isUntrusted(finding));
  const hashes = new Set(trusted.flatMap(({ quotes }) => quotes.map(({ textHash }) => textHash)));
  const stored = await Promise.all([...hashes].map((hash) => texts.read(hash)));
  const sources = [...stored.flatMap(({ text }) => text ?? []), anchor.originalQuestion, ...anchor.refinements];
  return async (remark) => {
    const { text } = verifyQuotedWords(withoutKeys(remark), sources);
    return text === null || (await isToldByUntrusted(text)) ? null : text;
  };
}
