import { FailureType } from '@plumbline/contracts/common/failure-types';
import { describeUndecodable, isUndecodable } from '@plumbline/contracts/common/undecodable';
import type { CorpusReport } from '@plumbline/contracts/evidence/corpus';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { QueryAnchor } from '@plumbline/contracts/evidence/query-anchor';
import type { PartialReport } from '@plumbline/contracts/report/partial-report';
import type { ResearchProgress, ResearchResult } from '@plumbline/contracts/report/progress';
import {
  type Clarification,
  type Resumption,
  resumptionSchema,
  type SettledQuestion,
  type SettledStages,
  type StoredMaterial,
} from '@plumbline/contracts/report/settled-stages';
import type { Gap } from '@plumbline/contracts/research/accounting';
import { freezeAnchor } from '@plumbline/contracts/research/frozen-anchor';
import { type ResearchRequest, researchRequestSchema } from '@plumbline/contracts/research/research-request';
import {
  allHandlersFinished,
  ApplicationFailure,
  CancellationScope,
  condition,
  isCancellation,
  setDefaultSignalHandler,
  setHandler,
} from '@temporalio/workflow';
import { describeCause, isFailureOf, toRunFailure } from '../calls/activity-failures.ts';
import { takeWithinBytes } from '../domain/finding-selection.ts';
import { describeIssues } from '../domain/parse-issues.ts';
import * as messages from './messages.ts';
import { decide, nameOf } from './run/message-decisions.ts';
import { createRun, type ResearchRun } from './run/research-run.ts';
import { now, toPendingClarification } from './run/run-state.ts';
import { clarifyQuestion } from './stages/clarify-question.ts';
import { indexDocuments } from './stages/index-documents.ts';
import { keepStages } from './stages/keep-stages.ts';
import { lookAgain } from './stages/look-again.ts';
import { planTasks, recallMemory, withRemembered } from './stages/plan-tasks.ts';
import { publishReport } from './stages/publish-report.ts';
import { researchTasks } from './stages/research-tasks.ts';
import { summarizeClarification } from './stages/summarize-clarification.ts';
import { synthesizeReport, withDrawn } from './stages/synthesize-report.ts';
import { validateFindings } from './stages/validate-findings.ts';
import { verifyReport } from './stages/verify-report.ts';

/** Bytes of findings in one answer to a query; well below what a payload may have. */
const MAX_BYTES = 102_400;

const PAIRS = [
  [messages.answerClarificationSignal, messages.answerClarificationUpdate],
  [messages.skipClarificationSignal, messages.skipClarificationUpdate],
  [messages.finishEarlySignal, messages.finishEarlyUpdate],
  [messages.approvePlanSignal, messages.approvePlanUpdate],
  [messages.extendBudgetSignal, messages.extendBudgetUpdate],
  [messages.retryNowSignal, messages.retryNowUpdate],
  [messages.steerSignal, messages.steerUpdate],
] as const;

/**
 * One run, from question to report. It survives the kill of any process and goes on where it was.
 *
 * @param resumption given where a run of this id has failed: what that one had settled is kept
 */
export async function deepResearch(input: unknown, resumption?: unknown): Promise<ResearchResult> {
  return conduct(input, resumption, async (run) => {
    const kept = await keepStages(run);
    const { conversation, material: gathered } = await gatherMaterial(run, kept);
    const stored: StoredMaterial = { ...gathered, evidence: run.evidence };
    settleMaterial(run, stored);
    const written = await synthesizeReport(run, stored);
    const { material, draft } = await lookAgain(run, withDrawn(stored, written), written);
    const checked = await verifyReport(run, material, draft);
    return publishReport(run, conversation, material, checked);
  });
}

/** Everything before the report is written. A fork keeps what it can of the run it was made from. */
async function gatherMaterial(run: ResearchRun, kept: SettledStages) {
  if (kept.question !== undefined && kept.material !== undefined) {
    return { conversation: kept.question.conversation, material: kept.material.material };
  }
  const corpus = await indexDocuments(run);
  const { conversation, anchor, context, drafted } = kept.question ?? (await settleQuestion(run, corpus));
  const memory = await recallMemory(run, anchor);
  const plan =
    kept.plan?.plan ?? (await planTasks(run, { anchor, corpusId: corpus.corpusId }, context, memory, drafted));
  if (kept.plan === undefined) run.stages.settle('plan', { plan, approvedPlan: run.state.current.approvedPlan });
  const outcome = await researchTasks(run, { anchor, corpus, plan, open: context.clarity?.knowledgeGaps ?? [] });
  const validated = await validateFindings(run, { anchor, corpus, context, outcome });
  return { conversation, material: withRemembered(validated, memory) };
}

async function settleQuestion(
  run: ResearchRun,
  corpus: CorpusReport,
): Promise<Pick<SettledQuestion, 'conversation' | 'anchor' | 'context' | 'drafted'>> {
  const clarification = await clarifyQuestion(run, corpus);
  const anchor = anchorQuestion(run, clarification);
  const context = await summarizeClarification(run, { anchor, corpus, clarification });
  const { conversation, assessment } = clarification;
  const drafted = assessment.plan === undefined ? {} : { drafted: assessment.plan };
  const question = { conversation, anchor, context, ...drafted };
  run.stages.settle('question', question);
  return question;
}

function settleMaterial({ stages, state, accounts, progress }: ResearchRun, material: StoredMaterial): void {
  const { engine, telemetry } = accounts;
  const { drift } = progress;
  stages.settleMaterial(material, { tasks: state.current.tasks, drift, engine, telemetry });
}

