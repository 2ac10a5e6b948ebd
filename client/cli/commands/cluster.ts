import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { examples } from '../../errors/cli-commands.ts';
import type { OutputFlags } from '../context/command-context.ts';
import { CommandGroup } from '../context/command-group.ts';
import { runCommand } from '../context/run-command.ts';
import { collect, parseWholeNumber } from '../options/option-values.ts';

interface ClusterFlags extends OutputFlags {
  /** Default: beside the home. */
  readonly folder?: string;
}

interface UpFlags extends ClusterFlags {
  readonly workers: number;
  readonly corpus?: readonly string[];
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
    .option('--corpus <folder>', 'that serve offers; may be repeated', collect)
    .addHelpText('after', examples('cluster up --workers 4 --corpus docs'))
    .action((flags: UpFlags) => {
      const sources = (flags.corpus ?? []).flatMap((folder) => ['--corpus', folder]);
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
