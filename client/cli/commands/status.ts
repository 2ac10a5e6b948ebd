import type { Command } from 'commander';
import type { CommandContext, OutputFlags } from '../command-context.ts';
import { ExitCode } from '../exit.ts';
import { runCommand } from '../run-command.ts';

interface StatusFlags extends OutputFlags {
  readonly watch?: boolean;
}

/** `status`: shows a run without starting anything. */
export function addStatusCommand(program: Command): void {
  program
    .command('status')
    .description(
      'Show a run: stage, tasks, what it asks, gaps, skipped files. Works without a worker and without Temporal.',
    )
    .argument('[id]', 'the run (default: the newest)')
    .option('--watch', 'go on showing it until it is over')
    .option('--json', 'as JSON; with --watch one line for every change')
    .addHelpText('after', '\nExamples:\n  npm run status\n  npm run status -- research-limits-3f9a21 --watch')
    .action((id: string | undefined, flags: StatusFlags) =>
      runCommand(flags, (context) => (flags.watch === true ? watchStatus(context, id) : showStatus(context, id))),
    );
}

async function showStatus(context: CommandContext, id: string | undefined): Promise<ExitCode> {
  const { findRun } = await import('../find-run.ts');
  const { renderStatus } = await import('../render-status.ts');
  const run = await findRun(context, id);
  context.output.result(run, () => renderStatus(run, { columns: context.columns, now: Date.now() }));
  return ExitCode.Done;
}

async function watchStatus(context: CommandContext, id: string | undefined): Promise<ExitCode> {
  const { resolveRun } = await import('../known-runs.ts');
  const { withRunningTemporal } = await import('../reach.ts');
  const { watchOnly } = await import('../follow-run.ts');
  const researchId = await resolveRun(context, id);
  const isOver = await withRunningTemporal(context, async (access) => {
    if (access === null) return false;
    await watchOnly(context, access, researchId);
    return true;
  });
  // Nothing moves without Temporal: one look is all there is.
  return isOver ? ExitCode.Done : showStatus(context, researchId);
}
