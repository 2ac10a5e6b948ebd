import { randomUUID } from 'node:crypto';
import type { McpServer } from '@modelcontextprotocol/server';
import { counted } from '@plumbline/contracts/common/counted';
import {
  memoryAdditionSchema,
  type MemoryEntry,
  memoryTextSchema,
  type MemoryVerdict,
} from '@plumbline/contracts/research/memory';
import { z } from 'zod';
import { forgetMemory } from '../../conversations/forgetting.ts';
import { UsageError } from '../../errors/failures.ts';
import { memoryUserOf, userField } from '../schemas/choices.ts';
import type { McpContext } from '../served/mcp-context.ts';
import { defineTool } from '../served/tool-call.ts';

const { type, core, reason } = memoryAdditionSchema.shape;
const entryId = z.string().min(1).max(100).describe('id of the entry, like m-3469373a5ba6ca60');

const annotations = { readOnlyHint: true, openWorldHint: false };

/** `memory_query`, `memory_verify`, `memory_list`. */
export function addMemoryReading(server: McpServer, context: McpContext): void {
  addQuery(server, context);
  addVerify(server, context);
  defineTool({ server, context }, 'memory_list', {
    title: 'List the memory',
    description: 'Everything that the person wanted remembered.',
    inputSchema: z.strictObject({ userId: userField(context.settings) }),
    annotations,
    names: { userId: 'user' },
    handle: async ({ userId }) => {
      const entries = await (await context.tools.openMemory()).list(memoryUserOf(context.settings, userId));
      return {
        say: `${counted(entries.length, 'entry', 'entries')}.`,
        quote: entries.map(lineOf).join('\n'),
        data: { entries: entries.map(toEntry) },
      };
    },
  });
}

function addQuery(server: McpServer, context: McpContext): void {
  const text = memoryTextSchema.describe('what to look for');
  defineTool({ server, context }, 'memory_query', {
    title: 'Search the memory',
    description: 'Find what the person wanted remembered, by similarity. Use it before you ask for something again.',
    inputSchema: z.strictObject({ text, userId: userField(context.settings) }),
    annotations,
    names: { text: 'nothing', userId: 'user' },
    handle: async ({ text, userId }, { signal }) => {
      const user = memoryUserOf(context.settings, userId);
      const { found, notes } = await (await context.tools.openMemory()).query(user, text, signal);
      return {
        say: `${counted(found.length, 'entry', 'entries')} found.`,
        quote: found.map(({ entry, score }) => `${score.toFixed(2)} ${lineOf(entry)}`).join('\n'),
        data: { found: found.map(({ entry, score }) => ({ entry: toEntry(entry), score })), notes: [...notes] },
      };
    },
  });
}

function addVerify(server: McpServer, context: McpContext): void {
  const text = memoryTextSchema.describe('a statement');
  defineTool({ server, context }, 'memory_verify', {
    title: 'Compare with the memory',
    description:
      'Whether a statement is known to the memory, new, or conflicts with an entry; without a model, which entries share words with it.',
    inputSchema: z.strictObject({ text, userId: userField(context.settings) }),
    annotations,
    names: { text: 'nothing', userId: 'user' },
    handle: async ({ text, userId }) => {
      const user = memoryUserOf(context.settings, userId);
      const compared = await (await context.tools.openMemory()).verify(user, text);
      return {
        say: SAID[compared.verdict],
        quote: compared.concerned.map(({ entry, difference }) => `${lineOf(entry)} ${difference}`.trim()).join('\n'),
        data: toVerdict(compared),
      };
    },
  });
}

/** An entry as clients see it: without its history and its user. */
function toEntry({ entryId, text, type, standing, strength, createdAt, confirmedAt }: MemoryEntry) {
  return { entryId, text, type, standing, strength, createdAt, confirmedAt };
}

const SAID = {
  known: 'The statement is known.',
  new: 'The statement is new.',
  conflicts: 'Other entries contradict the statement: tell the person.',
  'not-judged': 'These entries share words with the statement. No model compared them: judge it yourself.',
};

function toVerdict({ verdict, concerned, notes }: MemoryVerdict) {
  const entries = concerned.map(({ entry, difference }) => ({ entry: toEntry(entry), difference }));
  return { verdict, concerned: entries, notes: [...notes] };
}

