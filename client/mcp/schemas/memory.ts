import { z } from 'zod';
import { memoryAdditionSchema, memoryEntrySchema, memoryTextSchema } from '../../../workflows/contracts/memory.ts';
import type { McpSettings } from '../context/mcp-context.ts';
import { noticeField } from '../results/quoted-content.ts';
import { userField } from './choices.ts';

const { type, core, reason } = memoryAdditionSchema.shape;
const entryId = z.string().min(1).max(100).describe('id of the entry, like m-3469373a5ba6ca60');

/** The inputs of the memory tools. */
export function memoryInputs(settings: McpSettings) {
  const userId = userField(settings);
  const text = memoryTextSchema;
  return {
    add: z.strictObject({
      text: text.describe('one fact, in the words of the person'),
      type: type.describe('what it is'),
      core: core.describe('give it to every answer, not only where it is relevant'),
      reason: reason.describe('correction archives the entries that say otherwise'),
      userId,
    }),
    query: z.strictObject({ text: text.describe('what to look for'), userId }),
    verify: z.strictObject({ text: text.describe('a statement'), userId }),
    reinforce: z.strictObject({
      entryId,
      evidence: z.string().trim().max(2_000).default('').describe('what speaks for it; the same counts once'),
      userId,
    }),
    forget: z.strictObject({ entryId, userId }),
    list: z.strictObject({ userId }),
  };
}

const { text, standing, strength, createdAt, confirmedAt } = memoryEntrySchema.shape;
const entryOutput = z.object({
  entryId: z.string(),
  text,
  type: z.string(),
  standing,
  strength,
  createdAt,
  confirmedAt,
});

const concerned = z.array(z.object({ entry: entryOutput, difference: z.string() }));

/** The outputs of the memory tools. */
export const memoryOutputs = {
  add: z.object({
    notice: noticeField,
    entry: entryOutput,
    isNew: z.boolean(),
    conflicts: concerned.describe('entries that say otherwise'),
  }),
  query: z.object({
    notice: noticeField,
    found: z.array(z.object({ entry: entryOutput, score: z.number() })),
    notes: z.array(z.string()),
  }),
  verify: z.object({ notice: noticeField, verdict: z.enum(['known', 'new', 'conflicts']), concerned }),
  reinforce: z.object({ notice: noticeField, entry: entryOutput }),
  forget: z.object({
    notice: noticeField,
    forgotten: z.array(z.string()),
    heldBy: z.array(z.string()).describe('sessions and runs that still quote it'),
  }),
  list: z.object({ notice: noticeField, entries: z.array(entryOutput) }),
};
