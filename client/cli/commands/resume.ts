import type { Command } from 'commander';
import { examples } from '../../errors/cli-commands.ts';
import { CommandGroup } from '../context/command-group.ts';
import type { LingerFlags } from '../context/linger.ts';
import { runCommand } from '../context/run-command.ts';
import { lingerOption } from '../options/linger-option.ts';

/** `resume`: starts Temporal and a worker if needed and follows a run. */
export function addResumeCommand(program: Command): void {
  program
    .command('resume')
    .helpGroup(CommandGroup.Start)
    .description(
      'Continue a run, even a failed one, from its last completed stage and follow it. Shows the report if the run is over.',
    )
    .argument('[id]', 'id of the run (default: the newest run that is unfinished or failed)')
    .addOption(lingerOption())
    .option('--quiet', 'no progress')
    .option('--json', 'the outcome as JSON')
    .addHelpText('after', examples('resume', 'resume research-limits-3f9a21'))
    .action((id: string | undefined, flags: LingerFlags) =>
      runCommand(flags, async (context) => {
        const { isUnfinished, requireKnownRun, resolveRun } = await import('../runs/find-run.ts');
        const { canResume, hasFailed } = await import('@plumbline/contracts/report/progress');
        const { withTemporal } = await import('../context/reach.ts');
        const { followOrShow } = await import('../watching/follow-run.ts');
        const researchId = await resolveRun(
          context,
          id,
          (run) => isUnfinished(run) || (run.progress !== null && canResume(run.progress)),
          ({ progress }) => hasFailed(progress?.stage ?? null),
        );
        await requireKnownRun(context, researchId);
        return withTemporal(context, { keep: false, lingerBy: flags }, async (access) => {
          const from = await access.research.resume(researchId);
          if (from !== null) context.output.progress(`Continuing ${researchId} after its failure, from ${from}`);
          return followOrShow(context, access, researchId, { isQuiet: flags.quiet === true });
        });
      }),
    );
}
