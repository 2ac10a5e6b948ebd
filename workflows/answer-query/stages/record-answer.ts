import type { AnswerDebug, AnswerResult } from '@plumbline/contracts/answers/answer';
import type { RecordAnswerInput } from '@plumbline/contracts/answers/answer-activities';
import { OTHER } from '@plumbline/contracts/answers/catalogue';
import type { AnswerOutcome } from '@plumbline/contracts/answers/conversation';
import { escapeMarkdown } from '@plumbline/contracts/common/markdown-text';
import type { Degradation } from '@plumbline/contracts/research/accounting';
import { metricMeter, workflowInfo } from '@temporalio/workflow';
import { callActivity } from '../../calls/activity-options.ts';
import { resultPhrasesFor } from '../../domain/answers/result-phrases.ts';
import { NOTHING_LEARNT } from '../../domain/answers/session-memory.ts';
import { decideUi, withoutModel } from '../../domain/answers/ui-decision.ts';
import type { AnswerContent, Answered, AnswerRun, Known } from '../run/answer-run.ts';

/** A message repeated soon wants the same answer; later, documents and the web may say more. */
const ANSWER_CACHE_SECONDS = 600;

/** What writes an answer, as degradations name it: the call, and the step in it. */
const WRITING: ReadonlySet<string> = new Set([
  'composeAnswer',
  'compose-answer',
  'answerGenerally',
  'answer-generally',
]);

/** Stores an answer. @param answerKey under which the same message finds it for a while; null: it does not */
export async function recordAnswer(
  run: AnswerRun,
  known: Known,
  { content, findings = [], ...learnt }: Answered,
  answerKey: string | null = null,
): Promise<AnswerOutcome> {
  const result = resultOf(run, known, withReason(content, whyByRule(run, content)));
  // A model that failed may answer the next time.
  const isWhole = !result.needsClarification && result.researchId === null && !result.degradations.some(isByRule);
  const isKept = answerKey !== null && isWhole;
  const expiresAt = new Date(Date.now() + ANSWER_CACHE_SECONDS * 1_000).toISOString();
  const cache = isKept ? { answerKey, expiresAt } : null;
  return storeOutcome(run, { ...NOTHING_LEARNT, ...learnt, result }, { findings, cache });
}

/** Stores what the session gets back. */
export async function storeOutcome(
  { scope, ask }: Pick<AnswerRun, 'scope' | 'ask'>,
  outcome: AnswerOutcome,
  kept: Pick<RecordAnswerInput, 'findings' | 'cache'> = { findings: [], cache: null },
): Promise<AnswerOutcome> {
  const stored = { result: outcome.result, scope, ...kept, streams: ask.streams };
  await callActivity('recordAnswer', stored, 'store the answer');
  return outcome;
}

/** Counts an answer and the time of its steps for Prometheus; a replay counts nothing again. */
export function countAnswer(outcome: AnswerOutcome): AnswerOutcome {
  const { engine, mode, needsClarification, retrievalStats, ui, debug } = outcome.result;
  const quality = needsClarification ? 'clarification' : (retrievalStats?.quality ?? 'none');
  const grounding = debug.grounding?.grounding ?? 'none';
  const tags = { engine, mode, grounding, quality, confidence: ui.answerConfidence ?? 'none' };
  metricMeter.createCounter('plumbline_answers').add(1, tags);
  const steps = metricMeter.createHistogram('plumbline_answer_step_duration_seconds', 'float');
  for (const { name, durationMs } of debug.trace.spans) steps.record(durationMs / 1_000, { step: name });
  return outcome;
}

/** What is said, with what the answer used, missed and fell back on. */
function resultOf(run: AnswerRun, known: Known, { notes = [], debug, ...content }: AnswerContent): AnswerResult {
  const { answerId, researchId: sessionId, ask, accounts } = run;
  const { engine, usage, degradations, gaps, telemetry } = accounts;
  const missed = [...gaps.map(({ description }) => description), ...telemetry.qualityNotes];
  const ui = content.ui ?? plainUi(run);
  return {
    answerId,
    sessionId,
    message: ask.message,
    instead: ask.instead,
    mode: ask.mode,
    citations: [],
    sources: [],
    vertical: OTHER,
    intent: 'browse',
    cards: [],
    retrievalStats: null,
    followUpSuggestions: [],
    needsClarification: false,
    clarificationQuestions: [],
    isUngrounded: false,
    isCached: false,
    assumed: [],
    researchId: null,
    skippedFiles: [],
    skippedCount: 0,
    verification: null,
    trust: null,
    answeredAt: new Date(Date.now()).toISOString(),
    engine,
    usage,
    degradations: [...degradations],
    found: null,
    ...content,
    ui,
    notes: [...notes, ...new Set([...missed, ...(known.memory?.notes ?? [])])],
    debug: { ...emptyDebug(run, known), answerConfidence: ui.answerConfidence, ...debug },
  };
}

/** Says first why the rules wrote in the place of a model. */
function whyByRule({ accounts }: AnswerRun, { interpretation: { language } }: AnswerContent): string[] {
  const lost = accounts.degradations.find((one) => isByRule(one) && WRITING.has(one.step));
  return lost === undefined ? [] : [resultPhrasesFor(language).withoutModel(lost.cause)];
}

function withReason(content: AnswerContent, why: readonly string[]): AnswerContent {
  const { summary, found = null } = content;
  return {
    ...content,
    summary: [...why.map(escapeMarkdown), summary].join('\n\n'),
    found: found === null ? null : { ...found, remarks: [...why, ...found.remarks] },
  };
}

function isByRule({ isByRule: is }: Degradation): boolean {
  return is === true;
}

/** Of an answer that retrieved nothing. */
function plainUi({ accounts, context: { lastStrength } }: AnswerRun): AnswerResult['ui'] {
  const decided = decideUi({ grounding: 'none', plannedVertical: OTHER, quality: null, lastStrength });
  return accounts.engine === 'offline' ? withoutModel(decided) : decided;
}

function emptyDebug({ trace: { spans } }: AnswerRun, { memory }: Known): Omit<AnswerDebug, 'answerConfidence'> {
  return {
    // One id for all attempts: Temporal finds the execution by it.
    trace: { traceId: workflowInfo().runId, spans: [...spans] },
    grounding: null,
    extractedFilters: {},
    retrieval: null,
    clarificationTriggered: false,
    deepRefined: false,
    plannedVertical: OTHER,
    observedVertical: OTHER,
    certainties: null,
    alignment: null,
    ...(memory !== null && {
      memory: {
        recalled: memory.entries.map(({ entryId, score }) => ({ entryId, score })),
        operations: [...memory.operations],
      },
    }),
  };
}
