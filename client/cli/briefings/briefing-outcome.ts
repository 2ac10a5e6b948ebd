import { join } from 'node:path';
import type { ListedOutput } from '../../../workers/local-tools.ts';
import type { BriefingOutcome } from '../../../workflows/contracts/briefing-activities.ts';
import type { BriefingDiagnostic } from '../../../workflows/contracts/briefing-issues.ts';
import type { BriefingSlot } from '../../../workflows/contracts/briefing-slot.ts';
import type { BriefingObservation } from '../../briefings/briefing-observation.ts';
import type { BriefingFolder } from '../../briefings/briefing-schedules.ts';
import { RunFailedError } from '../../errors/failures.ts';
import { commands } from '../../wording/cli-commands.ts';
import type { CommandContext } from '../context/command-context.ts';
import { ExitCode } from '../context/exit.ts';
import { toPlainLine } from '../terminal/plain-text.ts';
import { withTools } from './briefing-folder.ts';

export interface FinishedBriefing {
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
  const written = await outputOf(context, finished);
  const remedy = outcome.status === 'halted' ? remedyOf(folder, outcome) : null;
  const outputPath = outcome.outputPath === null ? null : join(folder, outcome.outputPath);
  context.output.result({ workflowId, ...outcome, outputPath, themes: written?.deltas ?? [], remedy }, () =>
    renderOutcome({ ...outcome, outputPath }, written),
  );
  if (remedy === null) return ExitCode.Done;
  context.output.notice(remedy);
  return ExitCode.RunFailed;
}

/** What the folder has of the slot: this run's, or the one before that a repeated slot found. */
async function outputOf(
  context: CommandContext,
  { briefing: { folder }, over: { outcome } }: FinishedBriefing,
): Promise<ListedOutput | undefined> {
  const outputs = await withTools(context, ({ listOutputs }) => listOutputs(folder));
  return outputs.find(({ path }) => path === outcome?.outputPath);
}

function renderOutcome(outcome: BriefingOutcome, written: ListedOutput | undefined): string {
  const { status, slotId, outputPath, reason, issues } = outcome;
  const diagnostics = status === 'repeated' ? (written?.diagnostics ?? []) : outcome.diagnostics;
  return [
    status === 'published' ? `Published ${slotId}` : null,
    status === 'repeated' ? `${slotId} had been written already; nothing was done.` : null,
    status === 'halted' ? `Halted, nothing was written: ${toPlainLine(reason)}` : null,
    outputPath,
    ...(written?.deltas ?? []).map(
      ({ themeId, delta, title }) => `  ${delta.padEnd(9)} ${themeId}  ${toPlainLine(title)}`,
    ),
    ...renderDiagnostics(diagnostics),
    ...issues.map(({ action, reference, key }) => `Issue ${action}: ${toPlainLine(reference)} (${key})`),
  ]
    .filter((line) => line !== null)
    .join('\n');
}

/** A line each; none: healthy. */
export function renderDiagnostics(diagnostics: readonly BriefingDiagnostic[]): string[] {
  if (diagnostics.length === 0) return ['Diagnostics: HEALTHY'];
  return diagnostics.map(
    ({ code, themeId, detail }) => `${code}${themeId === null ? '' : ` (${themeId})`}: ${toPlainLine(detail)}`,
  );
}

function remedyOf(folder: string, { diagnostics }: BriefingOutcome): string {
  const codes = diagnostics.map(({ code }) => code);
  if (codes.includes('CONTEXT_OVER_CAP')) {
    return 'Shorten METHODOLOGY.md or the state files, or raise `caps` in briefing.yml; then run the slot again.';
  }
  return `Confirm the themes, then run the slot again: ${commands.refreshState(folder)}`;
}
