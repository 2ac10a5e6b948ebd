import type {
  BriefingInput,
  BriefingOutcome,
  OpenedBriefing,
} from '@plumbline/contracts/briefings/briefing-activities';
import type { BriefingDiagnostic, OpenIssue } from '@plumbline/contracts/briefings/briefing-issues';
import type { LiveQuery } from '@plumbline/contracts/briefings/briefing-items';
import type { BriefingRecord } from '@plumbline/contracts/briefings/briefing-record';
import { type BriefingSettings, budgetOf } from '@plumbline/contracts/briefings/briefing-settings';
import type { BriefingSlot } from '@plumbline/contracts/briefings/briefing-slot';
import { counted } from '@plumbline/contracts/common/counted';
import { nameLeftOut } from '@plumbline/contracts/evidence/left-out-phrases';
import type { NoticeEvent } from '@plumbline/contracts/report/notice';
import { CancellationScope, isCancellation, workflowInfo } from '@temporalio/workflow';
import { describeCause, toRunFailure } from '../calls/activity-failures.ts';
import { callActivity, sendNotice } from '../calls/activity-options.ts';
import { resultPhrasesFor } from '../domain/answers/result-phrases.ts';
import { correctionsOf, itemsToCorrect } from '../domain/briefing/corrections.ts';
import { issuesToClose, thinCoverage, wantedIssues } from '../domain/briefing/diagnostics.ts';
import { correctionQuery, coverageQuery, wantedQueries, withinBudget } from '../domain/briefing/live-queries.ts';
import { convictionEntriesOf, nextThemes, watchpointHitsOf } from '../domain/briefing/next-state.ts';
import { slotOf } from '../domain/briefing/slots.ts';
import { assemble } from './assembly.ts';
import { type BriefingRun, createBriefingRun, ShownProgress } from './briefing-run.ts';
import { type CorpusContext, readCorpus } from './corpus-context.ts';
import { evaluate, type Evaluation } from './evaluation.ts';
import { type LiveEvidence, searchLive, startEvidence } from './live-search.ts';
import { recordOf, themeOutputs } from './output-record.ts';
import { synthesize, type WrittenBriefing } from './synthesis.ts';

/**
 * Writes the briefing of one slot: the state first, then the corpus, then the live web within its budget, and what has changed. A
 * slot that was written before is left as it is.
 */
export async function briefing(input: BriefingInput): Promise<BriefingOutcome> {
  const slot = slotOf(input.kind, input.time, input.timezone);
  const shown = new ShownProgress(slot, input.isBackfill);
  let tell: (event: NoticeEvent) => Promise<void> = async () => undefined;
  try {
    const { folder, isBackfill } = input;
    const opened = await callActivity('openBriefing', { folder, slot, isBackfill }, `state before ${slot.slotId}`);
    if (opened.status === 'repeated') return repeated(slot, opened.outputPath, shown);
    tell = toldOf(input, opened);
    const outcome =
      opened.status === 'halted'
        ? await halt({ input, slot, shown }, opened.settings, {
            code: 'STATE_MISSING',
            themeId: null,
            detail: opened.reason,
          })
        : await write({ input, slot, shown }, opened);
    await tell(outcome.status === 'halted' ? 'halted' : 'published');
    return outcome;
  } catch (error) {
    await CancellationScope.nonCancellable(() => tell(isCancellation(error) ? 'cancelled' : 'failed'));
    throw toRunFailure(error);
  }
}

/** Notifies recipients when the run ends, once they are known. Backfills notify nobody. */
function toldOf(
  { isBackfill }: BriefingInput,
  { settings, recipients = [] }: Exclude<OpenedBriefing, { readonly status: 'repeated' }>,
): (event: NoticeEvent) => Promise<void> {
  const { workflowId: runId, runId: execution } = workflowInfo();
  const { title, language, notify } = settings;
  const facts = { kind: 'briefing', runId, title, language, questions: [], subject: null, until: null } as const;
  return async (event) => {
    if (!isBackfill && notify !== false)
      await sendNotice({ ...facts, id: `${runId} ${execution} ${event}`, event }, recipients, true);
  };
}

