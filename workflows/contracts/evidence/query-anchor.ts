import { z } from 'zod';

/**
 * What the person meant, frozen when clarification ends. Every reasoning step of the run receives it, so that a long run
 * cannot drift from its question.
 */
export const queryAnchorSchema = z
  .object({
    originalQuestion: z.string(),
    /** ISO 639-1 code of the language in which the report is written. */
    language: z.string(),
    /** Language of the question, where a person chose another one for the report. */
    questionLanguage: z.string().optional(),
    keyEntities: z.array(z.string()).readonly(),
    /** Named norms and standards: "§ 78 StrlSchG", "RFC 9110 section 5.4". */
    namedReferences: z.array(z.string()).readonly(),
    scope: z.string(),
    /** The person's answers, verbatim. */
    refinements: z.array(z.string()).readonly(),
    /** What was assumed without an answer. */
    assumptions: z.array(z.string()).readonly(),
    /** ISO 8601, from the workflow clock. */
    createdAt: z.string(),
    /** SHA-256 (hex) of everything above but `createdAt`, so that equal questions share cached answers. */
    anchorHash: z.string(),
  })
  .readonly();
export type QueryAnchor = z.infer<typeof queryAnchorSchema>;

/** The language of the question's words; the report's may differ. */
export function questionLanguageOf({
  questionLanguage,
  language,
}: Pick<QueryAnchor, 'language' | 'questionLanguage'>): string {
  return questionLanguage ?? language;
}
