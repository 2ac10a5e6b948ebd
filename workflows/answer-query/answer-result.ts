import type {
  AnswerDebug,
  AnswerPlan,
  AnswerResult,
  Confidence,
  Interpretation,
  UiDecision,
} from '../contracts/answers/answer.ts';
import { type Card, OTHER } from '../contracts/answers/catalogue.ts';
import type { ManagedMemory, RecalledMemory } from '../contracts/answers/memory-activities.ts';
import type { CorpusReport } from '../contracts/evidence/corpus.ts';
import { nameLeftOut } from '../contracts/evidence/left-out-phrases.ts';
import { suggestFollowUps } from '../domain/answers/follow-ups.ts';
import { resultPhrasesFor } from '../domain/answers/result-phrases.ts';
import { agreeingWith, decideUi, intentOf, uiVerticalOf, withoutModel } from '../domain/answers/ui-decision.ts';
import type { AnswerRun } from './answer-run.ts';
import type { Assessed } from './assessment.ts';
import { MOST_ITEMS } from './passage-retrieval.ts';
import { SHOWN_ITEMS, type WrittenAnswer } from './writing.ts';

/** What is asked back; never an answer. */
export function clarificationResult(run: AnswerRun, interpretation: Interpretation): AnswerResult {
  const result = emptyAnswer(run, interpretation);
  const { conflicts } = interpretation;
  return {
    ...result,
    summary: conflicts.join(' '),
    needsClarification: true,
    clarificationQuestions: conflicts,
    // Complete messages, so that a click answers what is asked.
    followUpSuggestions: interpretation.alternatives,
    debug: { ...result.debug, clarificationTriggered: true },
  };
}

/** The message is researched; the report answers it. */
export function handedOverResult(run: AnswerRun, interpretation: Interpretation, researchId: string): AnswerResult {
  const summary = resultPhrasesFor(interpretation.language).handedOver(researchId);
  return { ...emptyAnswer(run, interpretation), summary, researchId };
}

/** What was remembered is the answer. @param reply null: it could not be; the notes say why */
export function notedResult(run: AnswerRun, reply: string | null): AnswerResult {
  const { message } = run.input.ask;
  const interpretation = {
    rewrittenPrompt: message,
    language: 'und',
    confidence: 1,
    alternatives: [],
    conflicts: [],
    needsClarification: false,
    keyEntities: [],
    namedReferences: [],
  };
  return { ...emptyAnswer(run, interpretation), summary: reply ?? '' };
}

/** An answer that says what changed in the memory. */
export function withMemoryChanges(result: AnswerResult, { notes, operations }: ManagedMemory): AnswerResult {
  const { memory } = result.debug;
  if (memory === undefined) return result;
  const debug = { ...result.debug, memory: { ...memory, operations: [...operations] } };
  return { ...result, notes: [...result.notes, ...notes], debug };
}

/** An answer that rests on no source, and says so. */
export function generalResult(
  run: AnswerRun,
  { interpretation, decision, filters }: AnswerPlan,
  text: string,
): AnswerResult {
  const result = emptyAnswer(run, interpretation);
  const { language } = interpretation;
  return {
    ...result,
    summary: text,
    isUngrounded: true,
    // What the rules say of themselves needs no source.
    notes: [...(result.engine === 'model' ? [resultPhrasesFor(language).ungrounded] : []), ...result.notes],
    debug: { ...result.debug, grounding: decision, extractedFilters: filters.extracted },
  };
}

export interface Grounded {
  readonly plan: AnswerPlan;
  readonly corpus: CorpusReport;
  readonly assessed: Assessed;
  readonly written: WrittenAnswer;
  readonly isRefined: boolean;
}