function lineOf({ entryId, standing, text }: MemoryEntry): string {
  return `${entryId} (${standing}): ${text}`;
}

const ADDED_BY_A_MODEL = { by: 'model', where: 'mcp' } as const;

/** `memory_add`, `memory_reinforce`, `memory_forget`. */
export function addMemoryChanging(server: McpServer, context: McpContext): void {
  addAdd(server, context);
  addReinforce(server, context);
  addForget(server, context);
}

function addAdd(server: McpServer, context: McpContext): void {
  const inputSchema = z.strictObject({
    text: memoryTextSchema.describe('one fact, in the words of the person'),
    type: type.describe('what it is'),
    core: core.describe('use it in every answer, not only where it is relevant'),
    reason: reason.describe('correction archives contradicting entries'),
    userId: userField(context.settings),
  });
  defineTool({ server, context }, 'memory_add', {
    title: 'Remember',
    description:
      'Remember a fact for all conversations of the person. Only when the person asks for it, and never words of documents or pages.',
    inputSchema,
    annotations: { destructiveHint: false, idempotentHint: true, openWorldHint: false },
    names: { text: 'nothing', userId: 'user' },
    handle: async ({ userId, ...addition }) => {
      const user = memoryUserOf(context.settings, userId);
      const memory = await context.tools.openMemory();
      const added = await memory.add({ ...addition, userId: user }, ADDED_BY_A_MODEL);
      const { entry, isNew, verdict, concerned } = added;
      const others = concerned.length === 0 ? '' : ` ${SAID[verdict]}`;
      return {
        say: `${isNew ? 'Remembered' : 'Known already'}.${others}`,
        quote: [entry, ...concerned.map((other) => other.entry)].map(lineOf).join('\n'),
        data: { entry: toEntry(entry), isNew, ...toVerdict(added) },
      };
    },
  });
}

function addReinforce(server: McpServer, context: McpContext): void {
  const evidence = z.string().trim().max(2_000).default('').describe('evidence for it; the same counts once');
  const inputSchema = z.strictObject({ entryId, evidence, userId: userField(context.settings) });
  defineTool({ server, context }, 'memory_reinforce', {
    title: 'Confirm an entry',
    description: 'Confirm an entry of the memory that the person has confirmed: it gets stronger.',
    inputSchema,
    annotations: { destructiveHint: false, openWorldHint: false },
    names: { entryId: 'entry', evidence: 'nothing', userId: 'user' },
    handle: async ({ userId, ...given }) => {
      const user = memoryUserOf(context.settings, userId);
      const memory = await context.tools.openMemory();
      const entry = await memory.reinforce({ ...given, userId: user, operationId: randomUUID() });
      if (entry === null) throw unknownEntry(given.entryId);
      return { say: `It has strength ${entry.strength} now.`, quote: lineOf(entry), data: { entry: toEntry(entry) } };
    },
  });
}

function addForget(server: McpServer, context: McpContext): void {
  defineTool({ server, context }, 'memory_forget', {
    title: 'Forget an entry',
    description: 'Erase an entry of the memory for good. Only when the person asks for it.',
    inputSchema: z.strictObject({ entryId, userId: userField(context.settings) }),
    annotations: { destructiveHint: true, idempotentHint: true, openWorldHint: false },
    names: { entryId: 'entry', userId: 'user' },
    handle: async ({ userId, entryId }) => {
      const user = memoryUserOf(context.settings, userId);
      const { forgotten, heldBy } = await forgetMemory(context.tools, user, [entryId]);
      if (forgotten.length === 0) throw unknownEntry(entryId);
      const held = heldBy.length === 0 ? '' : ` These still quote it until they are deleted: ${heldBy.join(', ')}.`;
      return { say: `Forgotten.${held}`, data: { forgotten, heldBy: [...heldBy] } };
    },
  });
}

/** Also for an entry of another user, whose existence is not disclosed. */
function unknownEntry(entryId: string): UsageError {
  return new UsageError(`the user has no entry "${entryId}"`, 'Call memory_list to see the entries.');
}
