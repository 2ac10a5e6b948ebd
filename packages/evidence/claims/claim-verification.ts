import { isUntrusted } from '@plumbline/contracts/evidence/untrusted-findings';
import { withoutKeys } from '@plumbline/quotes/quotes';
import type { ClaimEvidence } from './claim-verdict.ts';
import { verifyQuotedWords } from './quoted-words.ts';
import { createUntrustedLimits } from './untrusted-limits.ts';

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
