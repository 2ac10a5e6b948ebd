import type { Command } from 'commander';
import { examples } from '../../wording/cli-commands.ts';
import type { OutputFlags } from '../context/command-context.ts';
import { CommandGroup, RUN_ID } from '../context/command-group.ts';
import { runCommand } from '../context/run-command.ts';

/** `retry`: ends the wait for a server. */
export function addRetryCommand(program: Command): void {
  program
    .command('retry')
    .helpGroup(CommandGroup.Steer)
    .description('Retry now what a run waits for, such as a model endpoint after an outage or with a new key.')
    .argument('<id>', RUN_ID)
    .option('--json', 'the outcome as JSON')
    .addHelpText('after', examples('retry research-limits-3f9a21'))
    .action((id: string, flags: OutputFlags) =>
      runCommand(flags, async (context) => {
        const { sendMessage } = await import('../runs/send-message.ts');
        return sendMessage(
          context,
          id,
          (research, researchId) => research.retry(researchId),
          'Retrying now.',
          (conversations, sessionId) => conversations.retry(sessionId),
        );
      }),
    );
}
