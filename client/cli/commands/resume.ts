import type { Command } from 'commander';
import type { OutputFlags } from '../context/command-context.ts';
import { runCommand } from '../context/run-command.ts';

/** `resume`: brings Temporal and a worker back and watches a run, also one that is over. */
export function addResumeCommand(program: Command): void {
  program
    .command('resume')
    .description('Go on with a run and watch it; shows the report of one that is over.')
    .argument('[id]', 'the run (default: the newest that is not over)')
    .option('--quiet', 'no progress')
    .option('--json', 'the outcome as JSON')
    .addHelpText('after', '\nExamples:\n  npm run resume\n  npm run resume -- research-limits-3f9a21')
    .action((id: string | undefined, flags: OutputFlags) =>
      runCommand(flags, async (context) => {
        const { isUnfinished, requireKnownRun, resolveRun } = await import('../runs/known-runs.ts');
        const { withTemporal } = await import('../context/reach.ts');
        const { followOrShow } = await import('../watching/follow-run.ts');
        const researchId = await resolveRun(context, id, isUnfinished);
        await requireKnownRun(context, researchId);
        return withTemporal(context, { keep: false }, (access) =>
          followOrShow(context, access, researchId, { isQuiet: flags.quiet === true }),
        );
      }),
    );
}
