import { z } from 'zod';

/** The fixed words of a report in a language that the project has none for, as a model translated them. */
export const translatedPhrasesSchema = z.object({
  /** ISO 639-1. */
  language: z.string(),
  /** ICU messages by the name of the phrase; what is missing is said in English. */
  templates: z.record(z.string(), z.string()),
});
export type TranslatedPhrases = z.infer<typeof translatedPhrasesSchema>;