/** What a briefing is before its state is known. */
type Begun = Pick<BriefingRun, 'input' | 'slot' | 'shown'>;

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
  if (reason !== null)
    return halt(begun, settings, { code: 'CONTEXT_OVER_CAP', themeId: null, detail: reason }, openIssues);
  const evidence = await retrieveLive(run, corpus);
  const evaluated = evaluate(run, corpus, evidence);
  run.shown.noteDiagnostics(evaluated.diagnostics);
  const written = await synthesize(run, corpus, evaluated.context, {
    ...evaluated,
    elsewhere: corpus.documents.elsewhere,
  });
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

/**
 * Layer 3: what the state asks of the web; then one corrective query per reported item that touches a mechanism; then
 * one per theme that is still thinly covered. All share one budget.
 */
async function retrieveLive(run: BriefingRun, corpus: CorpusContext): Promise<LiveEvidence> {
  const { slot, settings, known, openIssues } = run;
  const locators = known.recent.flatMap((output) => output.locators);
  const evidence = startEvidence(budgetOf(settings, slot.kind), new Set(locators));
  if (settings.web === null) return evidence;
  run.shown.enter('live search');
  const { wanted, refused } = wantedQueries({
    kind: slot.kind,
    slot,
    themes: run.input.themeIds === null ? known.themes : run.themes,
    taxonomy: corpus.canon.taxonomy,
    openIssues,
    sources: corpus.sources,
    language: settings.language,
  });
  evidence.refused.push(...refused);
  await ask(run, corpus, evidence, wanted);
  await ask(run, corpus, evidence, corrections(run, evidence));
  evidence.corrections.push(...correctionsOf(evidence.queries, evidence.items, evidence.relations));
  await ask(run, corpus, evidence, coverage(run, evidence));
  return evidence;
}

/** A query that goes to several providers costs a request each. */
async function ask(
  run: BriefingRun,
  corpus: CorpusContext,
  evidence: LiveEvidence,
  wanted: readonly LiveQuery[],
): Promise<void> {
  const cost = run.request.web?.providers.length ?? 1;
  const { issued, dropped } = withinBudget(wanted, Math.floor(evidence.left / cost));
  evidence.left -= issued.length * cost;
  evidence.dropped += dropped;
  await searchLive(run, corpus, issued, evidence);
}

function corrections({ slot, themes }: BriefingRun, { items, relations, queries }: LiveEvidence): LiveQuery[] {
  const themeOf = new Map(themes.map((theme) => [theme.id, theme]));
  return itemsToCorrect(items, relations, queries).flatMap((item, index) => {
    const theme = themeOf.get(item.themeId ?? '');
    return theme === undefined ? [] : [correctionQuery(item, theme, slot, `c${index + 1}`)];
  });
}

function coverage({ slot, themes, settings }: BriefingRun, { items }: LiveEvidence): LiveQuery[] {
  return themes
    .filter((theme) => thinCoverage(theme, items, settings.highConviction) !== null)
    .map((theme, index) => coverageQuery(theme, slot, `k${index + 1}`));
}

