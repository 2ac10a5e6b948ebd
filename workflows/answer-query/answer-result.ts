import type { AnswerDebug, AnswerPlan, AnswerResult, Interpretation, RetrievalStats } from '../contracts/answer.ts';
import { type Card, OTHER } from '../contracts/catalogue.ts';
import { answerPhrasesFor } from '../domain/answers/answer-phrases.ts';
import { suggestFollowUps } from '../domain/answers/follow-ups.ts';
import { agreeingWith, decideUi, intentOf, uiVerticalOf } from '../domain/answers/ui-decision.ts';
import type { AnswerRun } from './answer-run.ts';
import type { Assessed } from './assessment.ts';
import { SHOWN_ITEMS, type WrittenAnswer } from './writing.ts';

/** A result without content; every kind of answer fills in its part. */
function emptyResult(run: AnswerRun, interpretation: Interpretation): AnswerResult {
  const { input, answerId, accounts, trace } = run;
  const { ask, sessionId, context } = input;
  const ui = decideUi({ grounding: 'none', plannedVertical: OTHER, quality: null, lastStrength: context.lastStrength });
  return {
    answerId,
    sessionId,
    message: ask.message,
    mode: ask.mode,
    interpretation,
    summary: '',
    citations: [],
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
    notes: notesOf(run),
    engine: accounts.engine,
    usage: accounts.usage,
    degradations: [...accounts.degradations],
    verification: null,
    answeredAt: new Date(Date.now()).toISOString(),
    debug: {
      traceId: trace.traceId,
      spans: [...trace.spans],
      grounding: null,
      extractedFilters: {},
      retrieval: null,
      answerConfidence: ui.answerConfidence,
      clarificationTriggered: false,
      deepRefined: false,
      plannedVertical: OTHER,
      observedVertical: OTHER,
      automatedEvalScores: null,
    },
  };
}

function notesOf({ accounts: { gaps, telemetry } }: AnswerRun): string[] {
  return [...new Set([...gaps.map(({ description }) => description), ...telemetry.qualityNotes])];
}

/** What is asked back; never an answer. */
export function clarificationResult(run: AnswerRun, interpretation: Interpretation): AnswerResult {
  const result = emptyResult(run, interpretation);
  const { conflicts, language } = interpretation;
  return {
    ...result,
    summary: answerPhrasesFor(language).clarify(conflicts),
    needsClarification: true,
    clarificationQuestions: conflicts,
    debug: { ...result.debug, clarificationTriggered: true },
  };
}

/** The message is researched; the report answers it. */
export function handedOverResult(run: AnswerRun, interpretation: Interpretation, researchId: string): AnswerResult {
  const summary = answerPhrasesFor(interpretation.language).handedOver(researchId);
  return { ...emptyResult(run, interpretation), summary, researchId };
}

/** An answer that rests on no source, and says so. */
export function generalResult(
  run: AnswerRun,
  { interpretation, decision, filters }: AnswerPlan,
  text: string,
): AnswerResult {
  const result = emptyResult(run, interpretation);
  const { language } = interpretation;
  const facts = { grounding: 'none', vertical: OTHER, intent: 'browse', filterSummary: '', names: [] } as const;
  return {
    ...result,
    summary: text,
    isUngrounded: true,
    followUpSuggestions: suggestFollowUps({ ...facts, language, message: interpretation.rewrittenPrompt }),
    notes: [answerPhrasesFor(language).ungrounded, ...result.notes],
    debug: { ...result.debug, grounding: decision, extractedFilters: filters.extracted },
  };
}

export interface Grounded {
  readonly plan: AnswerPlan;
  readonly assessed: Assessed;
  readonly written: WrittenAnswer;
  readonly isRefined: boolean;
}

/** An answer that rests on sources. */
export function groundedResult(run: AnswerRun, grounded: Grounded): AnswerResult {
  const { plan, assessed, written } = grounded;
  const { interpretation, decision } = plan;
  const { evidence, stats } = assessed;
  const result = emptyResult(run, interpretation);
  const observed = stats.vertical;
  const vertical = uiVerticalOf(evidence.plannedVertical, observed);
  const { grounding } = decision;
  const { lastStrength } = run.input.context;
  const decided = decideUi({ grounding, plannedVertical: vertical, quality: stats.quality, lastStrength });
  const ui = agreeingWith(decided, written.draft, (evidence.items?.items.length ?? 0) > 0);
  const intent = intentOf(grounding, vertical, interpretation.rewrittenPrompt);
  const phrases = answerPhrasesFor(interpretation.language);
  return {
    ...result,
    summary: written.rendered.summary,
    citations: [...written.rendered.citations],
    vertical: observed,
    intent,
    cards: cardsOf(grounded),
    ui,
    retrievalStats: stats,
    followUpSuggestions: suggestFollowUps({
      grounding,
      vertical: observed,
      intent,
      language: interpretation.language,
      message: interpretation.rewrittenPrompt,
      filterSummary: evidence.items?.filterSummary ?? '',
      names: namesOf(grounded),
    }),
    assumed: [...(evidence.items?.assumed ?? [])],
    notes: [
      ...(assessed.hasFallenBack ? [phrases.fallback(evidence.plannedVertical)] : []),
      ...(evidence.items?.notes ?? []),
      ...result.notes,
    ],
    verification: written.verification,
    debug: debugOf(result.debug, run, grounded, ui.answerConfidence),
  };
}

function debugOf(
  debug: AnswerDebug,
  run: AnswerRun,
  { plan, assessed, written, isRefined }: Grounded,
  answerConfidence: AnswerDebug['answerConfidence'],
): AnswerDebug {
  const { evidence, stats } = assessed;
  return {
    ...debug,
    answerConfidence,
    grounding: plan.decision,
    extractedFilters: plan.filters.extracted,
    retrieval: retrievalOf(run, assessed, stats),
    deepRefined: isRefined,
    plannedVertical: evidence.plannedVertical,
    observedVertical: stats.vertical,
    automatedEvalScores: written.rendered.scores,
  };
}

function retrievalOf({ input }: AnswerRun, { evidence }: Assessed, { vertical, itemCount, quality }: RetrievalStats) {
  const snippets = evidence.passages.hits.length;
  return { vertical, items: itemCount, snippets, quality, maxItems: input.scope.settings.maxPassages };
}

function cardsOf({ assessed, written }: Grounded): Card[] {
  const items = assessed.evidence.items?.items ?? [];
  const { citationOfItem } = written.rendered;
  return items.slice(0, SHOWN_ITEMS).map(({ card }) => ({ ...card, citation: citationOfItem[card.itemId] ?? null }));
}

/** Items by their titles, else the headings of what the answer cites. */
function namesOf({ assessed, written }: Grounded): string[] {
  const items = assessed.evidence.items?.items ?? [];
  if (items.length > 0) return items.map(({ card }) => card.title);
  return written.rendered.citations.map(({ headingPath, title }) => headingPath.at(-1) ?? title);
}
