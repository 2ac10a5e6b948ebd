import {
  ApplicationFailure,
  isCancellation,
  metricMeter,
  ParentClosePolicy,
  startChild,
  workflowInfo,
} from '@temporalio/workflow';
import { describeCause, toRunFailure } from '../calls/activity-failures.ts';
import { callActivity } from '../calls/activity-options.ts';
import type { RecalledAnswer } from '../contracts/answers/answer-activities.ts';
import type { AnswerPlan, AnswerResult } from '../contracts/answers/answer.ts';
import { type AnswerOutcome, type AnswerQueryInput, answerQueryShape } from '../contracts/answers/conversation.ts';
import type { ManagedMemory } from '../contracts/answers/memory-activities.ts';
import { FailureType } from '../contracts/common/failure-types.ts';
import { awaitingInputAttribute, researchStageAttribute } from '../contracts/common/search-attributes.ts';
import { describeUndecodable, isUndecodable } from '../contracts/common/undecodable.ts';
import type { CorpusReport } from '../contracts/evidence/corpus.ts';
import type { Finding } from '../contracts/evidence/evidence.ts';
import { deepResearch } from '../deep-research/deep-research.ts';
import { indexFolders } from '../deep-research/stages/index-documents.ts';
import { answerKeyOf, planKeyOf } from '../domain/answers/answer-keys.ts';
import { memoryRequestOf } from '../domain/answers/memory-request.ts';
import { strengthOf } from '../domain/answers/retrieval-quality.ts';
import { NOTHING_LEARNT } from '../domain/answers/session-memory.ts';
import { describeIssues } from '../domain/parse-issues.ts';
import {
  clarificationResult,
  generalResult,
  handedOverResult,
  notedResult,
  withMemoryChanges,
} from './answer-result.ts';
import { type AnswerRun, createAnswerRun } from './answer-run.ts';
import { answerFromSources } from './grounded-answer.ts';
import { groundingOf, understand } from './understanding.ts';

/** A message repeated soon wants the same answer; later, documents and the web may say more. */
const ANSWER_CACHE_SECONDS = 600;
/** Long enough to say a message again in another mode. */
const PLAN_CACHE_SECONDS = 60;

const UNCHANGED: ManagedMemory = { operations: [], notes: [], findings: [], reply: null };

/** What one kind of answer gives back, and what its record rests on. */
interface Answered extends AnswerOutcome {
  readonly findings: readonly Finding[];
}

/** Answers one message of a session, and stores the answer. It survives the kill of any process. */
export async function answerQuery(input: AnswerQueryInput): Promise<AnswerOutcome> {
  requireValid(input);
  const begun = createAnswerRun(input);
  try {
    begun.trace.enter('indexing');
    const corpus = await indexFolders(begun);
    const run = await withMemory(begun);
    if (isOnlyForMemory(run)) return await confirmMemory(run);
    const keys = cacheKeysOf(run, corpus);
    const recalled = await recall(run, keys);
    if (recalled.answer !== null) return await repeatAnswer(run, recalled.answer);
    const plan = await planOf(run, recalled.plan);
    // Runs alongside the answer, which must not wait for it.
    const remembering = recalled.plan === null ? rememberPlan(run, keys, plan) : undefined;
    const managed = await manageMemory(run, plan.memory);
    const { findings, ...outcome } = await answer(withFound(run, managed), corpus, plan);
    await remembering;
    const result = withMemoryChanges(outcome.result, managed);
    await record(run, keys, result, findings);
    measure(result);
    return { ...outcome, result };
  } catch (error) {
    throw toRunFailure(error);
  }
}

/** Sessions send valid messages; anybody may start a workflow by hand. */
function requireValid(input: unknown): void {
  const { error } = answerQueryShape.safeParse(input);
  if (error === undefined) return;
  const problem = isUndecodable(input) ? describeUndecodable(input) : describeIssues(error);
  throw ApplicationFailure.nonRetryable(`The message is invalid: ${problem}`, FailureType.InvalidRequest);
}

const NOTHING_FOUND = { ...NOTHING_LEARNT, findings: [] };

/** What is done for the message, by the plan cache or by a call. */
async function planOf(run: AnswerRun, recalled: AnswerPlan | null): Promise<AnswerPlan> {
  if (recalled === null) return understand(run);
  run.trace.mark('plan_cache_hit');
  return recalled;
}