/** Files the issues, then writes output, record and state. A backfill writes its output alone. */
async function publish(
  run: BriefingRun,
  corpus: CorpusContext,
  evidence: LiveEvidence,
  evaluated: Evaluation,
  written: WrittenBriefing,
): Promise<BriefingOutcome> {
  const { input, slot, settings, openIssues, themes, shown } = run;
  const { folder, isBackfill } = input;
  const { diagnostics, items } = evaluated;
  shown.enter('issues');
  const filed = await fileIssues({ input, settings, slot, openIssues, diagnostics, themes });
  const next = nextThemes(nextStateOf(run, corpus, evaluated, written));
  const outputs = themeOutputs(evaluated, written, next);
  const { notes, ...rest } = recordOf(run, corpus, evidence, evaluated, written);
  const { skippedFiles, skippedCount, leftOut = [] } = corpus.corpus;
  const unread = skippedCount === 0 ? [] : [resultPhrasesFor(settings.language).unread(skippedFiles, skippedCount)];
  const unselected = leftOut.length === 0 ? [] : [nameLeftOut(leftOut, settings.language)];
  const record = { ...rest, notes: [...notes, ...unread, ...unselected], ...filed, themes: outputs };
  const convictionEntries = convictionEntriesOf(themes, evaluated.updated.claims, items, evidence.relations, slot);
  shown.enter('publishing');
  const after = isBackfill ? { themes: [], convictionEntries: [] } : { themes: next.themes, convictionEntries };
  const { outputPath } = await callActivity('publishBriefing', { folder, record, ...after }, `write ${slot.slotId}`);
  shown.enter('done');
  shown.note(...outputs.map(({ title, delta }) => `${title}: ${delta}`), outputPath);
  const { slotId } = slot;
  return { status: 'published', slotId, outputPath, reason: '', diagnostics, issues: filed.issues };
}

function nextStateOf(
  { slot, settings, known, themes }: BriefingRun,
  { canon }: CorpusContext,
  { items, signals }: Evaluation,
  { claims, focus }: WrittenBriefing,
): Parameters<typeof nextThemes>[0] {
  const { previous, recent } = known;
  return {
    themes: known.themes,
    taxonomy: canon.taxonomy,
    outputs: themes.map(({ id }) => ({ themeId: id, claims: claims.filter(({ themeId }) => themeId === id) })),
    items,
    watchpointHits: watchpointHitsOf(
      themes,
      items,
      recent.flatMap((output) => output.claims),
    ),
    signals,
    recent,
    previousFocus: new Map(previous?.themes.map(({ themeId, addedFocus }) => [themeId, addedFocus])),
    suggestions: focus,
    kind: slot.kind,
    slot,
    language: settings.language,
    isLive: settings.web !== null,
  };
}

type IssueOutcome = Pick<BriefingRecord, 'issues' | 'unfiledIssues'>;

/** Of its themes only those that this run looked at: the issues of others stay as they are. */
interface Filing extends Pick<BriefingRun, 'input' | 'settings' | 'slot' | 'openIssues' | 'themes'> {
  readonly diagnostics: readonly BriefingDiagnostic[];
}

/** Files what the diagnostics call for and closes what is over. A tracker that fails costs the issues, never the briefing. */
async function fileIssues(filing: Filing): Promise<IssueOutcome> {
  const { input, settings, slot, openIssues, diagnostics, themes } = filing;
  const { name: briefing, issues: tracker } = settings;
  const wanted = wantedIssues(briefing, diagnostics, themes, slot);
  if (input.isBackfill) return { issues: [], unfiledIssues: { issues: wanted, reason: 'a backfill files no issues' } };
  const closed = issuesToClose(openIssues, wanted, { briefing, evaluatedThemes: themes.map(({ id }) => id) });
  if (wanted.length === 0 && closed.length === 0) return { issues: [], unfiledIssues: null };
  try {
    const summary = `${counted(wanted.length, 'issue')} to file, ${closed.length} to close`;
    const issues = await callActivity(
      'fileIssues',
      { folder: input.folder, tracker, briefing, wanted, closed },
      summary,
    );
    return { issues: [...issues], unfiledIssues: null };
  } catch (error) {
    if (isCancellation(error)) throw error;
    return { issues: [], unfiledIssues: { issues: wanted, reason: describeCause(error) } };
  }
}

/** The tracker's issues; none if it cannot be asked, with the reason for the reader. */
async function listIssues(
  { folder }: BriefingInput,
  { name: briefing, issues: tracker }: BriefingSettings,
): Promise<{ readonly openIssues: readonly OpenIssue[]; readonly note: string | null }> {
  try {
    return { openIssues: await callActivity('listIssues', { folder, tracker, briefing }, 'open issues'), note: null };
  } catch (error) {
    if (isCancellation(error)) throw error;
    return { openIssues: [], note: `The open issues are unknown: ${describeCause(error)}` };
  }
}
