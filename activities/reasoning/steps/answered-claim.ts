import { z } from 'zod';
import type { Claim } from '../../../workflows/contracts/claim.ts';
import { boundedSentences, citedKeys } from '../engine/answer-parts.ts';

const MAX_CLAIM_LENGTH = 500;
const MAX_CITATIONS = 4;

/**
 * A claim with the keys that it cites. Some models write the text alone, with the keys in it.
 *
 * @param cites `asked` where it has to rest on a quote
 */
export function claimOf(description: string, cites: 'none' | 'asked' = 'asked'): z.ZodType<Claim> {
  return z.preprocess(
    (value) => (typeof value === 'string' ? { text: value, citations: [] } : value),
    z.object({
      text: boundedSentences(MAX_CLAIM_LENGTH, description),
      citations: citedKeys(MAX_CITATIONS, cites),
    }),
  );
}
