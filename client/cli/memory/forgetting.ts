import type { MemoryErasure } from '../../../workers/local-tools.ts';
import { counted } from '../../../workflows/contracts/counted.ts';
import { UsageError } from '../../errors/failures.ts';
import { forgetMemory } from '../../memory/forgetting.ts';
import { commands } from '../../wording/cli-commands.ts';
import type { CommandContext } from '../context/command-context.ts';
import { isConfirmed } from '../context/confirmation.ts';
import { ExitCode } from '../context/exit.ts';
import { toPlainLine } from '../terminal/plain-text.ts';
import { findEntry } from './known-entry.ts';
import type { ForgetFlags } from './memory-flags.ts';

/** Erases one entry, or everything of a user, after a confirmation. */
export async function forget(context: CommandContext, id: string | undefined, flags: ForgetFlags): Promise<ExitCode> {
  const { user: userId, all = false } = flags;
  if (all === (id !== undefined))
    throw new UsageError(
      'name one entry, or everything with --all',
      `List the entries: ${commands.listMemory(userId)}`,
    );
  const entryIds = id === undefined ? null : [(await findEntry(context, userId, id)).entryId];
  const lifecycle = await (await context.tools()).openLifecycle();
  const plan = await lifecycle.eraseMemory({ userId, entryIds }, false);
  if (!(await isConfirmed(context, flags.yes === true, describe(plan)))) return ExitCode.Done;
  const { forgotten, heldBy } = await forgetMemory(await context.tools(), userId, entryIds);
  context.output.result({ forgotten, heldBy }, () =>
    [
      `Forgotten: ${counted(forgotten.length, 'entry', 'entries')}, with all that was stored from the text.`,
      ...heldBy.map((record) => `It is still in ${record}. Delete it there: ${commands.delete(record)}`),
    ].join('\n'),
  );
  return ExitCode.Done;
}

function describe({ entries }: MemoryErasure): string {
  return entries.map(({ entryId, text }) => `${entryId}  ${toPlainLine(text)}`).join('\n');
}
