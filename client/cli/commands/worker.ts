import type { Command } from 'commander';
import { examples } from '../../wording/cli-commands.ts';
import { CommandGroup } from '../context/command-group.ts';
import { runCommand } from '../context/run-command.ts';

/** `worker`: runs a worker in the foreground. */
export function addWorkerCommand(program: Command): void {
  program
    .command('worker')
    .helpGroup(CommandGroup.Servers)
    .description('Run a worker in this terminal, for the Temporal at TEMPORAL_ADDRESS or the embedded one.')
    .addHelpText('after', examples('worker', 'WORKER_QUEUES=model worker'))
    .action(() =>
      runCommand({}, async (context) => {
        const { runInForeground } = await import('../context/foreground.ts');
        const { WORKER_ENTRY, WORKER_OPTIONS, workerEnvironmentOf } = await import('../../../workers/local-tools.ts');
        const environment = workerEnvironmentOf(context.config.environment);
        return runInForeground(
          { ...context, config: { ...context.config, environment } },
          WORKER_ENTRY,
          [],
          WORKER_OPTIONS,
        );
      }),
    );
}
