import type { AnswerDebug, AnswerResult, Confidence, Interpretation } from '../contracts/answer.ts';
import { OTHER } from '../contracts/catalogue.ts';
import type { RecalledMemory } from '../contracts/memory-activities.ts';
import { decideUi, withoutModel } from '../domain/answers/ui-decision.ts';
import type { AnswerRun } from './answer-run.ts';

/** A result without content; every kind of answer fills in its part. */
export function emptyAnswer(run: AnswerRun, interpretation: Interpretation): AnswerResult {
  const { input, answerId } = run;
  const { ask, sessionId, context } = input;
  const { lastStrength } = context;
  const decided = decideUi({ grounding: 'none', plannedVertical: OTHER, quality: null, lastStrength });
  const ui = run.accounts.engine === 'offline' ? withoutModel(decided) : decided;
  return {
    answerId,
    sessionId,
    message: ask.message,
    mode: ask.mode,
    interpretation,
    summary: '',
    citations: [],
    sources: [],
    vertical: OTHER,
    intent: 'browse',
    cards: [],
    ui,
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
    answeredAt: new Date(Date.now()).toISOString(),
    ...accountOf(run),
    debug: emptyDebug(run, ui.answerConfidence),
  };
}

/** What the answer used, missed and fell back on. */
function accountOf({ accounts, memory }: AnswerRun): Pick<AnswerResult, 'notes' | 'engine' | 'usage' | 'degradations'> {
  const { gaps, telemetry, engine, usage, degradations } = accounts;
  const notes = [
    ...new Set([...gaps.map(({ description }) => description), ...telemetry.qualityNotes, ...(memory?.notes ?? [])]),
  ];
  return { notes, engine, usage, degradations: [...degradations] };
}

function emptyDebug({ trace, memory }: AnswerRun, answerConfidence: Confidence): AnswerDebug {
  return {
    traceId: trace.traceId,
    spans: [...trace.spans],
    grounding: null,
    extractedFilters: {},
    retrieval: null,
    answerConfidence,
    clarificationTriggered: false,
    deepRefined: false,
    plannedVertical: OTHER,
    observedVertical: OTHER,
    automatedEvalScores: null,
    alignment: null,
    ...(memory !== null && { memory: { recalled: recalledIn(memory), operations: [] } }),
  };
}

function recalledIn({ entries }: RecalledMemory): NonNullable<AnswerDebug['memory']>['recalled'] {
  return entries.map(({ entryId, score }) => ({ entryId, score }));
}
