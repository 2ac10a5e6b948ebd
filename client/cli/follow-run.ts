import { readFile } from 'node:fs/promises';
import type { ResearchProgress } from '../../workflows/contracts/progress.ts';
import { RunFailedError, UsageError } from '../failures.ts';
import { type RunView, viewOfObservation, viewOfStored } from '../run-view.ts';
import type { TemporalAccess } from '../temporal-access.ts';
import type { CommandContext } from './command-context.ts';
import { typed } from './commands-to-type.ts';
import { ExitCode } from './exit.ts';
import { createPaint } from './paint.ts';
import { renderDrift } from './render-drift.ts';
import { renderReport } from './render-report.ts';
import { createAnnouncer, createInterviewer } from './responders.ts';
import { createEventDisplay, createLineDisplay, createLiveDisplay, type RunDisplay } from './run-display.ts';
import { describeEnd } from './run-end.ts';
import { type RunMeasures, readMeasures } from './run-measures.ts';
import { type WatchedRun, watchRun } from './watch-run.ts';

/**
 * What is known of a run now: from the run, the server, and the store where no worker answers.
 *
 * @param known what the run said at an earlier look
 */
export async function lookAtRun(
  context: CommandContext,
  access: TemporalAccess,
  researchId: string,
  known: ResearchProgress | null = null,
): Promise<RunView> {
  const observation = await access.research.observe(researchId);
  const stored = observation.progress === null ? await (await context.tools()).runs.read(researchId) : null;
  return viewOfObservation(observation, stored, access.webUiOf(researchId), known);
}

/** A run to be looked at again and again. */
function watched(context: CommandContext, access: TemporalAccess, researchId: string): WatchedRun {
  let known: ResearchProgress | null = null;
  const look = async (): Promise<RunView> => {
    const view = await lookAtRun(context, access, researchId, known);
    known = view.progress;
    return view;
  };
  return { researchId, look };
}

export interface FollowOptions {
  readonly isQuiet: boolean;
  /** Prints each finding that validation dropped, at the end. */
  readonly logsDrift?: boolean;
}

/** Watches a run to its end and shows its report. @throws {RunFailedError} when it ends without one */
export async function followRun(
  context: CommandContext,
  access: TemporalAccess,
  researchId: string,
  { isQuiet, logsDrift = false }: FollowOptions,
): Promise<ExitCode> {
  const { config, output, signal } = context;
  const display = createDisplay(context, isQuiet);
  const responder =
    config.terminal.canAsk && !output.isJson
      ? createInterviewer(access.research, display, () => context.interrupt())
      : createAnnouncer(display);
  try {
    const run = watched(context, access, researchId);
    return await presentOutcome(context, await watchRun(run, { display, responder, signal }), logsDrift);
  } catch (error) {
    if (signal.aborted) sayHowToGoOn(context, access, researchId);
    throw error;
  }
}

function createDisplay({ config, output }: CommandContext, isQuiet: boolean): RunDisplay {
  const { canRedraw, columns, progressColour } = config.terminal;
  if (!canRedraw || isQuiet || output.isJson) return createLineDisplay(output);
  return createLiveDisplay(process.stderr, columns, createPaint(progressColour));
}

function sayHowToGoOn({ output }: CommandContext, { startedHere }: TemporalAccess, researchId: string): void {
  const server = startedHere ? ' The embedded server and its worker stop now (Ctrl-C again: at once).' : '';
  output.notice(`\nStopped watching; the run is stored as it is.${server}`);
  output.notice(`Go on:  ${typed.resume(researchId)}`);
}

/** Shows the report of a run that is over. @throws {RunFailedError} when it has none */
export async function presentOutcome(context: CommandContext, run: RunView, logsDrift = false): Promise<ExitCode> {
  const { output } = context;
  const measures = await readMeasures(run);
  const { researchId, reportPath, recordPath } = run;
  if (reportPath === null) {
    if (!output.isJson)
      throw new RunFailedError(describeEnd(run.stage, run.failure), `More: ${typed.status(researchId)}`);
    output.result(outcomeOf(run, measures), () => '');
    return ExitCode.RunFailed;
  }
  const markdown = await readReport(run, reportPath);
  const text = await renderReport(markdown, context.config.terminal.showsResults ? context.columns : null);
  output.result(outcomeOf(run, measures), () => text);
  if (logsDrift) output.notice(`\n${renderDrift(measures.drift, context.columns)}`);
  output.notice('');
  output.notice(`Report: ${reportPath}`);
  if (recordPath !== null) output.notice(`Verify: ${typed.verify(recordPath)}`);
  if (recordPath !== null) output.notice(`Trace:  ${typed.trace(researchId)}`);
  if (run.webUi !== null) output.notice(`Web UI: ${run.webUi}`);
  return ExitCode.Done;
}

async function readReport({ progress }: RunView, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    // A worker on another machine wrote it there; the summary has come with the result.
    return progress?.result?.summary ?? '';
  }
}

function outcomeOf(run: RunView, { scores, drift }: RunMeasures): object {
  const { researchId, question, stage, progress, failure, reportPath, recordPath, webUi } = run;
  const result = progress?.result ?? null;
  return { researchId, question, stage, failure, result, scores, drift, reportPath, recordPath, webUi };
}

/** {@link followRun}, or the stored report of a run that Temporal has forgotten. */
export async function followOrShow(
  context: CommandContext,
  access: TemporalAccess,
  researchId: string,
  options: FollowOptions,
): Promise<ExitCode> {
  try {
    return await followRun(context, access, researchId, options);
  } catch (error) {
    const stored = error instanceof UsageError ? await (await context.tools()).runs.read(researchId) : null;
    if (stored === null || stored.reportPath === null) throw error;
    return presentOutcome(context, viewOfStored(stored));
  }
}

/** Watches a run to its end without asking or showing the report. */
export async function watchOnly(context: CommandContext, access: TemporalAccess, researchId: string): Promise<void> {
  const display = context.output.isJson ? createEventDisplay(context.output) : createDisplay(context, false);
  await watchRun(watched(context, access, researchId), {
    display,
    responder: createAnnouncer(display),
    signal: context.signal,
  });
}
