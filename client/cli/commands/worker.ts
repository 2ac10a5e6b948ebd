import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { WORKER_ENTRY, WORKER_OPTIONS, workerEnvironmentOf } from '../../../workers/supervisor/worker-program.ts';
import { examples } from '../../errors/cli-commands.ts';
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

/** `temporal`: runs the embedded server in the foreground, without a worker. */
export function addTemporalCommand(program: Command): void {
  program
    .command('temporal')
    .helpGroup(CommandGroup.Servers)
    .description('Run the embedded Temporal server in this terminal, without a worker.')
    .addHelpText('after', examples('temporal', 'worker', 'research "…" --corpus docs'))
    .action(() =>
      runCommand({}, async (context) => {
        const { refuseExternalTemporal } = await import('../context/reach.ts');
        const { runInForeground } = await import('../context/foreground.ts');
        const { endLingering } = await import('../../connection/embedded.ts');
        refuseExternalTemporal(context.config);
        await endLingering(context.config.home);
        const script = fileURLToPath(new URL('../../../workers/supervisor.ts', import.meta.url));
        return runInForeground(context, script, ['--home', context.config.home, '--server-only']);
      }),
    );
}
