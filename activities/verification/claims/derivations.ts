import type { Derivation } from '../../../workflows/contracts/evidence/claim.ts';
import type { Quote } from '../../../workflows/contracts/evidence/evidence.ts';

/**
 * What is wrong with a derivation.
 *
 * @param _cited the quotes that the claim cites
 * @returns null if nothing is wrong
 */
export function findDerivationError(
  { expression, result }: Derivation,
  _cited: readonly Pick<Quote, 'key' | 'text'>[],
): string | null {
  return `${expression} = ${result} was not computed again`;
}
