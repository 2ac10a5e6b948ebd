import type { Command } from 'commander';
import { commands, examples } from '../../wording/cli-commands.ts';
import type { OutputFlags } from '../context/command-context.ts';
import { CommandGroup } from '../context/command-group.ts';
import { ExitCode } from '../context/exit.ts';
import { runCommand } from '../context/run-command.ts';

/** `up`: starts the embedded server and worker and keeps them running. */
export function addUpCommand(program: Command): void {
  program
    .command('up')
    .helpGroup(CommandGroup.Servers)
    .description('Start the embedded Temporal server and a worker, and keep them running.')
    .option('--json', 'where they are as JSON')
    .addHelpText('after', examples('up'))
    .action((flags: OutputFlags) =>
      runCommand(flags, async (context) => {
        const { refuseExternalTemporal } = await import('../context/embedded-only.ts');
        const { withTemporal } = await import('../context/reach.ts');
        refuseExternalTemporal(context.config);
        return withTemporal(context, { keep: true }, async ({ address, taskQueue, startedHere, webUi }) => {
          context.output.result({ address, taskQueue, webUi, startedHere }, () =>
            [
              `Temporal ${startedHere ? 'runs' : 'was running already'} at ${address}`,
              `Queue:  ${taskQueue}`,
              `Web UI: ${webUi ?? 'none'}`,
              `Stop:   ${commands.down()}`,
            ].join('\n'),
          );
          return ExitCode.Done;
        });
      }),
    );
}
