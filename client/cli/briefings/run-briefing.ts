import { join } from 'node:path';
import type { BriefingInput, BriefingOutcome } from '@plumbline/contracts/briefings/briefing-activities';
import type { BriefingDiagnostic } from '@plumbline/contracts/briefings/briefing-issues';
import type { BriefingSlot } from '@plumbline/contracts/briefings/briefing-slot';
import type { ListedOutput } from '../../../activities/briefings/folder/output-list.ts';
import type { BriefingClient } from '../../briefings/briefing-client.ts';
import type { BriefingObservation } from '../../briefings/briefing-observation.ts';
import type { BriefingFolder } from '../../briefings/briefing-schedules.ts';
import type { StartedBriefing } from '../../briefings/briefing-start.ts';
import type { TemporalAccess } from '../../connection/temporal-access.ts';
import { commands, RunFailedError, UsageError } from '../../errors/failures.ts';
import type { CommandContext } from '../context/command-context.ts';
import { ExitCode } from '../context/command.ts';
import { withTemporal } from '../context/reach.ts';
import { present, toPlainLine } from '../terminal/text-layout.ts';
import { sayStopped } from '../watching/follow-run.ts';
import { type BriefingFlags, briefingsAt, openFolder, withTools } from './briefing-folder.ts';
import { chooseSlot } from './slot-choice.ts';
import { watchBriefing } from './watch-briefing.ts';

interface RunToStart {
  readonly briefing: BriefingFolder;
  readonly slot: BriefingSlot;
  readonly input: BriefingInput;
}

/** `briefing run` */
export async function runBriefing(
  context: CommandContext,
  given: string,
  flags: BriefingFlags,
): Promise<ExitCode | void> {
  const briefing = await openFolder(context, given);
  const slot = await slotToRun(context, briefing, flags);
  const { kind, time, timezone } = slot;
  const themeIds = await knownThemes(context, briefing, flags.theme);
  const input = { folder: briefing.folder, kind, time, timezone, isBackfill: false, themeIds };
  return withTemporal(context, { keep: flags.detach === true, lingerBy: flags }, async (access) => {
    const client = briefingsAt(context, access);
    const started = await client.start(briefing.settings.name, input);
    const run: RunToStart = { briefing, slot, input };
    if (flags.detach === true) return sayWhereItRuns(context, access, run, started);
    return follow(context, access, { ...run, client, started });
  });
}

/** @throws {UsageError} when later slots have been written: their state must not change under them */
async function slotToRun(context: CommandContext, { folder, settings }: BriefingFolder, flags: BriefingFlags) {
  const { kind = 'daily', slot: given } = flags;
  return withTools(context, async ({ expectedSlots, listOutputs }) => {
    const slot = chooseSlot(settings, { kind, given, now: new Date() }, expectedSlots);
    if (given === undefined) return slot;
    const later = (await listOutputs(folder)).find(
      (output) => !output.isBackfill && output.slot.kind === kind && output.slot.time > slot.time,
    );
    if (later === undefined || later.slot.slotId === slot.slotId) return slot;
    throw new UsageError(
      `later slots have been written, the newest is ${later.slot.slotId}`,
      `Run the day separately, with the state before it: ${commands.backfillBriefing(folder, slot.day)}`,
    );
  });
}

/** Null: all. @throws {UsageError} for a theme that the state does not have */
async function knownThemes(
  context: CommandContext,
  { folder }: BriefingFolder,
  wanted: readonly string[] | undefined,
): Promise<readonly string[] | null> {
  if (wanted === undefined) return null;
  const { themes } = await withTools(context, ({ readForRefresh }) => readForRefresh(folder));
  const known = themes.themes.map(({ id }) => id);
  const unknown = wanted.filter((id) => !known.includes(id));
  if (unknown.length === 0) return [...new Set(wanted)];
  throw new UsageError(`there is no theme ${unknown.join(', ')}`, `There are: ${known.join(', ') || 'none'}.`);
}

interface RunToFollow extends RunToStart {
  readonly client: BriefingClient;
  readonly started: StartedBriefing;
}