async function answer(run: AnswerRun, corpus: CorpusReport, understood: AnswerPlan): Promise<Answered> {
  const { interpretation } = understood;
  if (interpretation.needsClarification) return { ...NOTHING_FOUND, result: clarificationResult(run, interpretation) };
  if (run.input.ask.research) return handOver(run, understood);
  const plan = { ...understood, decision: groundingOf(run, understood) };
  if (plan.decision.grounding !== 'none') return answerFromSources(run, corpus, plan);
  run.trace.enter('writing');
  const { rewrittenPrompt, language } = interpretation;
  const { answerId, input } = run;
  const question = { answerId, rewrittenPrompt, language, context: input.context, streams: input.ask.streams };
  const said = await run.trace.span('synthesize', () =>
    run.reasoning.ask('answerGenerally', question, `answer "${rewrittenPrompt}" without sources`),
  );
  return { ...NOTHING_FOUND, strength: strengthOf(null), result: generalResult(run, plan, said.text) };
}

/** Starts a research run that outlives the session. */
async function handOver(run: AnswerRun, { interpretation }: AnswerPlan): Promise<Answered> {
  const { corpusDirectories, fileSelections, web, userId } = run.input.scope;
  const question = interpretation.rewrittenPrompt;
  const researchId = run.answerId.replace(':', '-research-');
  await startChild(deepResearch, {
    workflowId: researchId,
    parentClosePolicy: ParentClosePolicy.ABANDON,
    args: [
      {
        question,
        corpusDirectories,
        ...(fileSelections && { fileSelections }),
        web,
        ...(run.memory !== null && { userId }),
      },
    ],
    memo: { question, ...(userId !== null && { userId }) },
    typedSearchAttributes: [
      { key: researchStageAttribute, value: 'indexing' },
      { key: awaitingInputAttribute, value: false },
    ],
    staticSummary: workflowInfo().workflowId,
  });
  return { ...NOTHING_FOUND, result: handedOverResult(run, interpretation, researchId) };
}

/** Answers a message that asks for nothing but a change of the memory: nothing is looked up. */
async function confirmMemory(run: AnswerRun): Promise<AnswerOutcome> {
  run.trace.enter('writing');
  const managed = await manageMemory(run, []);
  const result = withMemoryChanges(notedResult(run, managed.reply), managed);
  await record(run, NO_KEYS, result, []);
  return { ...NOTHING_LEARNT, result };
}

const NO_KEYS: CacheKeys = { answerKey: null, planKey: null };

/** The same answer once more, under this message's own id. */
async function repeatAnswer(run: AnswerRun, known: AnswerResult): Promise<AnswerOutcome> {
  const { answerId, input } = run;
  const answeredAt = new Date(Date.now()).toISOString();
  const result = { ...known, answerId, sessionId: input.sessionId, isCached: true, answeredAt };
  const { retrievalStats, debug } = known;
  const outcome = {
    result,
    filters: null,
    successfulVertical: retrievalStats?.quality === 'good' ? debug.observedVertical : null,
    strength: strengthOf(retrievalStats?.quality ?? null),
  };
  await record(run, NO_KEYS, result, []);
  return outcome;
}

async function record(
  run: AnswerRun,
  { answerKey }: CacheKeys,
  result: AnswerResult,
  findings: readonly Finding[],
): Promise<void> {
  const { scope, ask } = run.input;
  const isKept = answerKey !== null && !result.needsClarification && result.researchId === null;
  const stored = {
    result,
    scope,
    findings,
    cache: isKept ? { answerKey, expiresAt: expiryOf(ANSWER_CACHE_SECONDS) } : null,
    streams: ask.streams,
  };
  await callActivity('recordAnswer', stored, 'store the answer');
}

/** Counts the answer and the time of its steps for Prometheus; a replay counts nothing again. */
function measure({ engine, mode, needsClarification, retrievalStats, ui, debug }: AnswerResult): void {
  const quality = needsClarification ? 'clarification' : (retrievalStats?.quality ?? 'none');
  const grounding = debug.grounding?.grounding ?? 'none';
  const tags = { engine, mode, grounding, quality, confidence: ui.answerConfidence };
  metricMeter.createCounter('plumbline_answers').add(1, tags);
  const steps = metricMeter.createHistogram('plumbline_answer_step_duration_seconds', 'float');
  for (const { name, durationMs } of debug.trace.spans) steps.record(durationMs / 1_000, { step: name });
}

