import type { Command } from 'commander';
import { examples } from '../../wording/cli-commands.ts';
import type { OutputFlags } from '../context/command-context.ts';
import { CommandGroup, RUN_ID } from '../context/command-group.ts';
import { runCommand } from '../context/run-command.ts';

/** `skip`: continues without an answer. */
export function addSkipCommand(program: Command): void {
  program
    .command('skip')
    .helpGroup(CommandGroup.Steer)
    .description('Let a run continue with its stated assumptions instead of an answer.')
    .argument('<id>', RUN_ID)
    .option('--json', 'the outcome as JSON')
    .addHelpText('after', examples('skip research-limits-3f9a21'))
    .action((id: string, flags: OutputFlags) =>
      runCommand(flags, async (context) => {
        const { sendMessage } = await import('../runs/send-message.ts');
        return sendMessage(
          context,
          id,
          (research, researchId) => research.skip(researchId),
          'Skipped: the run continues with its assumptions.',
        );
      }),
    );
}
