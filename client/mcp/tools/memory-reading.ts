import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { counted } from '../../../workflows/contracts/common/counted.ts';
import {
  memoryAdditionSchema,
  type MemoryEntry,
  memoryEntrySchema,
  memoryTextSchema,
} from '../../../workflows/contracts/research/memory.ts';
import { memoryUserOf, userField } from '../schemas/choices.ts';
import type { McpContext, McpSettings } from '../served/mcp-context.ts';
import { noticeField } from '../served/quoted-content.ts';
import { addTool } from '../served/tool-call.ts';

const { type, core, reason } = memoryAdditionSchema.shape;
const entryId = z.string().min(1).max(100).describe('id of the entry, like m-3469373a5ba6ca60');

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
    conflicts: concerned.describe('contradicting entries'),
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

const annotations = { readOnlyHint: true, openWorldHint: false };

/** `memory_query`, `memory_verify`, `memory_list`. */
export function addMemoryReading(server: McpServer, context: McpContext): void {
  const inputs = memoryInputs(context.settings);
  addQuery(server, context, inputs);
  addVerify(server, context, inputs);
  addTool(
    { server, context },
    'memory_list',
    {
      title: 'List the memory',
      description: 'Everything that the person wanted remembered.',
      inputSchema: inputs.list,
      outputSchema: memoryOutputs.list,
      annotations,
      names: { userId: 'user' },
    },
    async ({ userId }: { userId?: string | undefined }) => {
      const entries = await (await context.tools.openMemory()).list(memoryUserOf(context.settings, userId));
      return {
        say: `${counted(entries.length, 'entry', 'entries')}.`,
        quote: entries.map(lineOf).join('\n'),
        data: { entries: entries.map(toEntry) },
      };
    },
  );
}

interface AskedText {
  readonly text: string;
  readonly userId?: string | undefined;
}

type Inputs = ReturnType<typeof memoryInputs>;

function addQuery(server: McpServer, context: McpContext, { query: inputSchema }: Inputs): void {
  addTool(
    { server, context },
    'memory_query',
    {
      title: 'Search the memory',
      description: 'Find what the person wanted remembered, by similarity. Use it before you ask for something again.',
      inputSchema,
      outputSchema: memoryOutputs.query,
      annotations,
      names: { text: 'nothing', userId: 'user' },
    },
    async ({ text, userId }: AskedText, { signal }) => {
      const user = memoryUserOf(context.settings, userId);
      const { found, notes } = await (await context.tools.openMemory()).query(user, text, signal);
      return {
        say: `${counted(found.length, 'entry', 'entries')} found.`,
        quote: found.map(({ entry, score }) => `${score.toFixed(2)} ${lineOf(entry)}`).join('\n'),
        data: { found: found.map(({ entry, score }) => ({ entry: toEntry(entry), score })), notes: [...notes] },
      };
    },
  );
}

function addVerify(server: McpServer, context: McpContext, { verify: inputSchema }: Inputs): void {
  addTool(
    { server, context },
    'memory_verify',
    {
      title: 'Compare with the memory',
      description: 'Whether a statement is known to the memory, new, or conflicts with an entry.',
      inputSchema,
      outputSchema: memoryOutputs.verify,
      annotations,
      names: { text: 'nothing', userId: 'user' },
    },
    async ({ text, userId }: AskedText) => {
      const user = memoryUserOf(context.settings, userId);
      const { verdict, concerned } = await (await context.tools.openMemory()).verify(user, text);
      return {
        say: `The statement is ${verdict === 'conflicts' ? 'in conflict with the memory' : verdict}.`,
        quote: concerned.map(({ entry, difference }) => `${lineOf(entry)} ${difference}`.trim()).join('\n'),
        data: { verdict, concerned: toConcerned(concerned) },
      };
    },
  );
}

/** An entry as clients see it: without its history and its user. */
export function toEntry({ entryId, text, type, standing, strength, createdAt, confirmedAt }: MemoryEntry) {
  return { entryId, text, type, standing, strength, createdAt, confirmedAt };
}

export function toConcerned(concerned: readonly { readonly entry: MemoryEntry; readonly difference: string }[]) {
  return concerned.map(({ entry, difference }) => ({ entry: toEntry(entry), difference }));
}

export function lineOf({ entryId, standing, text }: MemoryEntry): string {
  return `${entryId} (${standing}): ${text}`;
}

/** The inputs of the memory tools. */
export function memoryInputs(settings: McpSettings) {
  const userId = userField(settings);
  const text = memoryTextSchema;
  return {
    add: z.strictObject({
      text: text.describe('one fact, in the words of the person'),
      type: type.describe('what it is'),
      core: core.describe('use it in every answer, not only where it is relevant'),
      reason: reason.describe('correction archives contradicting entries'),
      userId,
    }),
    query: z.strictObject({ text: text.describe('what to look for'), userId }),
    verify: z.strictObject({ text: text.describe('a statement'), userId }),
    reinforce: z.strictObject({
      entryId,
      evidence: z.string().trim().max(2_000).default('').describe('evidence for it; the same counts once'),
      userId,
    }),
    forget: z.strictObject({ entryId, userId }),
    list: z.strictObject({ userId }),
  };
}
