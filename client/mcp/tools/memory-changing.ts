import { randomUUID } from 'node:crypto';
import type { McpServer } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { forgetMemory } from '../../conversations/forgetting.ts';
import { UsageError } from '../../errors/failures.ts';
import { memoryUserOf } from '../schemas/choices.ts';
import type { McpContext } from '../served/mcp-context.ts';
import { addTool } from '../served/tool-call.ts';
import { lineOf, memoryInputs, memoryOutputs, toConcerned, toEntry } from './memory-reading.ts';

type Inputs = ReturnType<typeof memoryInputs>;

const ADDED_BY_A_MODEL = { by: 'model', where: 'mcp' } as const;

/** `memory_add`, `memory_reinforce`, `memory_forget`. */
export function addMemoryChanging(server: McpServer, context: McpContext): void {
  const inputs = memoryInputs(context.settings);
  addAdd(server, context, inputs);
  addReinforce(server, context, inputs);
  addForget(server, context, inputs);
}

function addAdd(server: McpServer, context: McpContext, { add: inputSchema }: Inputs): void {
  addTool(
    { server, context },
    'memory_add',
    {
      title: 'Remember',
      description:
        'Remember a fact for all conversations of the person. Only when the person asks for it, and never words of documents or pages.',
      inputSchema,
      outputSchema: memoryOutputs.add,
      annotations: { destructiveHint: false, idempotentHint: true, openWorldHint: false },
      names: { text: 'nothing', userId: 'user' },
    },
    async ({ userId, ...addition }: z.infer<Inputs['add']>) => {
      const user = memoryUserOf(context.settings, userId);
      const memory = await context.tools.openMemory();
      const { entry, isNew, conflicts } = await memory.add({ ...addition, userId: user }, ADDED_BY_A_MODEL);
      const others = conflicts.length === 0 ? '' : ' Other entries contradict it: tell the person.';
      return {
        say: `${isNew ? 'Remembered' : 'Known already'}.${others}`,
        quote: [entry, ...conflicts.map((conflict) => conflict.entry)].map(lineOf).join('\n'),
        data: { entry: toEntry(entry), isNew, conflicts: toConcerned(conflicts) },
      };
    },
  );
}

function addReinforce(server: McpServer, context: McpContext, { reinforce: inputSchema }: Inputs): void {
  addTool(
    { server, context },
    'memory_reinforce',
    {
      title: 'Confirm an entry',
      description: 'Confirm an entry of the memory that the person has confirmed: it gets stronger.',
      inputSchema,
      outputSchema: memoryOutputs.reinforce,
      annotations: { destructiveHint: false, openWorldHint: false },
      names: { entryId: 'entry', evidence: 'nothing', userId: 'user' },
    },
    async ({ userId, ...given }: z.infer<Inputs['reinforce']>) => {
      const user = memoryUserOf(context.settings, userId);
      const memory = await context.tools.openMemory();
      const entry = await memory.reinforce({ ...given, userId: user, operationId: randomUUID() });
      if (entry === null) throw unknownEntry(given.entryId);
      return { say: `It has strength ${entry.strength} now.`, quote: lineOf(entry), data: { entry: toEntry(entry) } };
    },
  );
}

function addForget(server: McpServer, context: McpContext, { forget: inputSchema }: Inputs): void {
  addTool(
    { server, context },
    'memory_forget',
    {
      title: 'Forget an entry',
      description: 'Erase an entry of the memory for good. Only when the person asks for it.',
      inputSchema,
      outputSchema: memoryOutputs.forget,
      annotations: { destructiveHint: true, idempotentHint: true, openWorldHint: false },
      names: { entryId: 'entry', userId: 'user' },
    },
    async ({ userId, entryId }: z.infer<Inputs['forget']>) => {
      const user = memoryUserOf(context.settings, userId);
      const { forgotten, heldBy } = await forgetMemory(context.tools, user, [entryId]);
      if (forgotten.length === 0) throw unknownEntry(entryId);
      const held = heldBy.length === 0 ? '' : ` These still quote it until they are deleted: ${heldBy.join(', ')}.`;
      return { say: `Forgotten.${held}`, data: { forgotten, heldBy: [...heldBy] } };
    },
  );
}

/** Also for an entry of another user, whose existence is not disclosed. */
function unknownEntry(entryId: string): UsageError {
  return new UsageError(`the user has no entry "${entryId}"`, 'Call memory_list to see the entries.');
}
