import type { Command } from 'commander';
import { examples } from '../../errors/cli-commands.ts';
import type { OutputFlags } from '../context/command-context.ts';
import { CommandGroup, RUN_ID } from '../context/command-group.ts';
import { ExitCode } from '../context/exit.ts';
import { runCommand } from '../context/run-command.ts';

/** `cancel`: ends a run without a report. */
export function addCancelCommand(program: Command): void {
  program
    .command('cancel')
    .helpGroup(CommandGroup.Steer)
    .description('End a run without a report. `finish` ends it with one.')
    .argument('<id>', RUN_ID)
    .option('--json', 'the outcome as JSON')
    .addHelpText('after', examples('cancel research-limits-3f9a21'))
    .action((id: string, flags: OutputFlags) =>
      runCommand(flags, async (context) => {
        const { requireKnownRun, resolveRun } = await import('../runs/find-run.ts');
        const { withTemporal } = await import('../context/reach.ts');
        const { unlessSession, waitUntilOver } = await import('../runs/send-message.ts');
        const researchId = await resolveRun(context, id);
        await requireKnownRun(context, researchId);
        return withTemporal(context, { keep: false }, async ({ research, conversations }) => {
          const cancelled = await research
            .cancel(researchId)
            .catch(unlessSession(() => conversations.cancel(researchId)));
          const hasEnded = async (): Promise<boolean> =>
            cancelled === null
              ? (await conversations.observe(researchId))?.status !== 'running'
              : (await research.observe(researchId)).closedAt !== null;
          const isOver = await waitUntilOver(hasEnded, context.signal);
          context.output.result({ researchId, cancelled: isOver }, () =>
            isOver ? 'Cancelled.' : 'Cancellation requested; the run ends when a worker picks it up.',
          );
          return ExitCode.Done;
        });
      }),
    );
}
