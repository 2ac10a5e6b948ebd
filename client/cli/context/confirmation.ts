import { UsageError } from '../../errors/failures.ts';
import type { CommandContext } from './command-context.ts';

/** @throws {UsageError} when a confirmation is needed and nobody can be asked, which is known before any work is done */
export function requireConfirmation({ config }: CommandContext, isWanted: boolean): void {
  if (isWanted || config.terminal.canAsk) return;
  throw new UsageError('deleting needs a confirmation, and this is no terminal', 'Add --yes to delete without asking.');
}

/**
 * Whether a person wants something deleted; who cannot be asked has to say so beforehand.
 *
 * @param plan what would be deleted
 * @throws {UsageError} when nobody can be asked
 */
export async function isConfirmed(context: CommandContext, isWanted: boolean, plan: string): Promise<boolean> {
  requireConfirmation(context, isWanted);
  if (isWanted) return true;
  const { output, signal } = context;
  output.notice(plan);
  const { confirm } = await import('@clack/prompts');
  const answer = await confirm({ message: 'Delete it?', initialValue: false, output: process.stderr, signal });
  if (answer === true) return true;
  output.notice('Nothing was deleted.');
  return false;
}
