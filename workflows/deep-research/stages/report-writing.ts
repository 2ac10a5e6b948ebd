import { isCancellation } from '@temporalio/workflow';
import { callActivity } from '../../activity-options.ts';
import type { ClarificationSummary, Exchange } from '../../contracts/clarification.ts';
import type { CorpusReport } from '../../contracts/corpus.ts';
import { counted } from '../../contracts/counted.ts';
import type { Finding, RelevanceScore } from '../../contracts/evidence.ts';
import { RULED_LANGUAGES } from '../../contracts/language-codes.ts';
import type { ResearchResult } from '../../contracts/progress.ts';
import { type QueryAnchor, questionLanguageOf } from '../../contracts/query-anchor.ts';
import type { PublishReportInput } from '../../contracts/report-activities.ts';
import type { ResearchPlan } from '../../contracts/research-plan.ts';
import { batchByBytes, openTasks, selectAll, selectFindings, selectQuotes } from '../../domain/finding-selection.ts';
import { applyValidation, driftedTiers, measureDrift } from '../../domain/finding-validation.ts';
import { createGap } from '../../domain/gap-phrases.ts';
import { isBanned, steeredLanguage } from '../../domain/steering.ts';
import { createUntrustedTest } from '../../domain/untrusted-findings.ts';
import { describeFailure } from '../../failures.ts';
import type { ResearchRun } from '../run/research-run.ts';
import type { Collected } from './planned-research.ts';
import { type ComposedReport, composeReport, type Evidence } from './report-composition.ts';
import { writeUngradedReport } from './ungraded-report.ts';

/** What research established, on the way to the report. */
export interface Researched {
  readonly anchor: QueryAnchor;
  readonly corpus: CorpusReport;
  readonly conversation: readonly Exchange[];
  readonly clarificationSummary: ClarificationSummary | null;
  readonly plan: ResearchPlan;
  /** What the passages found while clarifying say; tier 3. */
  readonly clarificationFindings: readonly Finding[];
  readonly collected: Collected;
}

/** Validates, synthesizes, verifies and publishes. */
export async function writeReport(run: ResearchRun, established: Researched): Promise<ResearchResult> {
  run.enter('validating');
  const validated = await validate(run, established);
  const { steering } = run.state;
  const kept = validated.filter(({ locator }) => !isBanned(steering, locator));
  const researched = inLanguage(established, steeredLanguage(steering, established.anchor.language));
  const evidence = select(run, researched, kept);
  if (!run.isGraded)
    return writeUngradedReport(run, researched, evidence, (report) => publish(run, researched, report));
  return publish(run, researched, await composeReport(run, researched, evidence));
}

/** The anchor stays as it was frozen, but for the language that the report is written in. */
function inLanguage(researched: Researched, language: string): Researched {
  const { anchor } = researched;
  if (anchor.language === language) return researched;
  return { ...researched, anchor: { ...anchor, language, questionLanguage: anchor.language } };
}

/** Scores every finding against the anchor and takes out what drifted; the report says how much that was. */
async function validate(run: ResearchRun, researched: Researched): Promise<readonly Finding[]> {
  // Whoever wants the report early gets all that was found.
  const driftThreshold = run.keepsAllFindings ? 0 : run.request.settings.driftThreshold;
  const validated = applyValidation(findingsOf(researched), await scoreAgain(run, researched), driftThreshold);
  run.drift = measureDrift(validated);
  return validated.kept;
}

/** What synthesis gets, within the caps of the request. */
function select(run: ResearchRun, { plan }: Researched, kept: readonly Finding[]): Evidence {
  const { tierCaps, maxQuotes } = run.request.settings;
  if (run.keepsAllFindings) return { findings: selectAll(kept), quotes: selectQuotes(kept, maxQuotes) };
  const open = openTasks(
    plan.tasks.map(({ taskId }) => taskId),
    kept,
  );
  const findings = selectFindings(kept, tierCaps, open);
  if (findings.length < kept.length) {
    run.accounts.noteQuality([`weaker findings left out of synthesis: ${kept.length - findings.length}`]);
  }
  return { findings, quotes: selectQuotes(findings, maxQuotes) };
}

function findingsOf({ collected, clarificationFindings }: Researched): readonly Finding[] {
  return [...collected.findings, ...clarificationFindings];
}

