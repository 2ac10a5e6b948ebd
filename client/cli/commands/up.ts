import type { Command } from 'commander';
import { commands, examples } from '../../errors/cli-commands.ts';
import type { CommandContext, OutputFlags } from '../context/command-context.ts';
import { CommandGroup } from '../context/command-group.ts';
import { ExitCode } from '../context/exit.ts';
import { runCommand } from '../context/run-command.ts';

interface UpFlags extends OutputFlags {
  readonly foreground?: boolean;
}

/** `up`: starts the embedded server and worker and keeps them running. */
export function addUpCommand(program: Command): void {
  program
    .command('up')
    .helpGroup(CommandGroup.Servers)
    .description('Start the embedded Temporal server and a worker, and keep them running.')
    .option('--foreground', 'run in the foreground until stopped, for a service manager')
    .option('--json', 'their addresses as JSON')
    .addHelpText('after', examples('up', 'up --foreground'))
    .action((flags: UpFlags) => runCommand(flags, (context) => bringUp(context, flags.foreground === true)));
}

async function bringUp(context: CommandContext, staysHere: boolean): Promise<ExitCode> {
  const { refuseExternalTemporal } = await import('../context/reach.ts');
  const { withTemporal } = await import('../context/reach.ts');
  refuseExternalTemporal(context.config);
  return withTemporal(context, { keep: !staysHere }, async ({ address, taskQueue, startedHere, webUi }) => {
    context.output.result({ address, taskQueue, webUi, startedHere }, () =>
      [
        `Temporal ${startedHere ? 'runs' : 'was running already'} at ${address}`,
        `Queue:  ${taskQueue}`,
        `Web UI: ${webUi ?? 'none'}`,
        `Stop:   ${staysHere ? 'Ctrl-C' : commands.down()}`,
      ].join('\n'),
    );
    if (!staysHere) return ExitCode.Done;
    const { untilStopped } = await import('../context/foreground.ts');
    await untilStopped(context);
    return context.signal.aborted ? ExitCode.Interrupted : ExitCode.Done;
  });
}

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
        const { refuseExternalTemporal } = await import('../context/reach.ts');
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
