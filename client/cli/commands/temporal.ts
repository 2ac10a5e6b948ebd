import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { examples } from '../../wording/cli-commands.ts';
import { CommandGroup } from '../context/command-group.ts';
import { runCommand } from '../context/run-command.ts';

/** `temporal`: runs the embedded server in the foreground, without a worker. */
export function addTemporalCommand(program: Command): void {
  program
    .command('temporal')
    .helpGroup(CommandGroup.Servers)
    .description('Run the embedded Temporal server in this terminal, without a worker.')
    .addHelpText('after', examples('temporal', 'worker', 'research "…" --corpus docs'))
    .action(() =>
      runCommand({}, async (context) => {
        const { refuseExternalTemporal } = await import('../context/embedded-only.ts');
        const { runInForeground } = await import('../context/foreground.ts');
        const { endLingering } = await import('../../connection/lingering.ts');
        refuseExternalTemporal(context.config);
        await endLingering(context.config.home);
        const script = fileURLToPath(new URL('../../../workers/supervisor.ts', import.meta.url));
        return runInForeground(context, script, ['--home', context.config.home, '--server-only']);
      }),
    );
}
