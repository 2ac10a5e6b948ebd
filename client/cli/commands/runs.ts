import type { Drift } from '@plumbline/contracts/evidence/drift';
import type { StoredRun } from '@plumbline/contracts/report/run-view';
import type { Label } from '@plumbline/storage/labels';
import { type Command, Option } from 'commander';
import { earlierRecords } from '../../../workers/home/home-folder.ts';
import { examples } from '../../errors/cli-commands.ts';
import type { RunRow } from '../../runs/merge-runs.ts';
import type { CommandContext, OutputFlags } from '../context/command-context.ts';
import { CommandGroup } from '../context/command-group.ts';
import { ExitCode } from '../context/exit.ts';
import { runCommand } from '../context/run-command.ts';
import { renderAge } from '../terminal/duration.ts';
import { toPlainLine } from '../terminal/plain-text.ts';
import { displayWidth, layoutTable, truncate } from '../terminal/text-layout.ts';

/** The list gives advice on this many failed runs, the newest. */
const MAX_ADVISED = 3;

type LabelledRun = RunRow & Label;

interface ListFlags extends OutputFlags {
  readonly awaiting?: boolean;
}

interface StatusFlags extends OutputFlags {
  readonly watch?: boolean;
  readonly drift?: boolean;
  readonly retrieval?: boolean;
  readonly decisions?: string | true;
}

/** `list`: shows the runs of this store, and Temporal's runs while it is running. */
export function addListCommand(program: Command): void {
  program
    .command('list')
    .helpGroup(CommandGroup.Look)
    .description('List the runs, newest first. Works without Temporal.')
    .option('--awaiting', 'only runs waiting for an answer')
    .option('--json', 'as JSON')
    .addHelpText('after', examples('list --awaiting'))
    .action((flags: ListFlags) => runCommand(flags, (context) => list(context, flags.awaiting === true)));
}

async function list(context: CommandContext, awaitingOnly: boolean): Promise<ExitCode> {
  const { withRunningTemporal } = await import('../context/reach.ts');
  const { mergeRuns } = await import('../../runs/merge-runs.ts');
  const { storedRuns } = await import('../runs/find-run.ts');
  const stored = await storedRuns(context);
  const earlier = earlierRecords(context.config.home);
  if (earlier !== null) context.output.notice(earlier);
  const labels = await (await context.tools()).labels.list();
  const runs: readonly LabelledRun[] = (
    await withRunningTemporal(context, async (access) =>
      mergeRuns(stored, access === null ? null : await access.research.list({ awaitingOnly }), awaitingOnly),
    )
  ).map((run) => ({ ...run, name: null, isPinned: false, ...labels.get(run.researchId) }));
  if (context.output.isJson) {
    context.output.result(await withMeasures(context, runs, stored), () => '');
    return ExitCode.Done;
  }
  // A pipe gets whole lines.
  const columns = context.config.terminal.showsResults ? context.columns : Number.POSITIVE_INFINITY;
  context.output.result(null, () => (runs.length === 0 ? 'No runs.' : renderRuns(runs, { columns, now: Date.now() })));
  const failed = runs.filter(({ advice }) => advice !== null).slice(0, MAX_ADVISED);
  for (const { researchId, advice } of failed) context.output.notice(`\n${researchId} failed. ${advice}`);
  return ExitCode.Done;
}

/** With trust and the counts of drift, where a report tells them. */
async function withMeasures(
  context: CommandContext,
  runs: readonly LabelledRun[],
  stored: readonly StoredRun[],
): Promise<object[]> {
  const { countDrift, readMeasures } = await import('../runs/run-measures.ts');
  return Promise.all(
    runs.map(async (run): Promise<object> => {
      const { researchId } = run;
      const known = stored.find((other) => other.researchId === researchId);
      const { trust, drift } = await readMeasures(context, known ?? { researchId, progress: null, hasReport: false });
      return { ...run, trust, drift: drift && countDrift(drift) };
    }),
  );
}

interface RenameFlags extends OutputFlags {
  readonly pin?: boolean;
}

/** `rename`: names or pins a run or session, for lists and the page. */
export function addRenameCommand(program: Command): void {
  program
    .command('rename')
    .helpGroup(CommandGroup.Look)
    .description('Name a run or session, or pin it to the top of the page’s list. Without a name: its question again.')
    .argument('<id>', 'id of the run or session; its beginning or end is enough')
    .argument('[name]', 'what to call it')
    .option('--pin', 'pin it; its name stays where none is given')
    .option('--no-pin', 'unpin it')
    .option('--json', 'as JSON')
    .addHelpText('after', examples('rename research-limits-3f9a21 "Limits of the client"'))
    .action((id: string, name: string | undefined, flags: RenameFlags) =>
      runCommand(flags, (context) => rename(context, id, { name, isPinned: flags.pin })),
    );
}

interface LabelGiven {
  readonly name: string | undefined;
  readonly isPinned: boolean | undefined;
}

async function rename(context: CommandContext, given: string, { name, isPinned }: LabelGiven): Promise<ExitCode> {
  const { resolveRun } = await import('../runs/find-run.ts');
  const { labels } = await context.tools();
  const id = await resolveRun(context, given);
  const isNamed = name !== undefined || isPinned === undefined;
  const label = await labels.change(id, { isPinned, ...(isNamed && { name: name?.trim() || null }) });
  context.output.result({ id, ...label }, () => `${label.isPinned ? 'Pinned: ' : ''}${label.name ?? id}`);
  return ExitCode.Done;
}

/** With less space for questions the table becomes a list. */
const MIN_QUESTION_WIDTH = 20;

/** The table of `list`; in a narrow terminal two lines per run. */
export function renderRuns(
  runs: readonly (RunRow & { readonly name?: string | null })[],
  { columns, now }: { readonly columns: number; readonly now: number },
): string {
  const rows = runs.map((run) => ({
    state: [run.stage ?? '?', renderAge(now - Date.parse(run.startedAt)), run.awaitingInput ? 'yes' : ''],
    researchId: run.researchId,
    question: toPlainLine(run.name ?? run.question),
  }));
  const table = [
    ['ID', 'STAGE', 'AGE', 'AWAITING', 'QUESTION'],
    ...rows.map(({ researchId, state, question }) => [researchId, ...state, question]),
  ];
  const withoutQuestions = layoutTable(
    table.map((cells) => cells.slice(0, -1)),
    Number.POSITIVE_INFINITY,
  );
  if (Math.max(...withoutQuestions.map(displayWidth)) + MIN_QUESTION_WIDTH <= columns) {
    return layoutTable(table, columns).join('\n');
  }
  return rows
    .flatMap(({ researchId, state: [stage, age, awaiting], question }) => [
      researchId,
      truncate(`  ${stage}, ${age}${awaiting === '' ? '' : ', waiting'}: ${question}`, columns),
    ])
    .join('\n');
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
  const { countHidden, renderDrift } = await import('../rendering/render-changes.ts');
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
