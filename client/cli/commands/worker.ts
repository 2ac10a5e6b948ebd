import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { runCommand } from '../context/run-command.ts';

/** `worker`: runs a worker in the foreground. */
export function addWorkerCommand(program: Command): void {
  program
    .command('worker')
    .description('Run a worker in this terminal, for the Temporal that TEMPORAL_ADDRESS names or the embedded one.')
    .addHelpText('after', '\nExamples:\n  npm run worker\n  WORKER_QUEUES=model npm run worker')
    .action(() =>
      runCommand({}, async (context) => {
        const { runInForeground } = await import('../context/foreground.ts');
        return runInForeground(context, fileURLToPath(new URL('../../../workers/main.ts', import.meta.url)), []);
      }),
    );
}
