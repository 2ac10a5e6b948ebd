import { z } from 'zod';

/** One sentence or list entry of the report and the quotes that carry it. */
export const statementSchema = z.object({
  text: z.string(),
  citations: z.array(z.string()),
  /** ISO 639-1 code, only where the statement is a source's own words in another language than the report's. */
  quotedLanguage: z.string().optional(),
  /** Only where the rules could not compare its words with those of its quotes. */
  isUnverified: z.boolean().optional(),
});
export type Statement = z.infer<typeof statementSchema>;
