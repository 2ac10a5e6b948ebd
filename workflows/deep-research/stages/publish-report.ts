import type { Drift } from '@plumbline/contracts/evidence/drift';
import { referTo } from '@plumbline/contracts/evidence/evidence-index';
import { createUntrustedTest } from '@plumbline/contracts/evidence/untrusted-findings';
import type { Rejection, ResearchResult } from '@plumbline/contracts/report/progress';
import type { PublishReportInput } from '@plumbline/contracts/report/report-activities';
import type { CheckedReport, ReportMaterial, StoredMaterial } from '@plumbline/contracts/report/settled-stages';
import type { Exchange } from '@plumbline/contracts/research/clarification';
import type { Diagnostic } from '@plumbline/contracts/research/diagnostic';
import { callActivity } from '../../calls/activity-options.ts';
import { evidenceDiagnostics, readInPart } from '../../domain/evidence-diagnostics.ts';
import { driftedTiers } from '../../domain/finding-validation.ts';
import type { ResearchRun } from '../run/research-run.ts';

type PublicationParts = Pick<
  ResearchRun,
  'researchId' | 'request' | 'state' | 'accounts' | 'progress' | 'workTime' | 'stages'
>;

/** The result is read in lists and in the Web UI; the report holds the whole answer. */
const MAX_SUMMARY_LENGTH = 2_000;

/** Stores the report with its record, and ends the run. */
export async function publishReport(
  run: PublicationParts,
  conversation: readonly Exchange[],
  material: StoredMaterial,
  report: CheckedReport,
): Promise<ResearchResult> {
  const { summary } = report.draft;
  const input = toPublication(run, conversation, material, report);
  const { record } = await callActivity('publishReport', input, 'publish the report');
  const result: ResearchResult = {
    researchId: run.researchId,
    outcome: input.outcome,
    answered: summary.length > 0,
    summary: summaryOf(report).slice(0, MAX_SUMMARY_LENGTH),
    gapCount: run.accounts.gaps.length,
    record,
  };
  run.progress.establish({ result });
  run.progress.enter(input.outcome);
  return result;
}

function toPublication(
  run: PublicationParts,
  conversation: readonly Exchange[],
  material: StoredMaterial,
  report: CheckedReport,
): PublishReportInput {
  const { researchId, request, state, accounts, workTime, stages } = run;
  const { gaps, telemetry, degradations, engine, usage } = accounts;
  const { anchor, corpus, clarificationSummary, clarity, tasks, taskSummaries, leftOut } = material;
  const { drift } = run.progress;
  return {
    researchId,
    outcome: state.isFinishing ? 'stopped' : 'published',
    publishedAt: new Date(Date.now()).toISOString(),
    request,
    anchor,
    conversation,
    clarificationSummary,
    clarity,
    plan: { tasks: [...tasks] },
    corpus,
    taskSummaries,
    gaps,
    telemetry,
    degradations,
    ...(!stages.isRecorded('material') && { drift }),
    leftOut,
    engine,
    usage,
    workedSeconds: workTime.workedSeconds,
    steering: state.steering,
    ...report,
    ...referTo(material, report.findings),
    diagnostics: publicationDiagnostics(run, material, report, drift),
  };
}

/** The answer's words, marked as in the report where they are from passages that address a program. */
function summaryOf({ draft, findings }: CheckedReport): string {
  const isUntrusted = createUntrustedTest(findings);
  return draft.summary.map((claim) => `${isUntrusted(claim) ? '⚠ ' : ''}${claim.text}`).join(' ');
}

/** What the reader of the report has to know about the run. */
function publicationDiagnostics(
  run: Pick<ResearchRun, 'request' | 'state' | 'accounts'>,
  material: ReportMaterial,
  { draft, diagnostics }: CheckedReport,
  drift: Drift | null,
): Diagnostic[] {
  const { request, state, accounts } = run;
  const { anchor, corpus } = material;
  const drifted = drift === null ? [] : driftedTiers(drift, request.settings.driftWarning);
  const { gaps, pagesRead } = accounts;
  const unread = readInPart({ corpus, gaps, usesWeb: request.web !== null, pagesRead });
  return [
    ...evidenceDiagnostics({ anchor, languages: corpus.languages, draft, engine: accounts.engine, unread }),
    ...drifted.map((tier) => ({ code: 'DRIFT' as const, ...tier })),
    ...refusals(state.current.rejections),
    ...diagnostics,
  ];
}

/** An outcome repeated for a resent message is reported once. */
function refusals(rejections: readonly Rejection[]): Diagnostic[] {
  const told = new Map(rejections.map(({ message, reason }) => [`${message}\n${reason}`, { message, reason }]));
  return [...told.values()].map((refused) => ({ code: 'MESSAGE_REJECTED' as const, ...refused }));
}
