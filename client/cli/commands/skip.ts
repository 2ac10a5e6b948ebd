import type { Command } from 'commander';
import type { OutputFlags } from '../context/command-context.ts';
import { runCommand } from '../context/run-command.ts';

/** `skip`: goes on without an answer. */
export function addSkipCommand(program: Command): void {
  program
    .command('skip')
    .description('Let a run go on with its stated assumptions instead of an answer.')
    .argument('<id>', 'the run; the beginning or the end of its id is enough')
    .option('--json', 'what became of it as JSON')
    .addHelpText('after', '\nExample:\n  npm run skip -- research-limits-3f9a21')
    .action((id: string, flags: OutputFlags) =>
      runCommand(flags, async (context) => {
        const { sendMessage } = await import('../runs/send-message.ts');
        return sendMessage(
          context,
          id,
          (research, researchId) => research.skip(researchId),
          'Skipped: the run goes on with its assumptions.',
        );
      }),
    );
}
