import { randomUUID } from 'node:crypto';
import { counted } from '@plumbline/contracts/common/counted';
import {
  type AddedMemory,
  type MemoryAddition,
  memoryAdditionSchema,
  type MemoryEntry,
  memoryTextSchema,
  type MemoryVerdict,
} from '@plumbline/contracts/research/memory';
import type { z } from 'zod';
import type { MemoryErasure } from '../../../workers/lifecycle/memory-erasure.ts';
import { forgetMemory } from '../../conversations/forgetting.ts';
import { commands, UsageError } from '../../errors/failures.ts';
import { type CommandContext, type OutputFlags, isConfirmed } from '../context/command-context.ts';
import { toPlainLine, layoutTable } from '../terminal/text-layout.ts';

const HEAD = ['ID', 'STANDING', 'TYPE', 'STRENGTH', 'CONFIRMED', 'TEXT'];

const open = async (context: CommandContext) => (await context.tools()).openMemory();

export async function addMemory(context: CommandContext, text: string, flags: AddFlags): Promise<void> {
  const { user: userId, type, core, reason } = flags;
  const addition = readAs(memoryAdditionSchema, { userId, text, type, core, reason });
  const added = await (await open(context)).add(addition, { by: 'user', where: 'cli' });
  context.output.result(added, () => renderAdded(added, userId));
}

export async function reinforceMemory(context: CommandContext, id: string, flags: ReinforceFlags): Promise<void> {
  const { user, evidence = '' } = flags;
  const { entryId, userId } = await findEntry(context, user, id);
  const entry = await (await open(context)).reinforce({ userId, entryId, evidence, operationId: randomUUID() });
  context.output.result({ entry }, () => `${entryId} has strength ${entry?.strength ?? 0} now.`);
}

/** @param text what entries are to be like; undefined: all */
export async function listMemory(
  context: CommandContext,
  text: string | undefined,
  { user }: MemoryFlags,
): Promise<void> {
  const memory = await open(context);
  const show = (rows: readonly (readonly string[])[], head: readonly string[], none: string) =>
    rows.length === 0 ? none : layoutTable([head, ...rows], context.shownColumns ?? Number.POSITIVE_INFINITY);
  if (text === undefined) {
    const entries = await memory.list(user);
    return context.output.result({ entries }, () => show(entries.map(rowOf), HEAD, 'Nothing is remembered.'));
  }
  const query = await memory.query(user, readAs(memoryTextSchema, text), context.signal);
  for (const note of query.notes) context.output.notice(note);
  const rows = query.found.map(({ entry, score }) => [score.toFixed(2), ...rowOf(entry)]);
  context.output.result(query, () => show(rows, ['SCORE', ...HEAD], 'Nothing found.'));
}

export async function compareMemory(context: CommandContext, text: string, { user }: MemoryFlags): Promise<void> {
  const verdict = await (await open(context)).verify(user, readAs(memoryTextSchema, text));
  context.output.result(verdict, () => [HEADINGS[verdict.verdict], ...linesOf(verdict)]);
}

/** @throws {UsageError} */
function readAs<Schema extends z.ZodType>(schema: Schema, given: unknown): z.infer<Schema> {
  const { data, error } = schema.safeParse(given);
  if (error !== undefined) throw new UsageError(error.issues.map(({ message }) => message).join('; '));
  return data;
}

function renderAdded(added: AddedMemory, user: string): string {
  const { entry, isNew, verdict } = added;
  const isArchived = verdict === 'conflicts' && entry.provenance.reason === 'correction';
  const said = `${isNew ? 'Remembered' : 'Known already'}: ${lineOf(entry)}`;
  if (verdict === 'new' || verdict === 'known') return said;
  return [
    said,
    isArchived ? 'Archived, because they say otherwise:' : HEADINGS[verdict],
    ...linesOf(added),
    ...(isArchived ? [] : [`Forget one: ${commands.forgetMemory('<id>', user)}`]),
  ].join('\n');
}

const HEADINGS = {
  known: 'Known:',
  new: 'New.',
  conflicts: 'Conflicts with:',
  'not-judged': 'Not judged without a model. These share words with it:',
};

function lineOf({ text, entryId, standing }: MemoryEntry): string {
  return `${toPlainLine(text)} (${entryId}, ${standing})`;
}

function linesOf({ concerned, notes }: MemoryVerdict): string[] {
  const lines = concerned.map(
    ({ entry, difference }) => `- ${lineOf(entry)}${difference === '' ? '' : `: ${difference}`}`,
  );
  return [...lines, ...notes];
}

function rowOf({ entryId, standing, type, strength, confirmedAt, text }: MemoryEntry): string[] {
  return [entryId, standing, type, String(strength), confirmedAt.slice(0, 10), toPlainLine(text)];
}

/** Erases one entry, or everything of a user, after a confirmation. */
export async function forget(context: CommandContext, id: string | undefined, flags: ForgetFlags): Promise<void> {
  const { user: userId, allEntries: all = false } = flags;
  if (all === (id !== undefined))
    throw new UsageError(
      'name one entry, or everything with --all-entries',
      `List the entries: ${commands.listMemory(userId)}`,
    );
  const entryIds = id === undefined ? null : [(await findEntry(context, userId, id)).entryId];
  const lifecycle = await (await context.tools()).openLifecycle();
  const plan = await lifecycle.eraseMemory({ userId, entryIds }, false);
  if (!(await isConfirmed(context, flags.yes === true, describe(plan)))) return;
  const { forgotten, heldBy } = await forgetMemory(await context.tools(), userId, entryIds);
  context.output.result({ forgotten, heldBy }, () => [
    `Forgotten: ${counted(forgotten.length, 'entry', 'entries')}, and everything stored from the text.`,
    ...heldBy.map((record) => `It is still in ${record}. Delete it there: ${commands.delete(record)}`),
  ]);
}

function describe({ entries }: MemoryErasure): string {
  return entries.map(({ entryId, text }) => `${entryId}  ${toPlainLine(text)}`).join('\n');
}

interface MemoryFlags extends OutputFlags {
  readonly user: string;
}

export interface AddFlags extends MemoryFlags, Pick<MemoryAddition, 'type' | 'reason'> {
  readonly core?: boolean;
}

interface ReinforceFlags extends MemoryFlags {
  readonly evidence?: string;
}

interface ForgetFlags extends MemoryFlags {
  readonly allEntries?: boolean;
  readonly yes?: boolean;
}

/** The user's entry whose id begins like this. @throws {UsageError} unless it is exactly one */
export async function findEntry(context: CommandContext, user: string, given: string): Promise<MemoryEntry> {
  const entries = await (await open(context)).list(user);
  const matching = entries.filter(({ entryId }) => entryId.startsWith(given));
  const [entry] = matching.length === 1 ? matching : entries.filter(({ entryId }) => entryId === given);
  if (entry !== undefined) return entry;
  const problem =
    matching.length > 1 ? `"${given}" is the beginning of several ids` : `${user} has no entry "${given}"`;
  throw new UsageError(problem, `List the entries: ${commands.listMemory(user)}`);
}
