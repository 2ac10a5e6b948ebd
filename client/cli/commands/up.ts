import type { Command } from 'commander';
import type { OutputFlags } from '../context/command-context.ts';
import { ExitCode } from '../context/exit.ts';
import { runCommand } from '../context/run-command.ts';

/** `up`: starts the embedded server and worker and leaves them running. */
export function addUpCommand(program: Command): void {
  program
    .command('up')
    .description('Start the embedded Temporal server and a worker, and leave them running.')
    .option('--json', 'where they are as JSON')
    .addHelpText('after', '\nExample:\n  npm run up')
    .action((flags: OutputFlags) =>
      runCommand(flags, async (context) => {
        const { refuseExternalTemporal } = await import('../context/embedded-only.ts');
        const { withTemporal } = await import('../context/reach.ts');
        refuseExternalTemporal(context.config);
        return withTemporal(context, { keep: true }, async ({ address, startedHere, webUi }) => {
          context.output.result({ address, webUi, startedHere }, () =>
            [
              `Temporal ${startedHere ? 'runs' : 'was running already'} at ${address}`,
              `Web UI: ${webUi ?? 'none'}`,
              'End it: npm run down',
            ].join('\n'),
          );
          return ExitCode.Done;
        });
      }),
    );
}
