import type { Command } from 'commander';
import { examples } from '../../errors/cli-commands.ts';
import { UsageError } from '../../errors/failures.ts';
import type { CommandContext, OutputFlags } from '../context/command-context.ts';
import { CommandGroup, RUN_ID } from '../context/command-group.ts';
import { ExitCode } from '../context/exit.ts';
import { runCommand } from '../context/run-command.ts';
import { readPlan } from '../options/plan-file.ts';

interface ApproveFlags extends OutputFlags {
  readonly plan?: string;
  readonly print?: boolean;
}

const EXAMPLES = examples(
  'approve research-limits-3f9a21',
  'approve research-limits-3f9a21 --print > plan.json',
  'approve research-limits-3f9a21 --plan plan.json',
);

/** `approve`: starts research with the pending plan, or with an edited one. */
export function addApproveCommand(program: Command): void {
  program
    .command('approve')
    .helpGroup(CommandGroup.Steer)
    .description('Approve the plan of a run that was started with --approve-plan.')
    .argument('<id>', RUN_ID)
    .option('--plan <file>', 'use this edited plan instead')
    .option('--print', 'print the plan as JSON for editing; approves nothing')
    .option('--json', 'the outcome as JSON')
    .addHelpText('after', EXAMPLES)
    .action((id: string, flags: ApproveFlags) =>
      runCommand(flags, async (context) => {
        if (flags.print === true) return printPlan(context, id);
        const plan = flags.plan === undefined ? undefined : await readPlan(flags.plan);
        const { sendMessage } = await import('../runs/send-message.ts');
        return sendMessage(
          context,
          id,
          (research, researchId) => research.approvePlan(researchId, plan),
          'Plan approved.',
        );
      }),
    );
}

async function printPlan(context: CommandContext, id: string): Promise<ExitCode> {
  const { findRun } = await import('../runs/find-run.ts');
  const plan = (await findRun(context, id)).progress?.planToApprove ?? null;
  if (plan === null) throw new UsageError('this run has no plan waiting for approval');
  context.output.result(plan, () => JSON.stringify(plan, null, 2));
  return ExitCode.Done;
}
