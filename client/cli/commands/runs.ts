import type { Drift } from '@plumbline/contracts/evidence/drift';
import type { StoredRun } from '@plumbline/contracts/report/run-view';
import type { Label } from '@plumbline/storage/labels';
import { type Command, Option } from 'commander';
import { example } from '../../errors/failures.ts';
import { type RunRow, mergeRuns } from '../../runs/merge-runs.ts';
import type { CommandContext } from '../context/command-context.ts';
import { acting } from '../context/command.ts';
import { withRunningTemporal, withTemporal } from '../context/reach.ts';
import { findRun, resolveRun, countDrift, readMeasures, readTelemetry } from '../runs/find-run.ts';
import { renderAge, toPlainLine, displayWidth, layoutTable, truncate } from '../terminal/text-layout.ts';

/** The list gives advice on this many failed runs, the newest. */
const MAX_ADVISED = 3;

type LabelledRun = RunRow & Label;

interface ListFlags {
  readonly awaiting?: boolean;
  readonly sessions?: boolean;
  readonly user?: string;
}

interface StatusFlags {
  readonly watch?: boolean;
  readonly drift?: boolean;
  readonly retrieval?: boolean;
  readonly decisions?: string | true;
}

export function addListCommand(program: Command): void {
  program
    .command('list')
    .description('List the runs, newest first; that works without Temporal. Or list the sessions of ask and chat.')
    .addOption(new Option('--awaiting', 'only runs waiting for an answer').conflicts('sessions'))
    .option('--sessions', 'the sessions')
    .option('--user <name>', 'only sessions of this user')
    .addHelpText('after', example('list --awaiting'))
    .action(
      acting((context, flags: ListFlags) =>
        flags.sessions === true ? listSessions(context, flags.user) : list(context, flags.awaiting === true),
      ),
    );
}

async function listSessions(context: CommandContext, user: string | undefined): Promise<void> {
  return withTemporal(context, { keep: false }, async ({ conversations }) => {
    const sessions = (await conversations.list()).filter(({ userId }) => user === undefined || userId === user);
    const rows = sessions.map(({ sessionId, status, startedAt, userId, title }) => [
      sessionId,
      status,
      renderAge(Date.now() - Date.parse(startedAt)),
      userId ?? '',
      toPlainLine(title),
    ]);
    const columns = context.shownColumns ?? Number.POSITIVE_INFINITY;
    const table = [['ID', 'STATUS', 'AGE', 'USER', 'FIRST MESSAGE'], ...rows];
    context.output.result(sessions, () =>
      rows.length === 0 ? 'No sessions.' : layoutTable(table, columns).join('\n'),
    );
  });
}

async function list(context: CommandContext, awaitingOnly: boolean): Promise<void> {
  const tools = await context.tools();
  const stored = await tools.runs.list();
  const labels = await tools.labels.list();
  const runs: readonly LabelledRun[] = (
    await withRunningTemporal(context, async (access) =>
      mergeRuns(stored, access === null ? null : await access.research.list({ awaitingOnly }), awaitingOnly),
    )
  ).map((run) => ({ ...run, name: null, isPinned: false, ...labels.get(run.researchId) }));
  if (context.output.isJson) return context.output.result(await withMeasures(context, runs, stored), () => '');
  // A pipe gets whole lines.
  const columns = context.shownColumns ?? Number.POSITIVE_INFINITY;
  context.output.result(null, () => (runs.length === 0 ? 'No runs.' : renderRuns(runs, { columns, now: Date.now() })));
  const failed = runs.filter(({ advice }) => advice !== null).slice(0, MAX_ADVISED);
  for (const { researchId, advice } of failed) context.output.notice(`\n${researchId} failed. ${advice}`);
}

