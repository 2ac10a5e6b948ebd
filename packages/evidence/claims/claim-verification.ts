import type { Claim } from '@plumbline/contracts/evidence/claim';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import { isUntrusted } from '@plumbline/contracts/evidence/untrusted-findings';
import { withKeysAsCitations, withoutKeys } from '@plumbline/quotes/quotes';
import type { ClaimEvidence, ClaimVerifier } from './claim-verdict.ts';
import { verifyQuotedWords } from './quoted-words.ts';
import { createUntrustedLimits } from './untrusted-limits.ts';

/** A claim as a draft keeps it, or why it does not. */
export type VerifiedClaim =
  | { readonly claim: Claim; readonly reason: null }
  | { readonly claim: null; readonly reason: string };

/** Verifies what a rule wrote: claims are the words of quotes that were issued. */
export function createRuleVerifier(
  findings: readonly Finding[],
  issuedKeys: ReadonlySet<string>,
  { faultOf }: ClaimVerifier,
): (claim: Claim) => Promise<VerifiedClaim> {
  const quotes = new Map(findings.flatMap((finding) => finding.quotes.map((quote) => [quote.key, quote])));
  return async (draft) => {
    const written = withKeysAsCitations(draft);
    const unknown = written.citations.find((key) => !issuedKeys.has(key));
    if (unknown !== undefined) return removed(`citation key ${unknown} was never issued`);
    const cited = written.citations.flatMap((key) => quotes.get(key) ?? []);
    if (cited.length === 0) return removed('no quote supports the claim');
    const claim = { ...written, citations: cited.map(({ key }) => key) };
    const fault = await faultOf(claim, cited);
    return fault === null ? { claim, reason: null } : removed(fault);
  };
}

function removed(reason: string): VerifiedClaim {
  return { claim: null, reason };
}

/**
 * Verifies a heading or a gap that a model wrote: it quotes and links only what a source or the question has, and says nothing that
 * only a passage says which addresses a program.
 *
 * @returns null where it must be removed
 */
export async function createRemarkVerifier(evidence: ClaimEvidence): Promise<(text: string) => Promise<string | null>> {
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
