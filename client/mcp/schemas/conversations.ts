import { askSchema } from '@plumbline/contracts/answers/conversation';
import { z } from 'zod';
import { messageIdSchema, sessionIdSchema } from '../../service/query-request.ts';
import type { McpSettings } from '../served/mcp-context.ts';
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

export const compareInput = z.strictObject({ a: runIdField, b: runIdField });

export const verifyInput = z.strictObject({ researchId: runIdField });

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