/** Scores in batches, since all findings together may be too large for one payload. */
async function scoreAgain(run: ResearchRun, researched: Researched): Promise<readonly RelevanceScore[]> {
  const { anchor, corpus } = researched;
  const scores: RelevanceScore[] = [];
  for (const batch of batchByBytes(findingsOf(researched))) {
    const input = { anchor, corpusId: corpus.corpusId, findings: batch };
    try {
      scores.push(
        ...(await run.reason(
          'validateRelevance',
          input,
          `score ${counted(batch.length, 'finding')} against the anchor`,
        )),
      );
    } catch (error) {
      if (isCancellation(error)) throw error;
      const unvalidated = { subject: String(batch.length), cause: describeFailure(error) };
      run.accounts.gaps.push(createGap('findings-unvalidated', unvalidated));
    }
  }
  return scores;
}

async function publish(run: ResearchRun, researched: Researched, composed: ComposedReport): Promise<ResearchResult> {
  const outcome = run.state.finishRequested ? 'stopped' : 'published';
  const { summary, queryCoverage } = composed.draft;
  const input = toPublication(run, researched, composed, outcome);
  const { reportPath, recordPath } = await callActivity('publishReport', input, `publish ${queryCoverage} % coverage`);
  run.result = {
    researchId: run.researchId,
    outcome,
    answered: summary.length > 0,
    summary: cut(summaryOf(composed)),
    queryCoverage,
    gapCount: run.accounts.gaps.length,
    reportPath,
    recordPath,
  };
  run.enter(outcome);
  return run.result;
}

function toPublication(
  run: ResearchRun,
  researched: Researched,
  composed: ComposedReport,
  outcome: PublishReportInput['outcome'],
): PublishReportInput {
  const { gaps, telemetry, degradations, engine, usage } = run.accounts;
  const { anchor, corpus, conversation, clarificationSummary, plan, collected } = researched;
  return {
    anchor,
    corpus,
    conversation,
    clarificationSummary,
    plan,
    ...composed,
    researchId: run.researchId,
    outcome,
    request: run.request,
    publishedAt: new Date(Date.now()).toISOString(),
    taskSummaries: collected.summaries,
    gaps,
    telemetry,
    degradations,
    diagnostics: [...diagnosticsOf(run, researched, composed), ...composed.diagnostics],
    drift: run.drift,
    engine,
    usage,
    workedSeconds: run.workedSeconds(),
    steering: run.state.steering,
  };
}

function diagnosticsOf(run: ResearchRun, { anchor, corpus, plan }: Researched, { draft }: ComposedReport) {
  const { drift, accounts, rejections, request } = run;
  const drifted = drift === null ? [] : driftedTiers(drift, request.settings.driftWarning);
  // Words of one language do not find those of another, and the offline engine knows words only.
  const language = questionLanguageOf(anchor);
  const isForeign = corpus.languages.length > 0 && !corpus.languages.includes(language);
  const isUnruled = accounts.engine === 'offline' && language !== 'und' && !RULED_LANGUAGES.includes(language);
  const isUnreadable = accounts.engine === 'offline' && isForeign && draft.summary.length === 0;
  const shown = draft.sections.flatMap(({ claims }) => claims).filter((claim) => claim.unjudged === true);
  const unjudged = shown.flatMap(({ quotedLanguage }) => quotedLanguage ?? []);
  // In the order of the plan: tasks end in any order.
  const tasks = new Set(plan.tasks.map(({ text }) => text));
  const fewRelevant = [...tasks].filter((text) => accounts.fewRelevant.has(text));
  return [
    ...(fewRelevant.length > 0 ? [{ code: 'FEW_RELEVANT' as const, tasks: fewRelevant }] : []),
    ...(isUnruled ? [{ code: 'QUESTION_LANGUAGE' as const, language }] : []),
    ...(unjudged.length > 0
      ? [{ code: 'EVIDENCE_LANGUAGE' as const, languages: [...new Set(unjudged)], shown: true }]
      : isUnreadable && !isUnruled
        ? [{ code: 'EVIDENCE_LANGUAGE' as const, languages: [...corpus.languages] }]
        : []),
    // Drafts of versions that did not tell it hold nothing here.
    ...(draft.missingSubject && !isUnreadable
      ? [{ code: 'SUBJECT_NOT_COVERED' as const, ...draft.missingSubject }]
      : []),
    ...drifted.map((tier) => ({ code: 'DRIFT' as const, ...tier })),
    ...rejections.map(({ message, reason }) => ({ code: 'MESSAGE_REJECTED' as const, message, reason })),
  ];
}

/** The answer's words, marked as in the report where they are from passages that address a program. */
function summaryOf({ draft, findings }: ComposedReport): string {
  const isUntrusted = createUntrustedTest(findings);
  return draft.summary.map((claim) => `${isUntrusted(claim) ? '⚠ ' : ''}${claim.text}`).join(' ');
}

/** The result is read in lists and in the Web UI; the report holds all of it. */
function cut(summary: string): string {
  return summary.slice(0, 2_000);
}
