import type { Command } from 'commander';
import { earlierRecords } from '../../../workers/home/home-folder.ts';
import type { StoredRun } from '../../../workers/local-tools.ts';
import { examples } from '../../errors/cli-commands.ts';
import type { RunRow } from '../../runs/merge-runs.ts';
import type { CommandContext, OutputFlags } from '../context/command-context.ts';
import { CommandGroup } from '../context/command-group.ts';
import { ExitCode } from '../context/exit.ts';
import { runCommand } from '../context/run-command.ts';

/** The list gives advice on this many failed runs, the newest. */
const MAX_ADVISED = 3;

interface ListFlags extends OutputFlags {
  readonly awaiting?: boolean;
}

/** `list`: shows the runs of this store, and Temporal's runs while it is running. */
export function addListCommand(program: Command): void {
  program
    .command('list')
    .helpGroup(CommandGroup.Look)
    .description('List the runs, newest first. Works without Temporal.')
    .option('--awaiting', 'only runs waiting for an answer')
    .option('--json', 'as JSON')
    .addHelpText('after', examples('list --awaiting'))
    .action((flags: ListFlags) => runCommand(flags, (context) => list(context, flags.awaiting === true)));
}

async function list(context: CommandContext, awaitingOnly: boolean): Promise<ExitCode> {
  const { withRunningTemporal } = await import('../context/reach.ts');
  const { mergeRuns } = await import('../../runs/merge-runs.ts');
  const { storedRuns } = await import('../runs/find-run.ts');
  const { renderRuns } = await import('../rendering/render-runs.ts');
  const stored = await storedRuns(context);
  const earlier = earlierRecords(context.config.home);
  if (earlier !== null) context.output.notice(earlier);
  const runs: readonly RunRow[] = await withRunningTemporal(context, async (access) =>
    mergeRuns(stored, access === null ? null : await access.research.list({ awaitingOnly }), awaitingOnly),
  );
  if (context.output.isJson) {
    context.output.result(await withMeasures(context, runs, stored), () => '');
    return ExitCode.Done;
  }
  // A pipe gets whole lines.
  const columns = context.config.terminal.showsResults ? context.columns : Number.POSITIVE_INFINITY;
  context.output.result(null, () => (runs.length === 0 ? 'No runs.' : renderRuns(runs, { columns, now: Date.now() })));
  const failed = runs.filter(({ advice }) => advice !== null).slice(0, MAX_ADVISED);
  for (const { researchId, advice } of failed) context.output.notice(`\n${researchId} failed. ${advice}`);
  return ExitCode.Done;
}

/** With scores and the counts of drift, where a report tells them. */
async function withMeasures(
  context: CommandContext,
  runs: readonly RunRow[],
  stored: readonly StoredRun[],
): Promise<object[]> {
  const { countDrift, readMeasures } = await import('../runs/run-measures.ts');
  return Promise.all(
    runs.map(async (run): Promise<object> => {
      const { researchId } = run;
      const known = stored.find((other) => other.researchId === researchId);
      const { scores, drift } = await readMeasures(context, known ?? { researchId, progress: null, hasReport: false });
      return { ...run, scores, drift: drift && countDrift(drift) };
    }),
  );
}
