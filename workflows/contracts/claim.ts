import { z } from 'zod';

/** One sentence or list entry of the report and the quotes that carry it. */
export const claimSchema = z.object({
  text: z.string(),
  citations: z.array(z.string()),
  /** ISO 639-1 code, only where the claim is a source's own words in another language than the report's. */
  quotedLanguage: z.string().optional(),
  /** True where the rules could not compare its words with those of its quotes. */
  isUnverified: z.boolean().optional(),
  /** It repeats the whole unit around its quote: no single statement of it is certain to answer. */
  isPassage: z.literal(true).optional(),
  /** Shown because a search by meaning ranked its passage first; not judged as an answer. */
  unjudged: z.literal(true).optional(),
});
export type Claim = z.infer<typeof claimSchema>;
