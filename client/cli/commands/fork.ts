import type { Command } from 'commander';
import type { ResearchRequest } from '../../../workflows/contracts/research-request.ts';
import type { TemporalAccess } from '../../connection/temporal-access.ts';
import { UsageError } from '../../errors/failures.ts';
import { refuseContradictions } from '../../runs/fork-request.ts';
import { commands, examples } from '../../wording/cli-commands.ts';
import type { CommandContext } from '../context/command-context.ts';
import { CommandGroup, RUN_ID } from '../context/command-group.ts';
import { ExitCode } from '../context/exit.ts';
import type { LingerFlags } from '../context/linger.ts';
import { runCommand } from '../context/run-command.ts';
import { addForkOptions, type ForkOptions, forkChangesFrom, OPTION_WORDING } from '../options/fork-options.ts';
import { requireModel } from '../options/model-option.ts';

interface ForkFlags extends ForkOptions, LingerFlags {
  readonly id?: string;
  readonly detach?: boolean;
  readonly quiet?: boolean;
  readonly printPlan?: boolean;
  readonly model?: string;
}

const NOTE = `
plan       keeps the answers and the question as understood
research   keeps the plan as well
synthesis  keeps what was found and validated, and writes the report anew

Answers of the other run are used again wherever the very same is asked. The other run stays as it is, and may be under way,
failed or cancelled.`;

const EXAMPLES = examples(
  'fork research-limits-3f9a21 --from research --relevance-threshold 0.6',
  'fork research-limits-3f9a21 --from research --print-plan > plan.json',
  'fork research-limits-3f9a21 --from research --plan plan.json --add-corpus minutes',
  'fork research-limits-3f9a21 --from synthesis --model large --id limits-large',
);

/** `fork`: starts a new run from what another one has settled. */
export function addForkCommand(program: Command): void {
  const command = program
    .command('fork')
    .helpGroup(CommandGroup.Start)
    .description('Start a new run that keeps what another one has settled, and does the rest with changes.')
    .argument('<id>', RUN_ID);
  addForkOptions(command);
  command
    .addHelpText('after', NOTE)
    .addHelpText('after', EXAMPLES)
    .action((id: string, flags: ForkFlags) => runCommand(flags, (context) => fork(context, id, flags)));
}

async function fork(context: CommandContext, given: string, flags: ForkFlags): Promise<ExitCode> {
  const { checkResearchId } = await import('../../runs/research-id.ts');
  const { requireKnownRun, resolveRun } = await import('../runs/known-runs.ts');
  const changes = await forkChangesFrom(flags);
  refuseContradictions(changes, OPTION_WORDING);
  requireModel(context.config, flags.model);
  if (flags.id !== undefined) checkResearchId(flags.id);
  const origin = await resolveRun(context, given);
  await requireKnownRun(context, origin);
  const { withTemporal } = await import('../context/reach.ts');
  const { beginRun } = await import('../runs/begin-run.ts');
  const { followOrLeave } = await import('../watching/follow-or-leave.ts');
  return withTemporal(context, { keep: flags.detach === true, lingerBy: flags }, async (access) => {
    if (flags.printPlan === true) return printPlan(context, access, origin);
    const request = await access.research.forkRequest(origin, changes, OPTION_WORDING);
    await requireFolders(context, request);
    return followOrLeave(context, access, await beginRun(context, access, request, flags.id), flags);
  });
}

/** A fork from synthesis reads the stored texts alone. @throws {UsageError} */
async function requireFolders({ config }: CommandContext, { corpusDirectories, forkedFrom }: ResearchRequest) {
  if (forkedFrom?.from === 'synthesis') return;
  const { findFolderProblems } = await import('../options/corpus-folders.ts');
  const problems = findFolderProblems(corpusDirectories, !config.usesExternalTemporal);
  if (problems.length > 0) throw new UsageError(problems.join('\n       '), `See: ${commands.help('fork')}`);
}

async function printPlan({ output }: CommandContext, { research }: TemporalAccess, origin: string): Promise<ExitCode> {
  const { stages } = await research.forkable(origin);
  const plan = stages.plan?.plan;
  if (plan === undefined)
    throw new UsageError(`the run "${origin}" has no plan yet`, `See: ${commands.status(origin)}`);
  output.result(plan, () => JSON.stringify(plan, null, 2));
  return ExitCode.Done;
}
