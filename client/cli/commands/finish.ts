import type { Command } from 'commander';
import { examples } from '../../wording/cli-commands.ts';
import type { OutputFlags } from '../context/command-context.ts';
import { CommandGroup, RUN_ID } from '../context/command-group.ts';
import { runCommand } from '../context/run-command.ts';

/** `finish`: ends research early. */
export function addFinishCommand(program: Command): void {
  program
    .command('finish')
    .helpGroup(CommandGroup.Steer)
    .description('End research now and write the report from what was found so far.')
    .argument('<id>', RUN_ID)
    .option('--json', 'the outcome as JSON')
    .addHelpText('after', examples('finish research-limits-3f9a21'))
    .action((id: string, flags: OutputFlags) =>
      runCommand(flags, async (context) => {
        const { sendMessage } = await import('../runs/send-message.ts');
        return sendMessage(
          context,
          id,
          (research, researchId) => research.finish(researchId),
          'Finishing: the report is written from what was found so far.',
        );
      }),
    );
}
