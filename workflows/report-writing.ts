import { isCancellation } from '@temporalio/workflow';
import { callActivity } from './activity-options.ts';
import type { PublishReportInput, RelevanceScore, VerifiedReport } from './contracts/activities.ts';
import type { ClarificationSummary, Exchange } from './contracts/clarification.ts';
import type { CorpusReport } from './contracts/corpus.ts';
import type { Finding } from './contracts/evidence.ts';
import type { ResearchResult } from './contracts/progress.ts';
import type { QueryAnchor } from './contracts/query-anchor.ts';
import type { ResearchPlan } from './contracts/research-plan.ts';
import { applyValidation, batchByBytes, selectForSynthesis } from './domain/finding-selection.ts';
import { createGap } from './domain/gap-phrases.ts';
import type { Collected } from './research-lanes.ts';
import { describeFailure, type ResearchRun } from './research-run.ts';

/** What research established, on the way to the report. */
export interface Researched {
  readonly anchor: QueryAnchor;
  readonly corpus: CorpusReport;
  readonly conversation: readonly Exchange[];
  readonly clarificationSummary: ClarificationSummary | null;
  readonly plan: ResearchPlan;
  readonly collected: Collected;
}

/** Validates, synthesizes, verifies and publishes. */
export async function writeReport(run: ResearchRun, researched: Researched): Promise<ResearchResult> {
  run.enter('validating');
  const findings = await validate(run, researched);

  run.enter('synthesizing');
  const { anchor, corpus, clarificationSummary, collected } = researched;
  const draft = await run.reason(
    'synthesizeReport',
    {
      anchor,
      corpusId: corpus.corpusId,
      clarificationSummary,
      findings,
      taskSummaries: collected.summaries,
      gaps: run.accounts.gaps,
    },
    `write the report from ${findings.length} findings`,
  );

  run.enter('verifying');
  const verification = { anchor, draft, findings, engine: run.accounts.engine };
  const verified = await callActivity('verifyReport', verification, 'check quotations, citations and figures');

  return publish(run, researched, verified);
}

/** Scores every finding against the anchor and takes out what drifted; the report says how much that was. */
async function validate(run: ResearchRun, researched: Researched): Promise<readonly Finding[]> {
  const { collected } = researched;
  const scores = await scoreAgain(run, researched);
  const { kept, drifted } = applyValidation(collected.findings, scores);
  const selected = selectForSynthesis(kept);
  if (drifted.length > 0) {
    run.accounts.note('qualityNotes', [
      `${drifted.length} of ${collected.findings.length} findings drifted from the question and were dropped`,
    ]);
  }
  if (selected.length < kept.length) {
    run.accounts.note('qualityNotes', [
      `the weakest ${kept.length - selected.length} findings did not fit and were left out`,
    ]);
  }
  return selected;
}

/** Scores in batches, since all findings together may be too large for one payload. */
async function scoreAgain(
  run: ResearchRun,
  { anchor, corpus, collected }: Researched,
): Promise<readonly RelevanceScore[]> {
  const scores: RelevanceScore[] = [];
  for (const batch of batchByBytes(collected.findings)) {
    const input = { anchor, corpusId: corpus.corpusId, findings: batch };
    try {
      scores.push(
        ...(await run.reason('validateRelevance', input, `score ${batch.length} findings against the anchor`)),
      );
    } catch (error) {
      if (isCancellation(error)) throw error;
      const unvalidated = { subject: String(batch.length), cause: describeFailure(error) };
      run.accounts.gaps.push(createGap('findings-unvalidated', unvalidated));
    }
  }
  return scores;
}

async function publish(run: ResearchRun, researched: Researched, verified: VerifiedReport): Promise<ResearchResult> {
  const outcome = run.state.finishRequested ? 'stopped' : 'published';
  const { summary, queryCoverage } = verified.draft;
  const input = toPublication(run, researched, verified, outcome);
  const { reportPath, recordPath } = await callActivity('publishReport', input, `publish ${queryCoverage} % coverage`);
  run.result = {
    researchId: run.researchId,
    outcome,
    answered: summary.length > 0,
    summary: cut(summary.map(({ text }) => text).join(' ')),
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
  { collected, ...context }: Researched,
  verified: VerifiedReport,
  outcome: PublishReportInput['outcome'],
): PublishReportInput {
  const { gaps, telemetry, degradations, engine, usage } = run.accounts;
  return {
    ...context,
    ...verified,
    researchId: run.researchId,
    outcome,
    request: run.request,
    publishedAt: new Date(Date.now()).toISOString(),
    taskSummaries: collected.summaries,
    gaps,
    telemetry,
    degradations,
    diagnostics: run.progress().rejections.map(({ message, reason }) => `message ${message} was rejected: ${reason}`),
    engine,
    usage,
    workedSeconds: run.workedSeconds(),
  };
}

/** The result is read in lists and in the Web UI; the report holds all of it. */
function cut(summary: string): string {
  return summary.slice(0, 2_000);
}
