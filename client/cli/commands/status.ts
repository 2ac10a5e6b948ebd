import type { Drift } from '@plumbline/contracts/evidence/drift';
import { type Command, Option } from 'commander';
import { examples } from '../../errors/cli-commands.ts';
import type { CommandContext, OutputFlags } from '../context/command-context.ts';
import { CommandGroup } from '../context/command-group.ts';
import { ExitCode } from '../context/exit.ts';
import { runCommand } from '../context/run-command.ts';

interface StatusFlags extends OutputFlags {
  readonly watch?: boolean;
  readonly drift?: boolean;
  readonly retrieval?: boolean;
  readonly decisions?: string | true;
}

/** `status`: shows a run without starting anything. */
export function addStatusCommand(program: Command): void {
  program
    .command('status')
    .helpGroup(CommandGroup.Look)
    .description(
      'Show a run: stage, tasks, questions, searches, gaps, files that were not read; or a session. Works without Temporal.',
    )
    .argument('[id]', 'id of the run or session (default: the newest run)')
    .option('--watch', 'keep showing it until it is over')
    .addOption(new Option('--drift', 'only the findings dropped for drifting from the question').conflicts('watch'))
    .addOption(
      new Option('--retrieval', 'only the searches: queries, scores, final order').conflicts(['watch', 'drift']),
    )
    .addOption(
      new Option('--decisions [task]', 'every hit of every task, or of one: score, reason, read or why not').conflicts([
        'watch',
        'drift',
        'retrieval',
      ]),
    )
    .option('--json', 'as JSON; with --watch one line per change')
    .addHelpText(
      'after',
      examples(
        'status',
        'status research-limits-3f9a21 --watch',
        'status --drift',
        'status --retrieval',
        'status --decisions t2',
      ),
    )
    .action((id: string | undefined, flags: StatusFlags) =>
      runCommand(flags, (context) => {
        if (flags.drift === true) return showDrift(context, id);
        if (flags.retrieval === true) return showRetrieval(context, id);
        if (flags.decisions !== undefined) return showDecisions(context, id, flags.decisions);
        return flags.watch === true ? watchStatus(context, id) : showStatus(context, id);
      }),
    );
}

async function showStatus(context: CommandContext, id: string | undefined): Promise<ExitCode> {
  if (id !== undefined && (await showSession(context, id))) return ExitCode.Done;
  const { findRun } = await import('../runs/find-run.ts');
  const { renderStatus } = await import('../rendering/render-status.ts');
  const { readMeasures } = await import('../runs/run-measures.ts');
  const found = await findRun(context, id);
  const run = { ...found, ...(await readMeasures(context, found)) };
  context.output.result(run, () => renderStatus(run, { columns: context.columns, now: Date.now() }));
  return ExitCode.Done;
}

/** @returns false when this is no session */
async function showSession(context: CommandContext, id: string): Promise<boolean> {
  const { findSession } = await import('../rendering/render-session.ts');
  const session = await findSession(context, id);
  if (session === null) return false;
  const { renderSession } = await import('../rendering/render-session.ts');
  context.output.result(session, () => renderSession(session, { columns: context.columns, now: Date.now() }));
  return true;
}

async function showDrift(context: CommandContext, id: string | undefined): Promise<ExitCode> {
  const { findRun } = await import('../runs/find-run.ts');
  const { countHidden, renderDrift } = await import('../rendering/render-drift.ts');
  const { readMeasures } = await import('../runs/run-measures.ts');
  const run = await findRun(context, id);
  const { drift } = await readMeasures(context, run);
  const whole = drift === null || countHidden(drift) === 0 ? drift : ((await readDrift(context, run)) ?? drift);
  context.output.result({ researchId: run.researchId, stage: run.stage, drift: whole }, () =>
    [run.researchId, renderDrift(whole, context.columns)].join('\n'),
  );
  return ExitCode.Done;
}

/** A run under way only counts what was dropped, and knows it all; without a worker, what it settled tells. */
async function readDrift(
  context: CommandContext,
  { researchId }: { readonly researchId: string },
): Promise<Drift | null> {
  const { withRunningTemporal } = await import('../context/reach.ts');
  const asked = await withRunningTemporal(
    context,
    (access) => access?.research.drift(researchId).catch(() => null) ?? Promise.resolve(null),
  );
  if (asked !== null) return asked;
  const { runs } = await context.tools();
  return (await runs.readSettled(researchId))?.stages.material?.drift ?? null;
}

async function showRetrieval(context: CommandContext, id: string | undefined): Promise<ExitCode> {
  const { findRun } = await import('../runs/find-run.ts');
  const { renderRetrieval } = await import('../rendering/render-status.ts');
  const { readKnown } = await import('../rendering/render-decisions.ts');
  const { readTelemetry } = await import('../runs/run-measures.ts');
  const run = await findRun(context, id);
  const known = await readTelemetry(context, run);
  const telemetry = known && { ...known, tasks: [...(await readKnown(context, run, known))] };
  context.output.result({ researchId: run.researchId, stage: run.stage, telemetry }, () =>
    [run.researchId, renderRetrieval(telemetry, context.columns)].join('\n'),
  );
  return ExitCode.Done;
}

async function showDecisions(
  context: CommandContext,
  id: string | undefined,
  wanted: string | true,
): Promise<ExitCode> {
  const { findRun } = await import('../runs/find-run.ts');
  const { renderDecisions } = await import('../rendering/render-decisions.ts');
  const { readDecisions } = await import('../rendering/render-decisions.ts');
  const run = await findRun(context, id);
  const tasks = await readDecisions(context, run, wanted === true ? null : wanted);
  context.output.result({ researchId: run.researchId, stage: run.stage, tasks }, () =>
    [run.researchId, renderDecisions(tasks, context.columns)].join('\n'),
  );
  return ExitCode.Done;
}

async function watchStatus(context: CommandContext, id: string | undefined): Promise<ExitCode> {
  const { resolveRun } = await import('../runs/find-run.ts');
  const { withRunningTemporal } = await import('../context/reach.ts');
  const { watchOnly } = await import('../watching/follow-run.ts');
  const researchId = await resolveRun(context, id);
  const isOver = await withRunningTemporal(context, async (access) => {
    if (access === null) return false;
    await watchOnly(context, access, researchId);
    return true;
  });
  // Without Temporal nothing changes.
  return isOver ? ExitCode.Done : showStatus(context, researchId);
}
