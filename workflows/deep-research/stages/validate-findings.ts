import { counted } from '@plumbline/contracts/common/counted';
import type { CorpusReport } from '@plumbline/contracts/evidence/corpus';
import { noteStored, referTo } from '@plumbline/contracts/evidence/evidence-index';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { QueryAnchor } from '@plumbline/contracts/evidence/query-anchor';
import type { RelevanceScore } from '@plumbline/contracts/evidence/search-hit';
import type { ClarificationContext, ReportMaterial, ResearchOutcome } from '@plumbline/contracts/report/settled-stages';
import { createGap } from '@plumbline/contracts/research/gap-phrases';
import { isCancellation } from '@temporalio/workflow';
import { describeCause } from '../../calls/activity-failures.ts';
import { callActivity } from '../../calls/activity-options.ts';
import { approvedTasksOf } from '../../domain/approved-tasks.ts';
import { selectEvidence } from '../../domain/evidence-selection.ts';
import { selectAll, selectQuotes } from '../../domain/finding-selection.ts';
import { applyValidation, measureDrift, withFinalRelevance } from '../../domain/finding-validation.ts';
import { isBanned, steeredLanguage } from '../../domain/steering.ts';
import type { ResearchRun } from '../run/research-run.ts';

type ValidationParts = Pick<ResearchRun, 'researchId' | 'request' | 'state' | 'accounts' | 'progress' | 'evidence'>;

type SelectedMaterial = Pick<ReportMaterial, 'taskSummaries' | 'findings' | 'quotes' | 'reserve' | 'leftOut'>;

interface Researched {
  readonly anchor: QueryAnchor;
  readonly corpus: CorpusReport;
  readonly context: ClarificationContext;
  readonly outcome: ResearchOutcome;
}

/** Takes out findings that drifted from the question, and selects what the report is written from. */
export async function validateFindings(run: ValidationParts, researched: Researched): Promise<ReportMaterial> {
  run.progress.enter('validating');
  const { anchor, corpus, context, outcome } = researched;
  const validated = await validate(run, researched);
  // A person may have banned sources or changed the language meanwhile.
  const { steering } = run.state;
  run.state.update({ settled: 'material' });
  const kept = validated.filter(({ locator }) => !isBanned(steering, locator));
  return {
    anchor: inLanguage(anchor, steeredLanguage(steering, anchor.language)),
    corpus,
    clarificationSummary: context.summary,
    clarity: context.clarity,
    tasks: outcome.tasks,
    contradictions: outcome.contradictions,
    ...select(run, outcome, kept),
  };
}

/** The frozen anchor, in the language of the report. */
function inLanguage(anchor: QueryAnchor, language: string): QueryAnchor {
  return anchor.language === language ? anchor : { ...anchor, language, questionLanguage: anchor.language };
}

/** Scores every finding against the anchor and drops what drifted; the report says how much that was. */
async function validate(run: ValidationParts, researched: Researched): Promise<readonly Finding[]> {
  const findings = [...researched.outcome.findings, ...researched.context.findings];
  const scores = await scoreAgain(run, researched, findings);
  // A report requested early keeps everything that was found.
  const driftThreshold = run.state.isFinishing ? 0 : run.request.settings.driftThreshold;
  const validated = applyValidation(findings, scores, driftThreshold);
  run.progress.establish({ drift: measureDrift(validated) });
  return validated.kept;
}

async function scoreAgain(
  run: ValidationParts,
  { anchor, corpus }: Researched,
  findings: readonly Finding[],
): Promise<readonly RelevanceScore[]> {
  if (findings.length === 0) return [];
  const { researchId, state, accounts, evidence } = run;
  const asked = { anchor, corpusId: corpus.corpusId, approvedTasks: approvedTasksOf(state.current) };
  const given = { ...asked, ...referTo(run, findings), storeFor: researchId };
  const summary = `score ${counted(findings.length, 'finding')} against the anchor`;
  try {
    const { scores, stored } = await callActivity('validateRelevance', given, summary);
    noteStored(evidence, stored, withFinalRelevance(findings, scores));
    return scores;
  } catch (error) {
    if (isCancellation(error)) throw error;
    const unvalidated = { subject: String(findings.length), cause: describeCause(error) };
    accounts.gaps.push(createGap('findings-unvalidated', unvalidated));
    return [];
  }
}

/** What synthesis gets, within the caps of the request. */
function select(
  run: ValidationParts,
  { tasks, summaries }: ResearchOutcome,
  kept: readonly Finding[],
): SelectedMaterial {
  const { request, state, accounts } = run;
  const { tierCaps, citeThreshold } = request.settings;
  if (state.isFinishing) {
    const findings = selectAll(kept);
    const quotes = selectQuotes(findings, request.settings);
    return { taskSummaries: summaries, findings, quotes, reserve: [], leftOut: [] };
  }
  const selected = selectEvidence(kept, {
    taskIds: tasks.map(({ taskId }) => taskId),
    summaries,
    caps: tierCaps,
    citeThreshold,
    mergesPassages: accounts.engine === 'model',
  });
  const { findings, reserve, leftOut } = selected;
  const quotes = selectQuotes(findings, request.settings);
  return { taskSummaries: selected.summaries, findings, quotes, reserve, leftOut };
}