/** An answer that rests on sources. */
export function groundedResult(run: AnswerRun, grounded: Grounded): AnswerResult {
  const { plan, corpus, assessed, written } = grounded;
  const { interpretation } = plan;
  const { evidence, stats, hasFallenBack } = assessed;
  const result = emptyAnswer(run, interpretation);
  const vertical = uiVerticalOf(evidence.plannedVertical, stats.vertical);
  const ui = uiOf(run, grounded, vertical);
  const intent = intentOf(plan.decision.grounding, vertical, interpretation.rewrittenPrompt);
  const fallback = hasFallenBack ? [resultPhrasesFor(interpretation.language).fallback(evidence.plannedVertical)] : [];
  return {
    ...result,
    summary: written.rendered.summary,
    citations: [...written.rendered.citations],
    sources: [...written.rendered.sources],
    vertical: stats.vertical,
    intent,
    cards: cardsOf(grounded),
    ui,
    retrievalStats: stats,
    followUpSuggestions: followUpsOf(grounded, intent),
    assumed: [...(evidence.items?.assumed ?? [])],
    notes: [...fallback, ...unreadOf(run, grounded), ...(evidence.items?.notes ?? []), ...result.notes],
    skippedFiles: [...corpus.skippedFiles],
    skippedCount: corpus.skippedCount,
    verification: written.verification,
    debug: debugOf(result.debug, grounded, ui),
  };
}

function uiOf(
  { input, accounts: { engine } }: AnswerRun,
  { plan, assessed, written }: Grounded,
  plannedVertical: string,
): UiDecision {
  const { grounding } = plan.decision;
  const { lastStrength } = input.context;
  const decided = decideUi({ grounding, plannedVertical, quality: assessed.stats.quality, lastStrength });
  const hasItems = (assessed.evidence.items?.items.length ?? 0) > 0;
  return agreeingWith(decided, written.draft, { engine, hasItems });
}

function followUpsOf(grounded: Grounded, intent: AnswerResult['intent']): string[] {
  const { plan, assessed, written } = grounded;
  const { rewrittenPrompt: message, language } = plan.interpretation;
  // Templates know only of items; a model that proposes nothing has nothing to propose.
  if (written.isByModel) return [...written.rendered.followUps];
  return suggestFollowUps({
    intent,
    language,
    message,
    filterSummary: assessed.evidence.items?.filterSummary ?? '',
    names: (assessed.evidence.items?.items ?? []).map(({ card }) => card.title),
  });
}

function debugOf(
  debug: AnswerDebug,
  { plan, assessed, written, isRefined }: Grounded,
  { answerConfidence }: UiDecision,
): AnswerDebug {
  const { evidence, stats } = assessed;
  const { vertical, itemCount: items, quality } = stats;
  const { certainties } = written.draft;
  return {
    ...debug,
    answerConfidence,
    grounding: plan.decision,
    extractedFilters: plan.filters.extracted,
    retrieval: { vertical, items, snippets: evidence.passages.hits.length, quality, maxItems: MOST_ITEMS },
    deepRefined: isRefined,
    plannedVertical: evidence.plannedVertical,
    observedVertical: vertical,
    automatedEvalScores: written.rendered.scores,
    alignment: written.alignment,
    ...(certainties !== undefined && certainties.length > 0 && { certainties }),
  };
}

/** What was not read, once in a conversation, and as far as a refusal does not say it itself. */
function unreadOf({ input }: AnswerRun, { plan, corpus, assessed, written }: Grounded): string[] {
  if (input.context.thread.some(({ sources }) => sources !== undefined)) return [];
  const { skippedCount, skippedFiles } = corpus;
  const isRefusal = written.draft.summary.length === 0 && (assessed.evidence.items?.items.length ?? 0) === 0;
  const { language } = plan.interpretation;
  return [
    ...(skippedCount === 0 || isRefusal ? [] : [resultPhrasesFor(language).unread(skippedFiles, skippedCount)]),
    ...(corpus.leftOut === undefined ? [] : [nameLeftOut(corpus.leftOut, language)]),
  ];
}

function cardsOf({ assessed, written }: Grounded): Card[] {
  const items = assessed.evidence.items?.items ?? [];
  const { citationOfItem } = written.rendered;
  return items.slice(0, SHOWN_ITEMS).map(({ card }) => ({ ...card, citation: citationOfItem[card.itemId] ?? null }));
}

/** A result without content; every kind of answer fills in its part. */
function emptyAnswer(run: AnswerRun, interpretation: Interpretation): AnswerResult {
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
    trace: { traceId: trace.traceId, spans: [...trace.spans] },
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
