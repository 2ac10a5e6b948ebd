import type { Claim } from './claim.ts';
import type { Finding } from './finding.ts';

type Signed = Pick<Finding, 'untrusted' | 'quotes'>;

/** Whether the passage, or text near it, addresses or deceives the program that reads it. */
export function isUntrusted({ untrusted }: Pick<Finding, 'untrusted'>): boolean {
  return untrusted.length > 0;
}

/** Whether a claim rests on quotes of such passages. */
export function createUntrustedTest(findings: readonly Signed[]): (claim: Pick<Claim, 'citations'>) => boolean {
  const keys = new Set(findings.filter(isUntrusted).flatMap(({ quotes }) => quotes.map(({ key }) => key)));
  return ({ citations }) => citations.some((key) => keys.has(key));
}

/** Whether there is evidence from other passages; if so, untrusted ones answer nothing. */
export function hasTrusted(findings: readonly Signed[]): boolean {
  return findings.some((finding) => !isUntrusted(finding) && finding.quotes.length > 0);
}
