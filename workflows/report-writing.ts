import { isCancellation } from '@temporalio/workflow';
import { callActivity } from './activity-options.ts';
import type { PublishReportInput, VerifiedReport } from './contracts/activities.ts';
import type { ClarificationSummary, Exchange } from './contracts/clarification.ts';
import type { CorpusReport } from './contracts/corpus.ts';
import type { Finding } from './contracts/evidence.ts';
import type { ResearchResult } from './contracts/progress.ts';
import type { QueryAnchor } from './contracts/query-anchor.ts';
import type { ResearchPlan } from './contracts/research-plan.ts';
import { applyValidation, batchByBytes, selectForSynthesis } from './domain/finding-selection.ts';
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
  await run.enter('validating');
  const findings = await validate(run, researched);

  await run.enter('synthesizing');
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

  await run.enter('verifying');
  const verification = { anchor, draft, findings, engine: run.accounts.engine };
  const verified = await callActivity('verifyReport', verification, 'check quotations, citations and figures');

  return publish(run, researched, verified);
}

/** Scores every finding against the anchor and takes out what drifted; the report says how much that was. */
async function validate(run: ResearchRun, { anchor, corpus, collected }: Researched): Promise<readonly Finding[]> {
  const scores = [];
  for (const batch of batchByBytes(collected.findings)) {
    const input = { anchor, corpusId: corpus.corpusId, findings: batch };
    try {
      scores.push(
        ...(await run.reason('validateRelevance', input, `score ${batch.length} findings against the anchor`)),
      );
    } catch (error) {
      if (isCancellation(error)) throw error;
      const description = `${batch.length} findings kept their first relevance, unvalidated: ${describeFailure(error)}`;
      run.accounts.gaps.push({ kind: 'step-failed', taskId: null, description });
    }
  }
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

async function publish(run: ResearchRun, researched: Researched, verified: VerifiedReport): Promise<ResearchResult> {
  const { collected, ...context } = researched;
  const outcome = run.state.finishRequested ? 'stopped' : 'published';
  const { accounts, researchId, request } = run;
  const input: PublishReportInput = {
    ...context,
    ...verified,
    researchId,
    outcome,
    request,
    publishedAt: new Date(Date.now()).toISOString(),
    taskSummaries: collected.summaries,
    gaps: accounts.gaps,
    telemetry: accounts.telemetry,
    degradations: accounts.degradations,
    diagnostics: run.progress().rejections.map(({ message, reason }) => `message ${message} was rejected: ${reason}`),
    engine: accounts.engine,
    usage: accounts.usage,
    workedSeconds: run.workedSeconds(),
  };
  const { reportPath, recordPath } = await callActivity(
    'publishReport',
    input,
    `publish ${verified.draft.queryCoverage} % coverage`,
  );
  run.result = {
    researchId,
    outcome,
    answered: verified.draft.summary.length > 0,
    summary: verified.draft.summary
      .map(({ text }) => text)
      .join(' ')
      .slice(0, 2_000),
    queryCoverage: verified.draft.queryCoverage,
    gapCount: accounts.gaps.length,
    reportPath,
    recordPath,
  };
  await run.enter(outcome);
  return run.result;
}
