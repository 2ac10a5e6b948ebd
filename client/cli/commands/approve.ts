import type { Command } from 'commander';
import { UsageError } from '../../errors/failures.ts';
import type { CommandContext, OutputFlags } from '../context/command-context.ts';
import { ExitCode } from '../context/exit.ts';
import { runCommand } from '../context/run-command.ts';
import { readPlan } from '../options/plan-file.ts';

interface ApproveFlags extends OutputFlags {
  readonly plan?: string;
  readonly print?: boolean;
}

const EXAMPLES = `
Examples:
  npm run approve -- research-limits-3f9a21
  npm run -s approve -- research-limits-3f9a21 --print > plan.json
  npm run approve -- research-limits-3f9a21 --plan plan.json
`;

/** `approve`: starts research with the plan that waits, or with an edited one. */
export function addApproveCommand(program: Command): void {
  program
    .command('approve')
    .description('Approve the plan of a run that was started with --approve-plan.')
    .argument('<id>', 'the run; the beginning or the end of its id is enough')
    .option('--plan <file>', 'research this plan instead')
    .option('--print', 'print the plan as JSON, to be edited, and approve nothing')
    .option('--json', 'what became of it as JSON')
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
  if (plan === null) throw new UsageError('no plan of this run waits to be approved');
  context.output.result(plan, () => JSON.stringify(plan, null, 2));
  return ExitCode.Done;
}
