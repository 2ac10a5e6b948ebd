import type {
  AnswerDebug,
  AnswerPlan,
  AnswerResult,
  AnswerStep,
  UiDecision,
} from '@plumbline/contracts/answers/answer';
import type { Card } from '@plumbline/contracts/answers/catalogue';
import type { CorpusReport } from '@plumbline/contracts/evidence/corpus';
import { nameLeftOut } from '@plumbline/contracts/evidence/left-out-phrases';
import { trustOf } from '@plumbline/contracts/report/trust';
import { freezeAnchor } from '@plumbline/contracts/research/frozen-anchor';
import { suggestFollowUps } from '../../domain/answers/follow-ups.ts';
import { resultPhrasesFor } from '../../domain/answers/result-phrases.ts';
import { strengthOf } from '../../domain/answers/retrieval-quality.ts';
import { agreeingWith, decideUi, intentOf, uiVerticalOf } from '../../domain/answers/ui-decision.ts';
import type { AnswerContent, Answered, AnswerRun, Known } from '../run/answer-run.ts';
import { type Evidence, findEvidence } from './find-evidence.ts';
import { type AnswerSubject, MOST_ITEMS } from './read-passages.ts';
import { sourcesOf } from './understand-message.ts';
import { writeAnswer, type WrittenAnswer } from './write-answer.ts';

/** Retrieves, judges and writes; in deep mode once more where the first answer is not sufficient. */
export async function answerFromSources(
  run: AnswerRun,
  corpus: CorpusReport,
  known: Known,
  plan: AnswerPlan,
): Promise<Answered> {
  const subject = subjectOf(plan, corpus, known);
  const isFull = plan.decision.grounding === 'full';
  const first = await pass(run, subject, plan.steps, isFull);
  const second = isFull && run.ask.mode === 'deep' ? await refine(run, subject, plan, first) : null;
  const { evidence, written } = second ?? first;
  const { items, stats } = evidence;
  return {
    content: contentOf(run, { plan, corpus, evidence, written, isRefined: second !== null }),
    findings: written.findings,
    // Filters for named items say nothing about the next search.
    filters: items === null || plan.filters.named !== undefined ? null : { vertical: items.vertical, used: items.used },
    successfulVertical: stats.quality === 'good' ? stats.vertical : null,
    strength: strengthOf(stats.quality),
  };
}

function subjectOf({ interpretation }: AnswerPlan, corpus: CorpusReport, { context, memory }: Known): AnswerSubject {
  const { rewrittenPrompt, language, keyEntities, namedReferences } = interpretation;
  const assessment = {
    language,
    keyEntities,
    namedReferences,
    scope: rewrittenPrompt,
    knowledgeGaps: [],
    coverage: 0,
    questions: [],
    assumptions: [],
  };
  const anchor = freezeAnchor(rewrittenPrompt, assessment, [], new Date(Date.now()).toISOString());
  const task = { taskId: 't1', text: rewrittenPrompt, rationale: '' };
  return { anchor, task, corpus, context, remembered: memory?.findings ?? [] };
}

interface Pass {
  readonly evidence: Evidence;
  readonly written: WrittenAnswer;
}

async function pass(
  run: AnswerRun,
  subject: AnswerSubject,
  steps: readonly AnswerStep[],
  isFull: boolean,
): Promise<Pass> {
  const evidence = await findEvidence(run, subject, steps, isFull);
  return { evidence, written: await writeAnswer(run, subject, evidence) };
}

/** Looks and writes again, at most once. @returns null where the first answer is kept */
async function refine(
  run: AnswerRun,
  subject: AnswerSubject,
  { filters }: AnswerPlan,
  { written: { draft } }: Pass,
): Promise<Pass | null> {
  const { originalQuestion: rewrittenPrompt, language } = subject.anchor;
  run.trace.enter('judging');
  return run.trace.span('deep_refinement', async () => {
    const question = { rewrittenPrompt, language, draft, filters, sources: sourcesOf(run.scope) };
    const { isSufficient, steps } = await run.reasoning.ask('critiqueAnswer', question, 'judge the answer');
    if (isSufficient) return null;
    run.trace.mark('plan');
    const again = await pass(run, subject, steps, true);
    // A second look that finds nothing must not take away what the first one found.
    return again.written.draft.summary.length === 0 && draft.summary.length > 0 ? null : again;
  });
}

