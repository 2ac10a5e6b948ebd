import { readFile } from 'node:fs/promises';
import type { TemporalAccess } from '../../connection/temporal-access.ts';
import { RunFailedError, UsageError } from '../../errors/failures.ts';
import { lookAtStoredEnd } from '../../runs/look-at-run.ts';
import { describeRunEnd } from '../../runs/run-end.ts';
import { createRunLook } from '../../runs/run-look.ts';
import { type RunView, viewOfStored } from '../../runs/run-view.ts';
import { commands } from '../../wording/cli-commands.ts';
import type { CommandContext } from '../context/command-context.ts';
import { ExitCode } from '../context/exit.ts';
import { renderClosing } from '../rendering/render-closing.ts';
import { renderDrift } from '../rendering/render-drift.ts';
import { renderInTerminal } from '../rendering/render-report.ts';
import { shortReport } from '../rendering/report-view.ts';
import { type RunMeasures, readMeasures } from '../runs/run-measures.ts';
import { createPaint } from '../terminal/paint.ts';
import { createAnnouncer, createInterviewer } from './responders.ts';
import { createEventDisplay, createLineDisplay, createLiveDisplay, type RunDisplay } from './run-display.ts';
import { type WatchedRun, watchRun } from './watch-run.ts';

/** A run to watch. */
function watched(context: CommandContext, access: TemporalAccess, researchId: string): WatchedRun {
  const look = createRunLook(context, access, researchId);
  const over = access.research.result(researchId);
  let hasReport = false;
  void over.then(
    () => (hasReport = true),
    () => undefined,
  );
  return {
    researchId,
    look: async () => (hasReport ? await lookAtStoredEnd(context, access, researchId) : null) ?? (await look()),
    over,
  };
}

export interface FollowOptions {
  readonly isQuiet: boolean;
  /** Lists the findings that validation dropped, at the end. */
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
    if (signal.aborted) sayHowToResume(context, access, researchId);
    throw error;
  }
}

function createDisplay({ config, output }: CommandContext, isQuiet: boolean): RunDisplay {
  const { canRedraw, columns, progressColour } = config.terminal;
  if (!canRedraw || isQuiet || output.isJson) return createLineDisplay(output);
  return createLiveDisplay(process.stderr, columns, createPaint(progressColour));
}

function sayHowToResume({ output }: CommandContext, { endsAfterwards }: TemporalAccess, researchId: string): void {
  const server = endsAfterwards ? ' Stopping the embedded server and its worker (Ctrl-C again: immediately).' : '';
  output.notice(`\nStopped watching; the run is stored.${server}`);
  output.notice(`Resume: ${commands.resume(researchId)}`);
}

/** Shows the report of a run that is over. @throws {RunFailedError} when it has none */
export async function presentOutcome(context: CommandContext, run: RunView, logsDrift = false): Promise<ExitCode> {
  const { output } = context;
  const measures = await readMeasures(run);
  const { researchId, reportPath } = run;
  const page = await pageOfRun(context, researchId);
  if (reportPath === null) {
    if (!output.isJson)
      throw new RunFailedError(
        describeRunEnd(run.stage, run.failure),
        [...(run.advice === null ? [] : [run.advice]), `More: ${commands.status(researchId)}`].join('\n       '),
      );
    output.result(outcomeOf(run, measures, page), () => '');
    return ExitCode.RunFailed;
  }
  const stored = await readFile(reportPath, 'utf8').catch(() => null);
  const columns = context.config.terminal.showsResults ? context.columns : null;
  // A worker with another store wrote the file; the result includes the summary.
  const markdown = stored === null ? (run.progress?.result?.summary ?? '') : shortReport(stored);
  const text = await renderInTerminal(markdown, columns);
  output.result(outcomeOf(run, measures, page), () => text);
  if (logsDrift) output.notice(`\n${renderDrift(measures.drift, context.columns)}`);
  output.notice('');
  const shown = stored === null ? { ...run, reportPath: null, recordPath: null } : run;
  for (const line of renderClosing(shown, measures, page)) output.notice(line);
  if (stored === null)
    output.notice(`Report:  only its summary is here; the whole was written to ${reportPath} by the worker`);
  return ExitCode.Done;
}

/** Null: nothing serves the store. */
async function pageOfRun({ config }: CommandContext, researchId: string): Promise<string | null> {
  const { findServedAddress, pageOf } = await import('../../http/server/served-address.ts');
  const address = await findServedAddress(config.home);
  return address === null ? null : pageOf(address, researchId);
}

function outcomeOf(run: RunView, { scores, drift }: RunMeasures, page: string | null): object {
  const { researchId, question, stage, progress, failure, advice, reportPath, recordPath, webUi } = run;
  const result = progress?.result ?? null;
  return { researchId, question, stage, failure, advice, result, scores, drift, reportPath, recordPath, webUi, page };
}

/** {@link followRun}, or the stored report of a run that Temporal no longer has. */
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
