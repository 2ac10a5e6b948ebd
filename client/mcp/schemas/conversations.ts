import { confidenceSchema } from '@plumbline/contracts/answers/answer';
import { askSchema } from '@plumbline/contracts/answers/conversation';
import { reportComparisonSchema } from '@plumbline/contracts/report/report-comparison';
import { z } from 'zod';
import { messageIdSchema, sessionIdSchema } from '../../service/query-request.ts';
import type { McpSettings } from '../served/mcp-context.ts';
import { noticeField } from '../served/quoted-content.ts';
import { runIdField, sourceFields, userField } from './choices.ts';

export const reportInput = z.strictObject({
  researchId: runIdField,
  format: z
    .enum(['markdown', 'structured'])
    .default('markdown')
    .describe('markdown: the report as people read it; structured: its claims with their quotations'),
  offset: z.int().min(0).default(0).describe('of Markdown: where to go on, from nextOffset'),
  maxCharacters: z.int().min(100).max(200_000).default(40_000).describe('of Markdown: how much of it at once'),
});

const recognisedField = z
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

export function askInput(settings: McpSettings) {
  const names = [...settings.sources.catalogues.keys()].join(', ') || 'there are none';
  return z.strictObject({
    message: askSchema.shape.message.describe('the question, in the language of the person'),
    sessionId: sessionIdSchema.optional().describe('of the answer before, to go on with it; default: a new session'),
    messageId: messageIdSchema
      .optional()
      .describe('only with isPending true: send the same message again with this id and session'),
    mode: z
      .enum(['quick', 'deep'])
      .default('quick')
      .describe('deep searches again if the first answer is insufficient'),
    ...sourceFields(settings),
    catalogues: z.array(z.string().min(1).max(200)).max(16).optional().describe(`names of catalogues (${names})`),
    userId: userField(settings),
  });
}

export const askOutput = z.object({
  notice: noticeField,
  isPending: z.boolean().describe('the answer takes longer: ask again with the same message, messageId and sessionId'),
  sessionId: z.string(),
  messageId: z.string(),
  answerId: z.string().nullable(),
  text: z.string().describe('the answer, with citation marks [1]; or what is asked back'),
  needsClarification: z.boolean().describe('no answer: put clarificationQuestions to the person'),
  clarificationQuestions: z.array(z.string()),
  citations: z.array(citationOutput),
  confidence: confidenceSchema.nullable(),
  isUngrounded: z.boolean().describe('it has no source'),
  followUpSuggestions: z.array(z.string()),
  notes: z.array(z.string()),
  nextStep: z.string(),
});

export function searchInput(settings: McpSettings) {
  const { documents, include, exclude } = sourceFields(settings);
  return z.strictObject({
    query: z
      .string()
      .trim()
      .min(1)
      .max(1_000)
      .refine((text) => /[\p{L}\p{N}]/u.test(text), 'the query contains no letter and no digit')
      .describe('words to search for'),
    documents,
    include,
    exclude,
    top: z.int().min(1).max(50).default(10).describe('how many passages'),
    language: z
      .string()
      .regex(/^[a-z]{2}$/, 'use two letters, like en')
      .optional()
      .describe('of the query, like de or en; default: detected'),
  });
}

export const searchOutput = z.object({
  notice: noticeField,
  query: z.string(),
  language: z.string(),
  files: z.int().describe('documents that were searched'),
  hits: z.array(
    z.object({
      title: z.string(),
      locator: z.string().describe('path inside its folder'),
      page: z.int().nullable(),
      recognised: recognisedField,
      headingPath: z.array(z.string()),
      score: z.number().describe('comparable within this result only'),
      snippet: z.string(),
    }),
  ),
  notes: z.array(z.string()),
});