/** With trust and the counts of drift, where a report tells them. */
async function withMeasures(
  context: CommandContext,
  runs: readonly LabelledRun[],
  stored: readonly StoredRun[],
): Promise<object[]> {
  return Promise.all(
    runs.map(async (run): Promise<object> => {
      const { researchId } = run;
      const known = stored.find((other) => other.researchId === researchId);
      const { trust, drift } = await readMeasures(context, known ?? { researchId, progress: null, hasReport: false });
      return { ...run, trust, drift: drift && countDrift(drift) };
    }),
  );
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

export function addStatusCommand(program: Command): void {
  program
    .command('status')
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
    .addHelpText('after', example('status --watch'))
    .action(
      acting((context, id: string | undefined, flags: StatusFlags) => {
        if (flags.drift === true) return showDrift(context, id);
        if (flags.retrieval === true) return showRetrieval(context, id);
        if (flags.decisions !== undefined) return showDecisions(context, id, flags.decisions);
        return flags.watch === true ? watchStatus(context, id) : showStatus(context, id);
      }),
    );
}

async function showStatus(context: CommandContext, id: string | undefined): Promise<void> {
  if (id !== undefined && (await showSession(context, id))) return;
  const { renderStatus } = await import('../rendering/render-status.ts');
  const found = await findRun(context, id);
  const run = { ...found, ...(await readMeasures(context, found)) };
  context.output.result(run, () => renderStatus(run, { columns: context.columns, now: Date.now() }));
}

/** @returns false when this is no session */
async function showSession(context: CommandContext, id: string): Promise<boolean> {
  const { findSession, renderSession } = await import('../rendering/render-session.ts');
  const session = await findSession(context, id);
  if (session === null) return false;
  context.output.result(session, () => renderSession(session, { columns: context.columns, now: Date.now() }));
  return true;
}

async function showDrift(context: CommandContext, id: string | undefined): Promise<void> {
  const { countHidden, renderDrift } = await import('../rendering/render-changes.ts');
  const run = await findRun(context, id);
  const { drift } = await readMeasures(context, run);
  const whole = drift === null || countHidden(drift) === 0 ? drift : ((await readDrift(context, run)) ?? drift);
  return showPart(context, run, { drift: whole }, renderDrift(whole, context.columns));
}

/** A run under way only counts what was dropped, and knows it all; without a worker, what it settled tells. */
async function readDrift(
  context: CommandContext,
  { researchId }: { readonly researchId: string },
): Promise<Drift | null> {
  const asked = await withRunningTemporal(
    context,
    (access) => access?.research.drift(researchId).catch(() => null) ?? Promise.resolve(null),
  );
  if (asked !== null) return asked;
  const { runs } = await context.tools();
  return (await runs.readSettled(researchId))?.stages.material?.drift ?? null;
}

async function showRetrieval(context: CommandContext, id: string | undefined): Promise<void> {
  const { renderRetrieval } = await import('../rendering/render-status.ts');
  const { readKnown } = await import('../rendering/render-decisions.ts');
  const run = await findRun(context, id);
  const known = await readTelemetry(context, run);
  const telemetry = known && { ...known, tasks: [...(await readKnown(context, run, known))] };
  return showPart(context, run, { telemetry }, renderRetrieval(telemetry, context.columns));
}

async function showDecisions(context: CommandContext, id: string | undefined, wanted: string | true): Promise<void> {
  const { readDecisions, renderDecisions } = await import('../rendering/render-decisions.ts');
  const run = await findRun(context, id);
  const tasks = await readDecisions(context, run, wanted === true ? null : wanted);
  return showPart(context, run, { tasks }, renderDecisions(tasks, context.columns));
}

function showPart(
  { output }: CommandContext,
  { researchId, stage }: Pick<RunRow, 'researchId' | 'stage'>,
  part: object,
  text: string,
): void {
  output.result({ researchId, stage, ...part }, () => [researchId, text].join('\n'));
}

async function watchStatus(context: CommandContext, id: string | undefined): Promise<void> {
  const { watchOnly } = await import('../watching/follow-run.ts');
  const researchId = await resolveRun(context, id);
  const isOver = await withRunningTemporal(context, async (access) => {
    if (access === null) return false;
    await watchOnly(context, access, researchId);
    return true;
  });
  // Without Temporal nothing changes.
  if (!isOver) await showStatus(context, researchId);
}
