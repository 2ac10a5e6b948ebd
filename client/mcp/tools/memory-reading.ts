import type { McpServer } from '@modelcontextprotocol/server';
import { counted } from '../../../workflows/contracts/counted.ts';
import type { MemoryEntry } from '../../../workflows/contracts/memory.ts';
import { addTool } from '../calls/tool-call.ts';
import type { McpContext } from '../context/mcp-context.ts';
import { memoryUserOf } from '../schemas/choices.ts';
import { memoryInputs, memoryOutputs } from '../schemas/memory.ts';

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

/** An entry as clients see it: without its history, and without whose it is. */
export function toEntry({ entryId, text, type, standing, strength, createdAt, confirmedAt }: MemoryEntry) {
  return { entryId, text, type, standing, strength, createdAt, confirmedAt };
}

export function toConcerned(concerned: readonly { readonly entry: MemoryEntry; readonly difference: string }[]) {
  return concerned.map(({ entry, difference }) => ({ entry: toEntry(entry), difference }));
}

export function lineOf({ entryId, standing, text }: MemoryEntry): string {
  return `${entryId} (${standing}): ${text}`;
}
