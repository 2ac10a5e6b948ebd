import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { counted } from '../../../workflows/contracts/counted.ts';
import type { RunHistories } from '../../connection/history-deletion.ts';
import { UnknownRunError, UsageError } from '../../errors/failures.ts';
import { commands, examples } from '../../wording/cli-commands.ts';
import type { CommandContext, OutputFlags } from '../context/command-context.ts';
import { CommandGroup, RUN_ID } from '../context/command-group.ts';
import { ExitCode } from '../context/exit.ts';
import { runCommand } from '../context/run-command.ts';

interface DeleteFlags extends OutputFlags {
  readonly yes?: boolean;
  readonly keepHistory?: boolean;
}

/** `delete`: removes one run and what only that run brought. */
export function addDeleteCommand(program: Command): void {
  program
    .command('delete')
    .helpGroup(CommandGroup.Store)
    .description('Delete a run completely: report, pages, stored answers, ledger, and its history in Temporal.')
    .argument('<id>', RUN_ID)
    .option('--yes', 'do not ask')
    .option('--keep-history', 'keep its history, for a Temporal Service that cannot be reached')
    .option('--json', 'what was deleted as JSON')
    .addHelpText('after', '\nThe index of a folder stays, and so do texts that other reports quote. The id of the run')
    .addHelpText('after', 'remains in timers of the server until they fire.')
    .addHelpText('after', examples('delete research-limits-3f9a21'))
    .action((id: string, flags: DeleteFlags) => runCommand(flags, (context) => deleteRun(context, id, flags)));
}

async function deleteRun(context: CommandContext, given: string, flags: DeleteFlags): Promise<ExitCode> {
  const { isUnfinished, resolveRun } = await import('../runs/known-runs.ts');
  const { renderSwept } = await import('../rendering/render-swept.ts');
  const tools = await context.tools();
  const researchId = await resolveRun(context, given);
  const stored = await tools.runs.read(researchId);
  const lifecycle = await tools.openLifecycle();
  return withHistories(context, flags.keepHistory === true, async (histories) => {
    const state = (await histories?.stateOf(researchId)) ?? null;
    if (stored === null && state === null) throw new UnknownRunError(researchId);
    const isUncertain = histories === null && stored !== null && isUnfinished(stored);
    if (state === 'running' || isUncertain)
      throw new UsageError(`the run "${researchId}" is still running`, `End it first: ${commands.cancel(researchId)}`);
    const plan = await lifecycle.removeRun({ researchId, apply: false });
    if (!(await isWanted(context, flags, `${researchId}\n${renderSwept(plan.parts)}`))) return ExitCode.Done;
    await histories?.delete(researchId, context.signal);
    const { parts, textsKept } = await lifecycle.removeRun({ researchId, apply: true });
    context.output.result({ researchId, deleted: true, history: state !== null, parts, textsKept }, () =>
      [renderSwept(parts), '', `Deleted${state === null ? '' : ', with its history in Temporal'}.`].join('\n'),
    );
    if (textsKept > 0)
      context.output.notice(
        `Kept while other runs may use them: ${counted(textsKept, 'text')}. gc deletes unused ones once those runs are over.`,
      );
    return ExitCode.Done;
  });
}

/** Starts the embedded server if needed: only Temporal knows whether a run is over, and can delete its history. */
async function withHistories(
  context: CommandContext,
  keepHistory: boolean,
  use: (histories: RunHistories | null) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { config } = context;
  const isThere = config.usesExternalTemporal || existsSync(join(config.home, 'temporal', 'temporal.db'));
  if (keepHistory || !isThere) return use(null);
  const { withTemporal } = await import('../context/reach.ts');
  const { openRunHistories } = await import('../../connection/history-deletion.ts');
  return withTemporal(context, { keep: false }, async (access) => {
    const histories = await openRunHistories(config, access);
    try {
      return await use(histories);
    } finally {
      await histories.close();
    }
  });
}

async function isWanted(
  { config, output, signal }: CommandContext,
  flags: DeleteFlags,
  plan: string,
): Promise<boolean> {
  if (flags.yes === true) return true;
  if (!config.terminal.canAsk)
    throw new UsageError(
      'deleting needs a confirmation, and this is no terminal',
      'Add --yes to delete without asking.',
    );
  output.notice(plan);
  const { confirm } = await import('@clack/prompts');
  const answer = await confirm({ message: 'Delete it?', initialValue: false, output: process.stderr, signal });
  if (answer === true) return true;
  output.notice('Nothing was deleted.');
  return false;
}
