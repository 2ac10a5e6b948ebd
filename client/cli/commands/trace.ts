import type { Command } from 'commander';
import type { TracedClaim } from '../../../workers/local-tools.ts';
import { UsageError } from '../../errors/failures.ts';
import { examples } from '../../wording/cli-commands.ts';
import type { CommandContext, OutputFlags } from '../context/command-context.ts';
import { CommandGroup } from '../context/command-group.ts';
import { ExitCode } from '../context/exit.ts';
import { runCommand } from '../context/run-command.ts';
import { parseWholeNumber } from '../options/option-values.ts';

/** `trace`: follows the claims of a report to the stored text. */
export function addTraceCommand(program: Command): void {
  program
    .command('trace')
    .helpGroup(CommandGroup.Look)
    .description('Follow each claim of a report through citation, finding, passage and source to the stored text.')
    .argument('[id]', 'id of the run (default: the newest with a report)')
    .argument('[number]', 'number of the claim in the report, from 1 (default: all)', parseWholeNumber)
    .option('--json', 'as JSON')
    .addHelpText('after', examples('trace', 'trace research-limits-3f9a21 2'))
    .addHelpText('after', '\nExit code 0: every claim was traced; 1: at least one was not.')
    .action((id: string | undefined, number: number | undefined, flags: OutputFlags) =>
      runCommand(flags, (context) => trace(context, id, number)),
    );
}

async function trace(context: CommandContext, id: string | undefined, number: number | undefined): Promise<ExitCode> {
  const { resolveRun } = await import('../runs/known-runs.ts');
  const { findReport } = await import('../../runs/find-report.ts');
  const { renderTrace } = await import('../rendering/render-trace.ts');
  const researchId = await resolveRun(context, id, ({ reportPath }) => reportPath !== null);
  const { recordPath } = await findReport(context, researchId);
  const all = await (await context.tools()).traceRecord(recordPath);
  const claims = number === undefined ? all : [pick(all, number)];
  const isTraceable = claims.every((claim) => claim.isTraceable);
  context.output.result({ researchId, traceable: isTraceable, claims }, () => renderTrace(claims, context.columns));
  return isTraceable ? ExitCode.Done : ExitCode.NotVerified;
}

function pick(claims: readonly TracedClaim[], number: number): TracedClaim {
  const claim = claims.find((candidate) => candidate.number === number);
  if (claim !== undefined) return claim;
  throw new UsageError(
    claims.length === 0 ? 'the report has no claims' : `the report has no claim ${number}: use 1 to ${claims.length}`,
  );
}
