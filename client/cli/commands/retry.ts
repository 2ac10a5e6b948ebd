import type { Command } from 'commander';
import type { OutputFlags } from '../context/command-context.ts';
import { runCommand } from '../context/run-command.ts';

/** `retry`: asks servers that a run waits for at once. */
export function addRetryCommand(program: Command): void {
  program
    .command('retry')
    .description('Ask the servers that a run waits for at once: after an outage, a quota, or a wrong key.')
    .argument('<id>', 'the run; the beginning or the end of its id is enough')
    .option('--json', 'what became of it as JSON')
    .addHelpText('after', '\nExample:\n  npm run retry -- research-limits-3f9a21')
    .action((id: string, flags: OutputFlags) =>
      runCommand(flags, async (context) => {
        const { sendMessage } = await import('../runs/send-message.ts');
        return sendMessage(context, id, (research, researchId) => research.retry(researchId), 'They are asked now.');
      }),
    );
}
