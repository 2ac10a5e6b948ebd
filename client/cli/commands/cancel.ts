import type { Command } from 'commander';
import type { OutputFlags } from '../context/command-context.ts';
import { ExitCode } from '../context/exit.ts';
import { runCommand } from '../context/run-command.ts';

/** `cancel`: ends a run without a report. */
export function addCancelCommand(program: Command): void {
  program
    .command('cancel')
    .description('End a run without a report. `finish` ends it with one.')
    .argument('<id>', 'the run; the beginning or the end of its id is enough')
    .option('--json', 'what became of it as JSON')
    .addHelpText('after', '\nExample:\n  npm run cancel -- research-limits-3f9a21')
    .action((id: string, flags: OutputFlags) =>
      runCommand(flags, async (context) => {
        const { requireKnownRun, resolveRun } = await import('../runs/known-runs.ts');
        const { withTemporal } = await import('../context/reach.ts');
        const { waitUntilOver } = await import('../runs/wait-until-over.ts');
        const researchId = await resolveRun(context, id);
        await requireKnownRun(context, researchId);
        return withTemporal(context, { keep: false }, async ({ research }) => {
          await research.cancel(researchId);
          const isOver = await waitUntilOver(research, researchId, context.signal);
          context.output.result({ researchId, cancelled: isOver }, () =>
            isOver ? 'Cancelled.' : 'Cancellation is stored with the run; it ends when a worker takes it.',
          );
          return ExitCode.Done;
        });
      }),
    );
}
