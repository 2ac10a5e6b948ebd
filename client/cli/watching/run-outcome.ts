import type { RunView } from '@plumbline/contracts/report/run-view';
import { commands, RunFailedError } from '../../errors/failures.ts';
import { findServedAddress, pageOf } from '../../http/server/served-address.ts';
import { describeRunEnd } from '../../runs/run-end.ts';
import type { CommandContext } from '../context/command-context.ts';
import { ExitCode } from '../context/command.ts';
import { renderDrift } from '../rendering/render-changes.ts';
import { placesOf, renderPlaces } from '../rendering/render-places.ts';
import { renderClosing, renderInTerminal, renderSearchClosing, shortReport } from '../rendering/render-report.ts';
import { readMeasures, type RunMeasures } from '../runs/find-run.ts';

/** Lines of a terminal that a person sees at once, without the command. */
const SCREEN = 24;
const PLAIN_WIDTH = 100;

/** Shows the report of a run that is over. @throws {RunFailedError} when it has none */
export async function presentOutcome(
  context: CommandContext,
  run: RunView,
  logsDrift = false,
): Promise<ExitCode | void> {
  const { output } = context;
  const measures = await readMeasures(context, run);
  const { researchId } = run;
  const page = await pageOfRun(context, researchId);
  const isPublished = run.hasReport || (run.progress?.result ?? null) !== null;
  if (!isPublished) {
    if (!output.isJson)
      throw new RunFailedError(
        describeRunEnd(run.stage, run.failure),
        [...(run.advice === null ? [] : [run.advice]), `More: ${commands.status(researchId)}`].join('\n       '),
      );
    output.result(outcomeOf(run, measures, page), () => '');
    return ExitCode.RunFailed;
  }
  const tools = await context.tools();
  const stored = await tools.runs.readReport(researchId).catch(() => null);
  const reading = stored === null ? null : await tools.readReport(stored).catch(() => null);
  const shown = reading === null ? null : placesOf(reading);
  const closing =
    reading === null || shown === null ? renderClosing(run, measures, page) : renderSearchClosing(run, reading, page);
  const text = await shownReport(context, run, stored, shown && { ...shown, lines: SCREEN - closing.length });
  output.result(outcomeOf(run, measures, page), () => text);
  if (logsDrift) output.notice(`\n${renderDrift(measures.drift, context.columns)}`);
  output.notice('');
  for (const line of closing) output.notice(line);
  if (stored === null) output.notice(`Report:  only its summary is here; the whole is in the store of its worker`);
}

/** The places of a search on one screen, or the report. */
async function shownReport(
  { shownColumns, paint }: CommandContext,
  run: RunView,
  stored: { readonly markdown: string | null } | null,
  shown: (NonNullable<ReturnType<typeof placesOf>> & { readonly lines: number }) | null,
): Promise<string> {
  if (shown !== null) {
    const { found, origin, lines } = shown;
    return renderPlaces(found, origin, { width: shownColumns ?? PLAIN_WIDTH, paint, isFull: false, lines }).join('\n');
  }
  // Its worker has another store; the result includes the summary.
  const markdown = stored?.markdown ?? null;
  const text = markdown === null ? (run.progress?.result?.summary ?? '') : shortReport(markdown);
  return renderInTerminal(text, shownColumns);
}

/** Null: nothing serves the store. */
async function pageOfRun({ config }: CommandContext, researchId: string): Promise<string | null> {
  const address = await findServedAddress(config.home);
  return address === null ? null : pageOf(address, researchId);
}

function outcomeOf(run: RunView, { drift, trust }: RunMeasures, page: string | null): object {
  const { researchId, question, stage, progress, failure, advice, reportPath, recordPath, webUi } = run;
  const result = progress?.result ?? null;
  return { researchId, question, stage, failure, advice, result, trust, drift, reportPath, recordPath, webUi, page };
}