/** The run with what its user had remembered; the same run for a session without a user. */
async function withMemory(run: AnswerRun): Promise<AnswerRun> {
  const { scope, ask, context } = run.input;
  const { userId } = scope;
  if (userId === null) return run;
  const threshold = run.request.settings.citeThreshold;
  const memory = await callActivity('recallMemory', { userId, text: ask.message, threshold }, 'read the memory');
  const texts = memory.entries.map(({ text }) => text);
  return {
    ...run,
    memory,
    input: { ...run.input, context: { ...context, ...(texts.length > 0 && { memory: texts }) } },
  };
}

/** Whether a message asks for nothing but a change of the memory. */
function isOnlyForMemory({ input }: AnswerRun): boolean {
  return !input.ask.research && memoryRequestOf(input.ask.message)?.isWhole === true;
}

/** Asks the memory what the plan asks, and remembers what the message asks for. Where that fails, the answer says so. */
async function manageMemory(
  { input, answerId, memory, request: { settings } }: AnswerRun,
  uses: AnswerPlan['memory'],
): Promise<ManagedMemory> {
  const { userId } = input.scope;
  const { message } = input.ask;
  const request = memoryRequestOf(message);
  const isOfUser = memory !== null && userId !== null && (uses.length > 0 || request !== null);
  if (!isOfUser && request?.isWhole !== true) return UNCHANGED;
  const recalled = (memory?.findings ?? []).map(({ sourceId }) => sourceId);
  const threshold = settings.citeThreshold;
  const question = { userId, answerId, message, context: input.context, uses, recalled, threshold };
  try {
    return await callActivity('manageMemory', question, 'remember what the message asks for');
  } catch (error) {
    if (isCancellation(error)) throw error;
    return { ...UNCHANGED, notes: [`the memory could not be used: ${describeCause(error)}`] };
  }
}

/** What the memory was asked for is a source like what it was read for. */
function withFound(run: AnswerRun, { findings }: ManagedMemory): AnswerRun {
  const { memory } = run;
  return memory === null ? run : { ...run, memory: { ...memory, findings: [...memory.findings, ...findings] } };
}

/** Keys of what may be used again; null: it may not. */
interface CacheKeys {
  readonly answerKey: string | null;
  readonly planKey: string | null;
}

function cacheKeysOf({ input, memory, today }: AnswerRun, corpus: CorpusReport): CacheKeys {
  const { scope, ask, context } = input;
  const [corpusVersion, memoryVersion] = [corpus.version, memory?.version ?? null];
  const subject = { ask, scope, context, corpusVersion, memoryVersion, today };
  return {
    answerKey: ask.research ? null : answerKeyOf(subject),
    planKey: ask.rewriteVariant === 'none' ? null : planKeyOf(subject),
  };
}

/** What was answered or understood before; a store that fails has nothing. */
async function recall({ input }: AnswerRun, keys: CacheKeys): Promise<RecalledAnswer> {
  if (keys.answerKey === null && keys.planKey === null) return { answer: null, plan: null };
  const now = new Date(Date.now()).toISOString();
  return callActivity(
    'recallAnswer',
    { ...keys, userId: input.ask.userId, now },
    'look for the answer to the same message',
  );
}

/** Keeps the plan for a while. Nothing depends on it, so a failure costs only that. */
async function rememberPlan(
  { input: { sessionId, ask } }: AnswerRun,
  { planKey }: CacheKeys,
  plan: AnswerPlan,
): Promise<void> {
  if (planKey === null || plan.interpretation.needsClarification) return;
  const expiresAt = expiryOf(PLAN_CACHE_SECONDS);
  const kept = { sessionId, userId: ask.userId, planKey, plan, expiresAt };
  await callActivity('rememberPlan', kept, 'keep the plan').catch(() => undefined);
}

/** ISO 8601. */
function expiryOf(seconds: number): string {
  return new Date(Date.now() + seconds * 1_000).toISOString();
}
