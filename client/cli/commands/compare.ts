import type { Command } from 'commander';
import { examples } from '../../errors/cli-commands.ts';
import type { CommandContext, OutputFlags } from '../context/command-context.ts';
import { CommandGroup } from '../context/command-group.ts';
import { ExitCode } from '../context/exit.ts';
import { runCommand } from '../context/run-command.ts';

/** `compare`: shows what two reports have in common, and where they differ. */
export function addCompareCommand(program: Command): void {
  program
    .command('compare')
    .helpGroup(CommandGroup.Look)
    .description('Show what two finished reports have in common, and where they differ. Works without Temporal.')
    .argument('<a>', 'id of one run, or a unique part of it')
    .argument('<b>', 'id of the other run')
    .option('--json', 'as JSON')
    .addHelpText('after', examples('compare research-limits-3f9a21 research-limits-8c04de'))
    .action((a: string, b: string, flags: OutputFlags) => runCommand(flags, (context) => compare(context, a, b)));
}

async function compare(context: CommandContext, a: string, b: string): Promise<ExitCode> {
  const { resolveRun } = await import('../runs/find-run.ts');
  const { findReport } = await import('../../runs/find-report.ts');
  const { renderComparison } = await import('../rendering/render-comparison.ts');
  const [own, other] = [await resolveRun(context, a), await resolveRun(context, b)];
  const [reportA, reportB] = [await findReport(context, own), await findReport(context, other)];
  const comparison = await (await context.tools()).compareReports(reportA, reportB);
  context.output.result(comparison, () => renderComparison(comparison, context.columns));
  return ExitCode.Done;
}
