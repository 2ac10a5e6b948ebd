import { z } from '@hono/zod-openapi';
import {
  memoryAdditionSchema,
  memoryEntrySchema,
  memoryTextSchema,
  memoryUserSchema,
} from '../../../workflows/contracts/memory.ts';
import { described, named } from './described.ts';

const user = described(memoryUserSchema, {
  description: 'whose memory; left out: of the user that the token names',
  example: 'anna',
}).optional();
const text = described(memoryTextSchema, { example: 'My budget is 200 euros' });

export const memoryEntry = named(memoryEntrySchema, 'MemoryEntry');

export const memoryUserQuerySchema = z.strictObject({ userId: user });

export const forgetAllQuerySchema = memoryUserQuerySchema.extend({
  all: z.literal('true').openapi({ example: 'true', description: 'says that really everything of the user is meant' }),
});

export const memoryPathSchema = z.object({
  entryId: z.string().min(1).max(100).openapi({ example: 'm-3469373a5ba6ca60' }),
});

export const rememberRequestSchema = memoryAdditionSchema
  .extend({ userId: user, text })
  .openapi('Remember', { example: { userId: 'anna', text: 'My budget is 200 euros', core: true } });

export const memoryTextRequestSchema = z.strictObject({ userId: user, text }).openapi('MemoryText');

export const reinforceRequestSchema = z
  .strictObject({
    userId: user,
    evidence: z.string().trim().max(2_000).default('').openapi({ description: 'the same evidence counts once' }),
    operationId: z.string().min(1).max(100).optional().openapi({
      description: 'choose a UUID to be able to send a confirmation without evidence again after a lost connection',
    }),
  })
  .openapi('Reinforce');

const concernedSchema = z.array(z.object({ entry: memoryEntry, difference: z.string() })).readonly();

export const rememberedSchema = z
  .object({
    entry: memoryEntry,
    isNew: z.boolean(),
    conflicts: concernedSchema.openapi({ description: 'entries that say otherwise; a correction archives them' }),
  })
  .openapi('Remembered');

export const memoryQuerySchema = z
  .object({
    found: z.array(z.object({ entry: memoryEntry, score: z.number() })).readonly(),
    notes: z.array(z.string()).readonly(),
  })
  .openapi('MemoryQuery');

export const memoryVerdictSchema = z
  .object({ verdict: z.enum(['known', 'new', 'conflicts']), concerned: concernedSchema })
  .openapi('MemoryVerdict');

export const forgottenSchema = z
  .object({
    forgotten: z.array(z.string()),
    heldBy: z
      .array(z.string())
      .readonly()
      .openapi({ description: 'sessions and runs that quote it; it stays there until they are deleted' }),
  })
  .openapi('Forgotten');

export const exportedMemorySchema = z
  .object({ userId: z.string(), exportedAt: z.string(), entries: z.array(memoryEntry) })
  .openapi('ExportedMemory');
