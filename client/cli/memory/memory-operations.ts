import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { counted } from '../../../workflows/contracts/counted.ts';
import { memoryAdditionSchema, memoryTextSchema, memoryUserSchema } from '../../../workflows/contracts/memory.ts';
import { UsageError } from '../../errors/failures.ts';
import type { CommandContext } from '../context/command-context.ts';
import { ExitCode } from '../context/exit.ts';
import { findEntry } from './known-entry.ts';
import type { AddFlags, ExportFlags, MemoryFlags, ReinforceFlags } from './memory-flags.ts';
import { renderAdded, renderEntries, renderFound, renderVerdict } from './render-memory.ts';

const open = async (context: CommandContext) => (await context.tools()).openMemory();

export async function addMemory(context: CommandContext, text: string, flags: AddFlags): Promise<ExitCode> {
  const { user: userId, type, core, reason } = flags;
  const addition = memoryAdditionSchema.safeParse({ userId, text, type, core, reason });
  if (!addition.success) throw new UsageError(addition.error.issues.map(({ message }) => message).join('; '));
  const added = await (await open(context)).add(addition.data, { by: 'user', where: 'cli' });
  context.output.result(added, () => renderAdded(added, userId));
  return ExitCode.Done;
}

export async function reinforceMemory(context: CommandContext, id: string, flags: ReinforceFlags): Promise<ExitCode> {
  const { user, evidence = '' } = flags;
  const { entryId, userId } = await findEntry(context, user, id);
  const entry = await (await open(context)).reinforce({ userId, entryId, evidence, operationId: randomUUID() });
  context.output.result({ entry }, () => `${entryId} has strength ${entry?.strength ?? 0} now.`);
  return ExitCode.Done;
}

export async function queryMemory(context: CommandContext, text: string, { user }: MemoryFlags): Promise<ExitCode> {
  const query = await (await open(context)).query(user, readText(text), context.signal);
  for (const note of query.notes) context.output.notice(note);
  context.output.result(query, () => renderFound(query.found, columnsOf(context)));
  return ExitCode.Done;
}

export async function verifyMemory(context: CommandContext, text: string, { user }: MemoryFlags): Promise<ExitCode> {
  const verdict = await (await open(context)).verify(user, readText(text));
  context.output.result(verdict, () => renderVerdict(verdict));
  return ExitCode.Done;
}

export async function listMemory(context: CommandContext, { user }: MemoryFlags): Promise<ExitCode> {
  const entries = await (await open(context)).list(user);
  context.output.result({ entries }, () => renderEntries(entries, columnsOf(context)));
  return ExitCode.Done;
}

export async function exportMemory(context: CommandContext, { user, out }: ExportFlags): Promise<ExitCode> {
  const userId = memoryUserSchema.parse(user);
  const entries = await (await open(context)).list(userId);
  const exported = { userId, exportedAt: new Date().toISOString(), entries };
  const text = JSON.stringify(exported, null, 2);
  if (out === undefined) {
    context.output.result(exported, () => text);
    return ExitCode.Done;
  }
  const file = resolve(out);
  await writeFile(file, `${text}\n`);
  context.output.result(
    { file, entries: entries.length },
    () => `${counted(entries.length, 'entry', 'entries')} → ${file}`,
  );
  return ExitCode.Done;
}

function readText(text: string): string {
  const read = memoryTextSchema.safeParse(text);
  if (!read.success) throw new UsageError(read.error.issues.map(({ message }) => message).join('; '));
  return read.data;
}

function columnsOf({ config, columns }: CommandContext): number {
  return config.terminal.showsResults ? columns : Number.POSITIVE_INFINITY;
}
