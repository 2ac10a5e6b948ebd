import { z } from 'zod';

/** The words of a report that a model gives where the project has none in its language, here in English. */
export const FIXED_WORDS = {
  limitations: 'Limitations',
  sources: 'Sources',
  assumed: 'Assumed',
  nothingFound: 'Nothing relevant was found for',
  quotation: 'Original wording',
  page: 'Page',
  line: 'line',
  lines: 'lines',
  published: 'dated',
  retrieved: 'read',
  unused: 'not cited',
  untrusted: 'From a passage that addresses a program',
} as const;
export type FixedWord = keyof typeof FIXED_WORDS;

/** They are shown unread: nothing in them is markup, an address or a figure. */
export const fixedWordSchema = z
  .string()
  .max(80)
  .regex(/^\p{L}[\p{L}\p{M}\p{Zs}\u200c'’(),-]*$/u);

/** Those that are usable; the others are said in English. */
export const fixedWordsSchema = z.partialRecord(z.enum(Object.keys(FIXED_WORDS) as FixedWord[]), fixedWordSchema);
export type FixedWords = z.infer<typeof fixedWordsSchema>;
