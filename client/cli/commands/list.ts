import type { Command } from 'commander';
import type { CommandContext, OutputFlags } from '../command-context.ts';
import { ExitCode } from '../exit.ts';
import type { RunRow } from '../render-runs.ts';
import { runCommand } from '../run-command.ts';

interface ListFlags extends OutputFlags {
  readonly awaiting?: boolean;
}

/** `list`: the runs of this store and of Temporal, when it runs. */
export function addListCommand(program: Command): void {
  program
    .command('list')
    .description('List the runs, newest first. Works without Temporal.')
    .option('--awaiting', 'only runs that wait for a person')
    .option('--json', 'as JSON')
    .addHelpText('after', '\nExample:\n  npm run list -- --awaiting')
    .action((flags: ListFlags) => runCommand(flags, (context) => list(context, flags.awaiting === true)));
}

async function list(context: CommandContext, awaitingOnly: boolean): Promise<ExitCode> {
  const { withRunningTemporal } = await import('../reach.ts');
  const { mergeRuns } = await import('../merge-runs.ts');
  const { storedRuns } = await import('../known-runs.ts');
  const { renderRuns } = await import('../render-runs.ts');
  const stored = await storedRuns(context);
  const runs: readonly RunRow[] = await withRunningTemporal(context, async (access) =>
    mergeRuns(stored, access === null ? null : await access.research.list({ awaitingOnly }), awaitingOnly),
  );
  // Whoever reads a pipe cuts for themselves.
  const columns = context.config.terminal.showsResults ? context.columns : Number.POSITIVE_INFINITY;
  context.output.result(runs, () => (runs.length === 0 ? 'No runs.' : renderRuns(runs, { columns, now: Date.now() })));
  return ExitCode.Done;
}
