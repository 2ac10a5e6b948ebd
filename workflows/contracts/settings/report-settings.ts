import { z } from 'zod';
import { settingTraits } from './setting.ts';

export const REPORT_LENGTHS = ['brief', 'standard', 'full'] as const;

/** `[3]`, or `[Document.pdf, Page 12]`. */
const citationStyleSchema = z.enum(['numbered', 'document-page']);
export type CitationStyle = z.infer<typeof citationStyleSchema>;

/** Settings of how a report is written. */
export const reportSettings = {
  length: z
    .enum(REPORT_LENGTHS)
    .default('standard')
    .register(settingTraits, {
      name: 'length',
      group: 'Report',
      description: 'brief: one page; standard: 600 to 1,200 words; full: all that the evidence carries',
      presets: { quick: 'brief', deep: 'full' },
    }),
  citationStyle: citationStyleSchema.default('numbered').register(settingTraits, {
    name: 'citation-style',
    group: 'Report',
    description: 'cite as [3] or as [Document.pdf, Page 12]',
  }),
  validateLanguage: z.boolean().default(true).register(settingTraits, {
    name: 'language-check',
    group: 'Report',
    description: 'look for sentences in another language than the question',
  }),
};

/** How long a report may become: one page without sections, sections where the evidence has them, everything it carries. */
export type ReportLength = (typeof REPORT_LENGTHS)[number];
