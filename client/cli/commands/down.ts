import type { Command } from 'commander';
import { examples } from '../../wording/cli-commands.ts';
import type { OutputFlags } from '../context/command-context.ts';
import { CommandGroup } from '../context/command-group.ts';
import { ExitCode } from '../context/exit.ts';
import { runCommand } from '../context/run-command.ts';

interface DownFlags extends OutputFlags {
  readonly force?: boolean;
}

/** `down`: stops the embedded server and worker. */
export function addDownCommand(program: Command): void {
  program
    .command('down')
    .helpGroup(CommandGroup.Servers)
    .description('Stop the embedded Temporal server and its worker. Runs stay stored; `resume` continues them.')
    .option('--force', 'stop even while commands use it')
    .option('--json', 'what happened as JSON')
    .addHelpText('after', examples('down'))
    .action((flags: DownFlags) =>
      runCommand(flags, async (context) => {
        const { refuseExternalTemporal } = await import('../context/embedded-only.ts');
        const { stop } = await import('../../connection/embedded.ts');
        refuseExternalTemporal(context.config);
        const stopped = await stop(context.config.home, { force: flags.force === true });
        context.output.result({ stopped }, () =>
          stopped ? 'Temporal and the worker have stopped.' : 'Nothing was running.',
        );
        return ExitCode.Done;
      }),
    );
}