interface Grounded extends Pass {
  readonly plan: AnswerPlan;
  readonly corpus: CorpusReport;
  readonly isRefined: boolean;
}

function contentOf(run: AnswerRun, grounded: Grounded): AnswerContent {
  const { plan, corpus, evidence, written } = grounded;
  const { interpretation, decision } = plan;
  const { stats, items, plannedVertical } = evidence;
  const { summary, citations, found, sources } = written.rendered;
  const vertical = uiVerticalOf(plannedVertical, stats.vertical);
  const intent = intentOf(decision.grounding, vertical, interpretation.rewrittenPrompt);
  return {
    interpretation,
    summary,
    citations: [...citations],
    found,
    sources: [...sources],
    vertical: stats.vertical,
    intent,
    cards: cardsOf(written),
    ui: uiOf(run, grounded, vertical),
    retrievalStats: stats,
    followUpSuggestions: followUpsOf(grounded, intent),
    assumed: [...(items?.assumed ?? [])],
    notes: [
      ...(evidence.hasFallenBack ? [resultPhrasesFor(interpretation.language).fallback(plannedVertical)] : []),
      ...unreadOf(run, grounded),
      ...(items?.notes ?? []),
    ],
    skippedFiles: [...corpus.skippedFiles],
    skippedCount: corpus.skippedCount,
    verification: written.quality,
    trust: trustOf({ ...written.draft, quality: written.quality, stats: { engine: written.engine } }, NOTHING_ASKED),
    debug: debugOf(grounded),
  };
}

/** An answer asks nothing back before it is given. */
const NOTHING_ASKED = { refinements: [] };

function uiOf(
  { accounts: { engine }, context: { lastStrength } }: AnswerRun,
  { plan, evidence, written }: Grounded,
  plannedVertical: string,
): UiDecision {
  const { grounding } = plan.decision;
  const decided = decideUi({ grounding, plannedVertical, quality: evidence.stats.quality, lastStrength });
  return agreeingWith(decided, written.draft, { engine, hasItems: written.shownItems.length > 0 });
}

function followUpsOf({ plan, evidence: { items }, written }: Grounded, intent: AnswerResult['intent']): string[] {
  const { rewrittenPrompt: message, language } = plan.interpretation;
  // Templates know only of items; a model that proposes nothing has nothing to propose.
  if (written.engine === 'model') return [...written.rendered.followUps];
  const names = (items?.items ?? []).map(({ card }) => card.title);
  return suggestFollowUps({ intent, language, message, filterSummary: items?.filterSummary ?? '', names });
}

function debugOf({ plan, evidence, written, isRefined }: Grounded): Partial<AnswerDebug> {
  const { plannedVertical, passages, stats } = evidence;
  const { vertical, itemCount: items, quality } = stats;
  return {
    grounding: plan.decision,
    extractedFilters: plan.filters.extracted,
    retrieval: { vertical, items, snippets: passages.hits.length, quality, maxItems: MOST_ITEMS },
    deepRefined: isRefined,
    plannedVertical,
    observedVertical: vertical,
    alignment: written.alignment,
  };
}

/** What was not read, once in a conversation, and as far as a refusal does not say it itself. */
function unreadOf({ context: { thread } }: AnswerRun, { plan, corpus, written }: Grounded): string[] {
  if (thread.some(({ sources }) => sources !== undefined)) return [];
  const { skippedCount, skippedFiles, leftOut } = corpus;
  const { language } = plan.interpretation;
  const isRefusal = written.draft.summary.length === 0 && written.shownItems.length === 0;
  return [
    ...(skippedCount === 0 || isRefusal ? [] : [resultPhrasesFor(language).unread(skippedFiles, skippedCount)]),
    ...(leftOut === undefined ? [] : [nameLeftOut(leftOut, language)]),
  ];
}

function cardsOf({ shownItems, rendered: { citationOfItem } }: WrittenAnswer): Card[] {
  return shownItems.map(({ card }) => ({ ...card, citation: citationOfItem[card.itemId] ?? null }));
}
