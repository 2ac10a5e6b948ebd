import { UsageError } from '../../errors/failures.ts';
import type { CommandContext } from './command-context.ts';

/**
 * Whether a person wants something deleted; who cannot be asked has to say so beforehand.
 *
 * @param plan what would be deleted
 * @throws {UsageError} when nobody can be asked
 */
export async function isConfirmed(
  { config, output, signal }: CommandContext,
  isWanted: boolean,
  plan: string,
): Promise<boolean> {
  if (isWanted) return true;
  if (!config.terminal.canAsk)
    throw new UsageError(
      'deleting needs a confirmation, and this is no terminal',
      'Add --yes to delete without asking.',
    );
  output.notice(plan);
  const { confirm } = await import('@clack/prompts');
  const answer = await confirm({ message: 'Delete it?', initialValue: false, output: process.stderr, signal });
  if (answer === true) return true;
  output.notice('Nothing was deleted.');
  return false;
}
