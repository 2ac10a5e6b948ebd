import { UsageError } from '../../errors/failures.ts';
import type { CommandContext } from './command-context.ts';

/** @throws {UsageError} before any work is done, if a confirmation is needed and there is no terminal to ask on */
export function requireConfirmation({ config }: CommandContext, isWanted: boolean): void {
  if (isWanted || config.terminal.canAsk) return;
  throw new UsageError(
    'deleting needs a confirmation, and this is not a terminal',
    'Add --yes to delete without asking.',
  );
}

/**
 * Whether a person wants something deleted; without a terminal this must be said beforehand.
 *
 * @param plan what would be deleted
 * @throws {UsageError} without a terminal
 */
export async function isConfirmed(context: CommandContext, isWanted: boolean, plan: string): Promise<boolean> {
  requireConfirmation(context, isWanted);
  if (isWanted) return true;
  const { output, signal, streams } = context;
  output.notice(plan);
  const { confirm } = await import('@clack/prompts');
  const answer = await confirm({ message: 'Delete it?', initialValue: false, output: streams.stderr, signal });
  if (answer === true) return true;
  output.notice('Nothing was deleted.');
  return false;
}
