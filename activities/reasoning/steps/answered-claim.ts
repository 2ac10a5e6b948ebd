import { z } from 'zod';
import type { Claim } from '../../../workflows/contracts/claim.ts';
import { boundedList, boundedText } from '../engine/answer-parts.ts';

const MAX_CLAIM_LENGTH = 500;
const MAX_CITATIONS = 4;
const MAX_KEY_LENGTH = 48;

/** A claim with the keys that it cites. Some models write the text alone, with the keys in it. */
export function claimOf(description: string): z.ZodType<Claim> {
  return z.preprocess(
    (value) => (typeof value === 'string' ? { text: value, citations: [] } : value),
    z.object({
      text: boundedText(MAX_CLAIM_LENGTH, description),
      citations: boundedList(
        boundedText(MAX_KEY_LENGTH, 'a key, without brackets'),
        MAX_CITATIONS,
        'keys of the quotes that carry it',
      ),
    }),
  );
}