/**
 * Opens a run for messages, carries out its stages, and records how it ended.
 *
 * @param input as it was sent
 * @param resumption as it was sent; undefined if the run does not continue a failed one
 * @throws ApplicationFailure of type InvalidRequest, not retried: the input of a run never changes
 */
async function conduct(
  input: unknown,
  resumption: unknown,
  carryOut: (run: ResearchRun) => Promise<ResearchResult>,
): Promise<ResearchResult> {
  const run = createRun(parseRequest(input), parseResumption(resumption));
  handleMessages(run);
  try {
    const result = await carryOut(run);
    await run.progress.recorded();
    await condition(allHandlersFinished);
    return result;
  } catch (error) {
    await CancellationScope.nonCancellable(() => recordEnd(run, error));
    throw toRunFailure(error);
  }
}

function parseRequest(input: unknown): ResearchRequest {
  if (isUndecodable(input)) throw invalidRequest(describeUndecodable(input));
  const parsed = researchRequestSchema.safeParse(input);
  if (!parsed.success) throw invalidRequest(describeIssues(parsed.error));
  return parsed.data;
}

function parseResumption(resumption: unknown): Resumption | undefined {
  const parsed = resumptionSchema.optional().safeParse(resumption);
  if (!parsed.success) throw invalidRequest(describeIssues(parsed.error));
  return parsed.data;
}

function invalidRequest(problem: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(`The research request is invalid: ${problem}`, FailureType.InvalidRequest);
}

/** Leaves the reason of the end where `status` finds it. */
async function recordEnd({ state, progress }: Pick<ResearchRun, 'state' | 'progress'>, error: unknown): Promise<void> {
  state.update({ round: null, planToApprove: null });
  if (isCancellation(error)) {
    progress.enter('cancelled');
  } else {
    progress.establish({ failure: describeCause(error) });
    progress.enter(isFailureOf(error, FailureType.CorpusUnavailable) ? 'halted' : 'failed');
  }
  await progress.recorded();
}

type HandledParts = Pick<ResearchRun, 'state' | 'accounts' | 'progress' | 'findingsByTask'>;

/** Opens a run for messages and queries. Handlers only change the state; the stages do the work. */
function handleMessages(run: HandledParts): void {
  answerQueries(run);
  for (const [signal, update] of PAIRS) {
    setHandler(signal, (...[payload]: unknown[]) => void receive(run, signal.name, payload));
    // Not by a validator: what that refuses leaves no trace in the run, and its report would not tell of it.
    setHandler(update, (...[payload]: unknown[]) => {
      const reason = receive(run, update.name, payload);
      if (reason !== null) throw ApplicationFailure.nonRetryable(reason, 'MessageRejected');
    });
  }
  setDefaultSignalHandler((name, ...[payload]) => void receive(run, name, payload));
}

function answerQueries({ state, accounts, progress, findingsByTask }: HandledParts): void {
  setHandler(messages.progressQuery, () => progress.snapshot());
  setHandler(messages.driftQuery, () => progress.drift);
  setHandler(messages.clarificationQuery, () => state.current.round && toPendingClarification(state.current.round));
  setHandler(messages.partialReportQuery, () => {
    const findings = [...findingsByTask.values()].flat();
    return createPartialReport(progress.snapshot(), findings, accounts.gaps, now());
  });
}

/** @returns why the message was refused; null: it was accepted */
function receive(
  { state, progress }: Pick<ResearchRun, 'state' | 'progress'>,
  name: string,
  payload: unknown,
): string | null {
  const message = { name, payload, at: now() };
  const decision = decide(state.current, message);
  if (decision.accepted) state.update(decision.state);
  else state.recordRejection({ message: nameOf(message), reason: decision.reason, at: message.at });
  progress.showBoard();
  return decision.accepted ? null : decision.reason;
}

/** What a run knows of itself while it is under way. */
type KnownProgress = Pick<ResearchProgress, 'researchId' | 'question' | 'stage' | 'language' | 'tasks'>;

/**
 * What there is so far. Findings of tier 1 come first, within a tier the heaviest.
 *
 * @param now ISO 8601
 */
export function createPartialReport(
  { researchId, question, stage, language, tasks }: KnownProgress,
  findings: readonly Finding[],
  gaps: readonly Gap[],
  now: string,
): PartialReport {
  const served = new Set(findings.filter(({ contextTier }) => contextTier < 3).map(({ taskId }) => taskId));
  const covered = tasks.filter(({ taskId }) => served.has(taskId)).length;
  const ordered = [...findings].sort((a, b) => a.contextTier - b.contextTier || b.weight - a.weight);
  return {
    researchId,
    question,
    stage,
    asOf: now,
    language,
    taskCoverage: tasks.length === 0 ? 0 : Math.round((100 * covered) / tasks.length),
    tasks: tasks.map(({ taskId, text, step }) => ({ taskId, text, isDone: step === 'done' })),
    findings: takeWithinBytes(ordered, MAX_BYTES),
    findingCount: findings.length,
    gaps,
  };
}

/** Freezes what the person meant; from here on no step can drift from it. */
function anchorQuestion(
  { request, progress }: Pick<ResearchRun, 'request' | 'progress'>,
  { assessment, conversation }: Clarification,
): QueryAnchor {
  const anchor = freezeAnchor(request.question, assessment, conversation, now());
  progress.establish({ language: anchor.language });
  progress.enter('anchored');
  return anchor;
}
