import type { MemoryEntry } from '../../../workflows/contracts/memory.ts';
import { UsageError } from '../../errors/failures.ts';
import { commands } from '../../wording/cli-commands.ts';
import type { CommandContext } from '../context/command-context.ts';

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
