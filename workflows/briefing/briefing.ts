import { toRunFailure } from '../calls/activity-failures.ts';
import { callActivity } from '../calls/activity-options.ts';
import type { BriefingInput, BriefingOutcome, OpenedBriefing } from '../contracts/briefing-activities.ts';
import type { BriefingDiagnostic, OpenIssue } from '../contracts/briefing-issues.ts';
import type { BriefingSettings } from '../contracts/briefing-settings.ts';
import type { BriefingSlot } from '../contracts/briefing-slot.ts';
import { contextOverCap, stateMissing } from '../domain/briefing/diagnostics.ts';
import { slotOf } from '../domain/briefing/slots.ts';
import { assemble } from './assembly.ts';
import { createBriefingRun } from './briefing-run.ts';
import { readCorpus } from './corpus-context.ts';
import { evaluate } from './evaluation.ts';
import { fileIssues, listIssues } from './issue-filing.ts';
import { retrieveLive } from './live-retrieval.ts';
import { publish } from './publication.ts';
import { ShownProgress } from './shown-progress.ts';
import { synthesize } from './synthesis.ts';

/**
 * Writes the briefing of one slot: the state first, then the corpus, then the live web within its budget, and what has changed. A
 * slot that was written before is left as it is.
 */
export async function briefing(input: BriefingInput): Promise<BriefingOutcome> {
  const slot = slotOf(input.kind, input.time, input.timezone);
  const shown = new ShownProgress(slot, input.isBackfill);
  try {
    const { folder, isBackfill } = input;
    const opened = await callActivity('openBriefing', { folder, slot, isBackfill }, `state before ${slot.slotId}`);
    if (opened.status === 'repeated') return repeated(slot, opened.outputPath, shown);
    if (opened.status === 'halted')
      return await halt({ input, slot, shown }, opened.settings, stateMissing(opened.reason));
    return await write({ input, slot, shown }, opened);
  } catch (error) {
    throw toRunFailure(error);
  }
}

/** What a briefing is before its state is known. */
interface Begun {
  readonly input: BriefingInput;
  readonly slot: BriefingSlot;
  readonly shown: ShownProgress;
}

async function write(
  begun: Begun,
  { settings, state, openIssues: then }: Extract<OpenedBriefing, { readonly status: 'open' }>,
): Promise<BriefingOutcome> {
  const { openIssues, note } =
    then === null ? await listIssues(begun.input, settings) : { openIssues: then, note: null };
  const known = { ...state, notes: [...state.notes, ...(note === null ? [] : [note])] };
  const run = createBriefingRun({ ...begun, settings, known, openIssues });
  run.shown.note(...known.notes);
  run.shown.enter('corpus');
  const corpus = await readCorpus(run);
  // Known before anything is paid for: live results never count towards methodology and state.
  const { halt: reason } = assemble(run, corpus, [], []);
  if (reason !== null) return halt(begun, settings, contextOverCap(reason), openIssues);
  const evidence = await retrieveLive(run, corpus);
  const evaluated = evaluate(run, corpus, evidence);
  run.shown.noteDiagnostics(evaluated.diagnostics);
  const written = await synthesize(run, corpus, evaluated.context, evaluated);
  return publish(run, corpus, evidence, evaluated, written);
}

/** Nothing is written but an issue that says what a person has to do. */
async function halt(
  { input, slot, shown }: Begun,
  settings: BriefingSettings,
  diagnostic: BriefingDiagnostic,
  known?: readonly OpenIssue[],
): Promise<BriefingOutcome> {
  shown.enter('halted');
  const diagnostics = [diagnostic];
  shown.noteDiagnostics(diagnostics);
  const openIssues = known ?? (await listIssues(input, settings)).openIssues;
  const { issues } = await fileIssues({ input, settings, slot, openIssues, diagnostics, themes: [] });
  const { slotId } = slot;
  return { status: 'halted', slotId, outputPath: null, reason: diagnostic.detail, diagnostics, issues };
}

function repeated({ slotId }: BriefingSlot, outputPath: string, shown: ShownProgress): BriefingOutcome {
  shown.enter('done');
  shown.note(`The slot was written before: ${outputPath}`);
  return { status: 'repeated', slotId, outputPath, reason: '', diagnostics: [], issues: [] };
}
