import {
  ApplicationFailure,
  allHandlersFinished,
  CancellationScope,
  condition,
  isCancellation,
} from '@temporalio/workflow';
import { callActivity } from '../activity-options.ts';
import type { ClarificationSummary } from '../contracts/clarification.ts';
import type { CorpusReport } from '../contracts/corpus.ts';
import { counted } from '../contracts/counted.ts';
import { FailureType } from '../contracts/failure-types.ts';
import type { ResearchResult } from '../contracts/progress.ts';
import type { QueryAnchor } from '../contracts/query-anchor.ts';
import type { ResearchPlan } from '../contracts/research-plan.ts';
import { inPresentWords, type ResearchRequest, researchRequestSchema } from '../contracts/research-request.ts';
import { describeUndecodable, isUndecodable } from '../contracts/undecodable.ts';
import { joinCorpora, webCorpusIdOf } from '../domain/corpus-set.ts';
import { freezeAnchor } from '../domain/query-anchor.ts';
import { describeFailure, isFailureOf, toRunFailure } from '../failures.ts';
import { describeIssues } from './run/decision.ts';
import { ResearchRun } from './run/research-run.ts';
import { clarify } from './stages/clarification.ts';
import { readClarificationPassages } from './stages/clarification-findings.ts';
import { type Collected, researchPlan } from './stages/planned-research.ts';
import { writeReport } from './stages/report-writing.ts';

/** One run, from question to report. Kill any process at any time: it goes on where it was. */
export async function deepResearch(input: unknown): Promise<ResearchResult> {
  const run = new ResearchRun(parseRequest(input));
  run.listen();
  try {
    const result = await conduct(run);
    await run.recorded();
    await condition(allHandlersFinished);
    return result;
  } catch (error) {
    await CancellationScope.nonCancellable(() => recordEnd(run, error));
    throw toRunFailure(error);
  }
}

async function conduct(run: ResearchRun): Promise<ResearchResult> {
  const corpus = await indexDocuments(run);

  run.enter('clarifying');
  const clarification = await clarify(run, corpus);
  const createdAt = new Date(Date.now()).toISOString();
  const anchor = freezeAnchor(run.request.question, clarification.assessment, clarification.conversation, createdAt);
  run.language = anchor.language;

  run.enter('anchored');
  const { assessment, conversation, hits } = clarification;
  const clarificationSummary =
    conversation.length === 0
      ? null
      : await run.reason(
          'summarizeClarification',
          { anchor, conversation, assessment, hits },
          `summarize ${counted(conversation.length, 'clarification')}`,
        );

  // Not even an await where nothing is read: it would reorder the commands of runs that began before.
  const clarificationFindings = run.isGraded ? await readClarificationPassages(run, { anchor, corpus, hits }) : [];

  run.enter('planning');
  const plan = await planTasks(run, anchor, clarificationSummary);

  run.enter('researching');
  const collected: Collected = await researchPlan(run, anchor, corpus, plan);
  failWhenEverySearchFailed(run);

  return writeReport(run, {
    anchor,
    corpus,
    conversation,
    clarificationSummary,
    plan: { tasks: [...collected.tasks] },
    clarificationFindings,
    collected,
  });
}

async function indexDocuments(run: ResearchRun): Promise<CorpusReport> {
  run.enter('indexing');
  const { corpusDirectories, settings, web } = run.request;
  const folders = await Promise.all(
    corpusDirectories.map(async (directory) => {
      const input = { corpusDirectory: directory, maxFileBytes: settings.maxFileBytes };
      return { directory, report: await callActivity('indexCorpus', input, `index ${directory}`) };
    }),
  );
  run.corpus = joinCorpora(folders, web === null ? null : webCorpusIdOf(run.researchId));
  return run.corpus;
}

/** Makes the plan and, when the request asks for it, lets a person approve or edit it. */
async function planTasks(
  run: ResearchRun,
  anchor: QueryAnchor,
  clarificationSummary: ClarificationSummary | null,
): Promise<ResearchPlan> {
  const { maxTasks, approvePlan, clarificationTimeoutSeconds } = run.request.settings;
  const plan = await run.reason(
    'planResearch',
    { anchor, clarificationSummary, maxTasks },
    `plan: "${anchor.originalQuestion}"`,
  );
  if (!approvePlan || run.state.finishRequested) return plan;
  run.state = { ...run.state, planToApprove: plan };
  const isApproved = (): boolean => run.state.approvedPlan !== null;
  await run.waitForPeople(isApproved, clarificationTimeoutSeconds * 1_000, 'waiting for approval of the plan');
  const approved = run.state.approvedPlan ?? plan;
  run.state = { ...run.state, planToApprove: null };
  return approved;
}

/** @throws ApplicationFailure of type InvalidRequest, not retried: the input of a run never changes */
function parseRequest(input: unknown): ResearchRequest {
  if (isUndecodable(input)) throw invalidRequest(describeUndecodable(input));
  const parsed = researchRequestSchema.safeParse(inPresentWords(input));
  if (!parsed.success) throw invalidRequest(describeIssues(parsed.error));
  return parsed.data;
}

function invalidRequest(problem: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(`The research request is invalid: ${problem}`, FailureType.InvalidRequest);
}

/** Not one search came back: that is no finding about the documents, and a report would pretend that it was. */
function failWhenEverySearchFailed(run: ResearchRun): void {
  const { issued, failed } = run.accounts.telemetry.counts;
  if (issued === 0 || failed < issued) return;
  const last = run.accounts.gaps.findLast(({ kind }) => kind === 'search-failed' || kind === 'provider-failed');
  throw ApplicationFailure.nonRetryable(
    `All ${issued} searches failed. ${last?.description ?? ''}`,
    FailureType.AllSearchesFailed,
  );
}

/** Leaves the reason of the end where `status` finds it. */
async function recordEnd(run: ResearchRun, error: unknown): Promise<void> {
  run.state = { ...run.state, round: null, planToApprove: null };
  if (isCancellation(error)) {
    run.enter('cancelled');
  } else {
    run.failure = describeFailure(error);
    run.enter(isFailureOf(error, FailureType.CorpusUnavailable) ? 'halted' : 'failed');
  }
  await run.recorded();
}
