import type { Command } from 'commander';
import type { OutputFlags } from '../context/command-context.ts';
import { ExitCode } from '../context/exit.ts';
import { runCommand } from '../context/run-command.ts';

interface DownFlags extends OutputFlags {
  readonly force?: boolean;
}

/** `down`: ends the embedded server and worker. */
export function addDownCommand(program: Command): void {
  program
    .command('down')
    .description('End the embedded Temporal server and its worker. Runs stay stored; `resume` goes on with them.')
    .option('--force', 'also when commands are using it')
    .option('--json', 'what happened as JSON')
    .addHelpText('after', '\nExample:\n  npm run down')
    .action((flags: DownFlags) =>
      runCommand(flags, async (context) => {
        const { refuseExternalTemporal } = await import('../context/embedded-only.ts');
        const { stop } = await import('../../connection/embedded.ts');
        refuseExternalTemporal(context.config);
        const stopped = await stop(context.config.home, { force: flags.force === true });
        context.output.result({ stopped }, () =>
          stopped ? 'Temporal and the worker have ended.' : 'Nothing was running.',
        );
        return ExitCode.Done;
      }),
    );
}
