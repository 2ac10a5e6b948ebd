import { reportComparisonSchema } from '@plumbline/contracts/report/report-comparison';
import { z } from 'zod';
import { noticeField } from '../served/quoted-content.ts';
import { runIdField } from './choices.ts';

export const reportInput = z.strictObject({
  researchId: runIdField,
  format: z
    .enum(['markdown', 'structured'])
    .default('markdown')
    .describe('markdown: the report as people read it; structured: its claims with their quotations'),
  offset: z.int().min(0).default(0).describe('of Markdown: where to go on, from nextOffset'),
  maxCharacters: z.int().min(100).max(200_000).default(40_000).describe('of Markdown: how much of it at once'),
});

export const recognisedField = z
  .int()
  .optional()
  .describe(
    'the words were recognised in a picture (OCR), so surely in percent; absent: they are the text of the file',
  );

export const citationOutput = z.object({
  number: z.int().describe('the [number] in the text'),
  title: z.string(),
  locator: z.string().describe('path inside its folder, or address'),
  page: z.int().nullable(),
  recognised: recognisedField,
  headingPath: z.array(z.string()),
  quote: z.string().describe('the words of the source, compared with it character by character'),
});

const claimOutput = z.object({ text: z.string(), citations: z.array(z.int()).describe('numbers of citations') });

export const reportOutput = z.object({
  notice: noticeField,
  researchId: z.string(),
  question: z.string(),
  isPartial: z.boolean().describe('the run is still under way: findings so far, not an answer'),
  stage: z.string(),
  markdown: z.string().nullable(),
  nextOffset: z.int().nullable().describe('null: nothing follows'),
  answered: z.boolean().nullable().describe('whether the sources hold an answer; null while it is unknown'),
  summary: z.array(claimOutput),
  claims: z.array(claimOutput).describe('beyond the summary'),
  limitations: z.array(z.string()),
  citations: z.array(citationOutput),
  findings: z
    .array(z.object({ text: z.string(), title: z.string(), locator: z.string(), quotes: z.array(z.string()) }))
    .describe('of a run under way'),
  nextStep: z.string(),
});

export const compareInput = z.strictObject({ a: runIdField, b: runIdField });

export const compareOutput = reportComparisonSchema.extend({ notice: noticeField });

export const verifyInput = z.strictObject({ researchId: runIdField });

export const verifyOutput = z.object({
  notice: noticeField,
  researchId: z.string(),
  verified: z.boolean(),
  problems: z.array(z.string()),
  quotes: z.int(),
  citations: z.int(),
  claims: z.int(),
  unchecked: z.array(z.string()).describe('what no stored text can confirm'),
});
