import { randomUUID } from 'node:crypto';
import { counted } from '@plumbline/contracts/common/counted';
import {
  type AddedMemory,
  type FoundEntry,
  type MemoryAddition,
  memoryAdditionSchema,
  type MemoryEntry,
  memoryTextSchema,
  type MemoryVerdict,
} from '@plumbline/contracts/research/memory';
import type { MemoryErasure } from '../../../workers/lifecycle/memory-erasure.ts';
import { forgetMemory } from '../../conversations/forgetting.ts';
import { commands } from '../../errors/cli-commands.ts';
import { UsageError } from '../../errors/failures.ts';
import { type CommandContext, type OutputFlags, isConfirmed } from '../context/command-context.ts';
import { ExitCode } from '../context/exit.ts';
import { toPlainLine, layoutTable } from '../terminal/text-layout.ts';

const HEAD = ['ID', 'STANDING', 'TYPE', 'STRENGTH', 'CONFIRMED', 'TEXT'];

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

export async function compareMemory(context: CommandContext, text: string, { user }: MemoryFlags): Promise<ExitCode> {
  const verdict = await (await open(context)).verify(user, readText(text));
  context.output.result(verdict, () => renderVerdict(verdict));
  return ExitCode.Done;
}

export async function listMemory(context: CommandContext, { user }: MemoryFlags): Promise<ExitCode> {
  const entries = await (await open(context)).list(user);
  context.output.result({ entries }, () => renderEntries(entries, columnsOf(context)));
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

function renderFound(found: readonly FoundEntry[], columns: number): string {
  if (found.length === 0) return 'Nothing found.';
  const rows = found.map(({ entry, score }) => [score.toFixed(2), ...rowOf(entry)]);
  return layoutTable([['SCORE', ...HEAD], ...rows], columns).join('\n');
}

function renderEntries(entries: readonly MemoryEntry[], columns: number): string {
  if (entries.length === 0) return 'Nothing is remembered.';
  return layoutTable([HEAD, ...entries.map(rowOf)], columns).join('\n');
}

function renderVerdict(compared: MemoryVerdict): string {
  return [HEADINGS[compared.verdict], ...linesOf(compared)].join('\n');
}

function rowOf({ entryId, standing, type, strength, confirmedAt, text }: MemoryEntry): string[] {
  return [entryId, standing, type, String(strength), confirmedAt.slice(0, 10), toPlainLine(text)];
}

/** Erases one entry, or everything of a user, after a confirmation. */
export async function forget(context: CommandContext, id: string | undefined, flags: ForgetFlags): Promise<ExitCode> {
  const { user: userId, allEntries: all = false } = flags;
  if (all === (id !== undefined))
    throw new UsageError(
      'name one entry, or everything with --all-entries',
      `List the entries: ${commands.listMemory(userId)}`,
    );
  const entryIds = id === undefined ? null : [(await findEntry(context, userId, id)).entryId];
  const lifecycle = await (await context.tools()).openLifecycle();
  const plan = await lifecycle.eraseMemory({ userId, entryIds }, false);
  if (!(await isConfirmed(context, flags.yes === true, describe(plan)))) return ExitCode.Done;
  const { forgotten, heldBy } = await forgetMemory(await context.tools(), userId, entryIds);
  context.output.result({ forgotten, heldBy }, () =>
    [
      `Forgotten: ${counted(forgotten.length, 'entry', 'entries')}, and everything stored from the text.`,
      ...heldBy.map((record) => `It is still in ${record}. Delete it there: ${commands.delete(record)}`),
    ].join('\n'),
  );
  return ExitCode.Done;
}

function describe({ entries }: MemoryErasure): string {
  return entries.map(({ entryId, text }) => `${entryId}  ${toPlainLine(text)}`).join('\n');
}

export interface MemoryFlags extends OutputFlags {
  readonly user: string;
}

export interface AddFlags extends MemoryFlags, Pick<MemoryAddition, 'type' | 'reason'> {
  readonly core?: boolean;
}

interface ReinforceFlags extends MemoryFlags {
  readonly evidence?: string;
}

export interface ForgetFlags extends MemoryFlags {
  readonly allEntries?: boolean;
  readonly yes?: boolean;
}

/** The user's entry whose id begins like this. @throws {UsageError} unless it is exactly one */
export async function findEntry(context: CommandContext, user: string, given: string): Promise<MemoryEntry> {
  const entries = await (await (await context.tools()).openMemory()).list(user);
  const matching = entries.filter(({ entryId }) => entryId.startsWith(given));
  const [entry] = matching.length === 1 ? matching : entries.filter(({ entryId }) => entryId === given);
  if (entry !== undefined) return entry;
  const problem =
    matching.length > 1 ? `"${given}" is the beginning of several ids` : `${user} has no entry "${given}"`;
  throw new UsageError(problem, `List the entries: ${commands.listMemory(user)}`);
}
