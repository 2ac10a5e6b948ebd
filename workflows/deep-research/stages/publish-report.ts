import { callActivity } from '../../calls/activity-options.ts';
import type { Exchange } from '../../contracts/clarification.ts';
import type { ResearchResult } from '../../contracts/progress.ts';
import type { PublishReportInput } from '../../contracts/report-activities.ts';
import type { CheckedReport, StoredMaterial } from '../../contracts/stage-results.ts';
import { createUntrustedTest } from '../../domain/untrusted-findings.ts';
import { publicationDiagnostics } from '../report/publication-diagnostics.ts';
import { referTo } from '../report/referred-evidence.ts';
import type { ResearchRun } from '../run/research-run.ts';

type PublicationParts = Pick<
  ResearchRun,
  'researchId' | 'request' | 'state' | 'accounts' | 'progress' | 'workTime' | 'reasoning'
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
  const { summary, queryCoverage } = report.draft;
  const input = toPublication(run, conversation, material, report);
  const { reportPath, recordPath } = await callActivity('publishReport', input, `publish ${queryCoverage} % coverage`);
  const result: ResearchResult = {
    researchId: run.researchId,
    outcome: input.outcome,
    answered: summary.length > 0,
    summary: summaryOf(report).slice(0, MAX_SUMMARY_LENGTH),
    queryCoverage,
    gapCount: run.accounts.gaps.length,
    reportPath,
    recordPath,
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
  const { researchId, request, state, accounts, workTime } = run;
  const { gaps, telemetry, degradations, engine, usage } = accounts;
  const { anchor, corpus, clarificationSummary, clarity, tasks, taskSummaries, leftOut } = material;
  const { drift } = run.progress;
  const translation = run.reasoning.termsOfTranslation();
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
    drift,
    leftOut,
    engine,
    usage,
    workedSeconds: workTime.workedSeconds,
    steering: state.steering,
    ...(translation !== null && { translation }),
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
