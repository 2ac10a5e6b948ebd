import type { Command } from 'commander';
import type { TracedClaim } from '../../../workers/local-tools.ts';
import { UsageError } from '../../errors/failures.ts';
import type { CommandContext, OutputFlags } from '../context/command-context.ts';
import { ExitCode } from '../context/exit.ts';
import { runCommand } from '../context/run-command.ts';
import { parseWholeNumber } from '../options/option-values.ts';

/** `trace`: walks from the claims of a report to the stored bytes that they rest on. */
export function addTraceCommand(program: Command): void {
  program
    .command('trace')
    .description(
      'Walk from each claim of a report over citation, finding, passage and source to the stored text. Needs no Temporal.',
    )
    .argument('[id]', 'the run (default: the newest that has a report)')
    .argument('[number]', 'only this claim, counted from 1 in the order of the report', parseWholeNumber)
    .option('--json', 'as JSON')
    .addHelpText('after', '\nExamples:\n  npm run trace\n  npm run trace -- research-limits-3f9a21 2')
    .addHelpText('after', '\nExit code 0: every walk is complete; 1: one breaks off.')
    .action((id: string | undefined, number: number | undefined, flags: OutputFlags) =>
      runCommand(flags, (context) => trace(context, id, number)),
    );
}

async function trace(context: CommandContext, id: string | undefined, number: number | undefined): Promise<ExitCode> {
  const { resolveRun } = await import('../runs/known-runs.ts');
  const { findReport } = await import('../runs/find-report.ts');
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
