import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { commands, examples } from '../../errors/cli-commands.ts';
import type { CommandContext, OutputFlags } from '../context/command-context.ts';
import { CommandGroup } from '../context/command-group.ts';
import { ExitCode } from '../context/exit.ts';
import { runCommand } from '../context/run-command.ts';
import { collect, parseWholeNumber } from '../options/option-values.ts';

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

interface ClusterFlags extends OutputFlags {
  /** Default: beside the home. */
  readonly folder?: string;
}

interface ClusterUpFlags extends ClusterFlags {
  readonly workers: number;
  readonly corpus: readonly string[];
}

const ABOUT =
  '\nFor tests and measurements: what many machines have, on one, on loopback, on free ports. PostgreSQL must be installed.';

/** `cluster`: PostgreSQL, Temporal, an S3 server, workers and `serve` with a home each. */
export function addClusterCommand(program: Command): void {
  const cluster = program
    .command('cluster')
    .helpGroup(CommandGroup.Servers)
    .description(
      'Run a whole cluster on this machine: PostgreSQL, Temporal, S3, workers with separate homes, and serve.',
    )
    .addHelpText('after', ABOUT)
    .addHelpText('after', examples('cluster up --corpus docs', 'cluster status', 'cluster down'));
  inFolder(cluster.command('up'))
    .description('Start it, and stay with it until it is stopped.')
    .option('--workers <number>', 'how many', parseWholeNumber, 2)
    .requiredOption('--corpus <folder>', 'that serve offers; may be repeated', collect)
    .addHelpText('after', examples('cluster up --workers 4 --corpus docs'))
    .action((flags: ClusterUpFlags) => {
      const sources = flags.corpus.flatMap((folder) => ['--corpus', folder]);
      return runCluster(flags, ['up', '--workers', String(flags.workers)], sources);
    });
  inFolder(cluster.command('down'))
    .description('Stop it, also what a killed one has left. Its data stay.')
    .addHelpText('after', examples('cluster down'))
    .action((flags: ClusterFlags) => runCluster(flags, ['down']));
  inFolder(cluster.command('status'))
    .description('List its processes.')
    .option('--json', 'as JSON')
    .addHelpText('after', examples('cluster status'))
    .action((flags: ClusterFlags) => runCluster(flags, ['status', ...(flags.json === true ? ['--json'] : [])]));
}

function inFolder(command: Command): Command {
  return command.option('--folder <path>', 'of its data, logs, secrets and homes (default: the home with -cluster)');
}

function runCluster(flags: ClusterFlags, words: readonly string[], ofServe: readonly string[] = []): Promise<void> {
  return runCommand({}, async (context) => {
    const { runInForeground } = await import('../context/foreground.ts');
    const script = fileURLToPath(new URL('../../../workers/cluster.ts', import.meta.url));
    const folder = flags.folder ?? `${context.config.home}-cluster`;
    return runInForeground(context, script, [...words, '--folder', folder, '--', ...ofServe]);
  });
}