async function follow(
  context: CommandContext,
  access: TemporalAccess,
  { client, started, briefing, slot, input }: RunToFollow,
): Promise<ExitCode | void> {
  const { output, signal } = context;
  const { workflowId, attached } = started;
  output.progress(attached ? `Joined ${workflowId}, which is under way` : `Started ${workflowId}`);
  const webUi = access.webUiOf(workflowId);
  if (webUi !== null) output.progress(`Web UI ${webUi}`);
  const again = comeBack(briefing, input);
  try {
    const look = () => client.observe(started);
    const over = await watchBriefing({ look, say: (line) => output.progress(line), signal, remedy: again });
    return await presentOutcome(context, { briefing, slot, workflowId, over });
  } catch (error) {
    if (signal.aborted) sayStopped(context, access, `It goes on while a worker runs. Come back: ${again}`);
    throw error;
  }
}

/** The same slot again: joins it, or reports its outcome. */
function comeBack({ folder }: BriefingFolder, { kind, time }: BriefingInput): string {
  return commands.runBriefing(folder, '--kind', kind, '--slot', time);
}

function sayWhereItRuns(
  { output }: CommandContext,
  access: TemporalAccess,
  { briefing, slot, input }: RunToStart,
  { workflowId, attached }: StartedBriefing,
): void {
  const follow = comeBack(briefing, input);
  const webUi = access.webUiOf(workflowId);
  output.result({ workflowId, slotId: slot.slotId, attached, webUi, commands: { follow } }, () => [
    attached ? `${workflowId} is under way already.` : `Started ${workflowId}; it runs in the background.`,
    `Watch: ${follow}`,
    `Stop:  ${commands.down()} (Temporal and the worker)`,
  ]);
}

interface FinishedBriefing {
  readonly briefing: BriefingFolder;
  readonly slot: BriefingSlot;
  readonly workflowId: string;
  readonly over: BriefingObservation;
}

/** Shows what became of a slot. @throws {RunFailedError} when it has no output */
export async function presentOutcome(context: CommandContext, finished: FinishedBriefing): Promise<ExitCode> {
  const { briefing, workflowId, over } = finished;
  const { folder } = briefing;
  const { outcome, failure } = over;
  if (outcome === null) {
    const what = `the briefing ${workflowId} ended without an output: ${failure ?? over.status}`;
    throw new RunFailedError(what, `When the cause is gone, run it again: ${commands.runBriefing(folder)}`);
  }
  // This run's, or the one before that a repeated slot found.
  const outputs = await withTools(context, ({ listOutputs }) => listOutputs(folder));
  const written = outputs.find(({ path }) => path === outcome.outputPath);
  const remedy = outcome.status === 'halted' ? remedyOf(folder, outcome) : null;
  const outputPath = outcome.outputPath === null ? null : join(folder, outcome.outputPath);
  context.output.result({ workflowId, ...outcome, outputPath, themes: written?.deltas ?? [], remedy }, () =>
    renderOutcome({ ...outcome, outputPath }, written),
  );
  if (remedy === null) return ExitCode.Done;
  context.output.notice(remedy);
  return ExitCode.RunFailed;
}

function renderOutcome(outcome: BriefingOutcome, written: ListedOutput | undefined): string {
  const { status, slotId, outputPath, reason, issues } = outcome;
  const diagnostics = status === 'repeated' ? (written?.diagnostics ?? []) : outcome.diagnostics;
  return present(
    status === 'published' && `Published ${slotId}`,
    status === 'repeated' && `${slotId} had been written already; nothing was done.`,
    status === 'halted' && `Halted, nothing was written: ${toPlainLine(reason)}`,
    outputPath,
    ...(written?.deltas ?? []).map(
      ({ themeId, delta, title }) => `  ${delta.padEnd(9)} ${themeId}  ${toPlainLine(title)}`,
    ),
    ...renderDiagnostics(diagnostics),
    ...issues.map(({ action, reference, key }) => `Issue ${action}: ${toPlainLine(reference)} (${key})`),
  ).join('\n');
}

/** A line each; none: healthy. */
function renderDiagnostics(diagnostics: readonly BriefingDiagnostic[]): string[] {
  if (diagnostics.length === 0) return ['Diagnostics: HEALTHY'];
  return diagnostics.map(
    ({ code, themeId, detail }) => `${code}${themeId === null ? '' : ` (${themeId})`}: ${toPlainLine(detail)}`,
  );
}

function remedyOf(folder: string, { diagnostics }: BriefingOutcome): string {
  const codes = diagnostics.map(({ code }) => code);
  if (codes.includes('CONTEXT_OVER_CAP')) {
    return 'Shorten METHODOLOGY.md or the state files, or raise `caps.total` in briefing.yml; then run the slot again.';
  }
  return `Confirm the themes, then run the slot again: ${commands.refreshState(folder)}`;
}
