import type { Command } from 'commander';
import type { OutputFlags } from '../context/command-context.ts';
import { runCommand } from '../context/run-command.ts';

/** `finish`: ends research early. */
export function addFinishCommand(program: Command): void {
  program
    .command('finish')
    .description('End research now: the report is written from what is there.')
    .argument('<id>', 'the run; the beginning or the end of its id is enough')
    .option('--json', 'what became of it as JSON')
    .addHelpText('after', '\nExample:\n  npm run finish -- research-limits-3f9a21')
    .action((id: string, flags: OutputFlags) =>
      runCommand(flags, async (context) => {
        const { sendMessage } = await import('../runs/send-message.ts');
        return sendMessage(
          context,
          id,
          (research, researchId) => research.finish(researchId),
          'The run finishes with what it has.',
        );
      }),
    );
}
