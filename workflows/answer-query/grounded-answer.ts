import { callActivity } from '../calls/activity-options.ts';
import type { AnswerPlan, AnswerStep } from '../contracts/answers/answer.ts';
import { OTHER } from '../contracts/answers/catalogue.ts';
import type { AnswerOutcome } from '../contracts/answers/conversation.ts';
import type { CorpusReport } from '../contracts/evidence/corpus.ts';
import type { Finding, SearchHit } from '../contracts/evidence/evidence.ts';
import { strengthOf } from '../domain/answers/retrieval-quality.ts';
import { formattingOf } from '../domain/answers/ui-decision.ts';
import { freezeAnchor } from '../domain/query-anchor.ts';
import { groundedResult } from './answer-result.ts';
import type { AnswerRun } from './answer-run.ts';
import { assess, type Assessed } from './assessment.ts';
import {
  type AnswerSubject,
  type Evidence,
  type Items,
  mergeHits,
  rankHits,
  readHits,
  readOverview,
  searchPlace,
  MOST_ITEMS,
} from './passage-retrieval.ts';
import { sourcesOf } from './understanding.ts';
import { SHOWN_ITEMS, writeAnswer, type WrittenAnswer } from './writing.ts';

interface GroundedOutcome extends AnswerOutcome {
  readonly findings: readonly Finding[];
}

/** Retrieves, judges and writes; in deep mode once more where the first answer is not sufficient. */
export async function answerFromSources(
  run: AnswerRun,
  corpus: CorpusReport,
  plan: AnswerPlan,
): Promise<GroundedOutcome> {
  const subject = subjectOf(plan, corpus);
  const isFull = plan.decision.grounding === 'full';
  const first = await pass(run, subject, plan.steps, isFull);
  const second = isFull && run.input.ask.mode === 'deep' ? await refine(run, subject, plan, first) : null;
  const { assessed, written } = second ?? first;
  const { stats, evidence } = assessed;
  const used = evidence.items;
  return {
    result: groundedResult(run, { plan, corpus, assessed, written, isRefined: second !== null }),
    findings: written.findings,
    // Filters for named items say nothing about the next search.
    filters: used === null || plan.filters.named !== undefined ? null : { vertical: used.vertical, used: used.used },
    successfulVertical: stats.quality === 'good' ? stats.vertical : null,
    strength: strengthOf(stats.quality),
  };
}

interface Pass {
  readonly assessed: Assessed;
  readonly written: WrittenAnswer;
}

/** @param isFull false: an overview is enough */
async function pass(
  run: AnswerRun,
  subject: AnswerSubject,
  steps: readonly AnswerStep[],
  isFull: boolean,
): Promise<Pass> {
  const evidence = isFull
    ? await retrieveByPlan(run, subject, steps)
    : await run.trace.span('hybrid_retrieval', () => retrieveOverview(run, subject, steps));
  const assessed = await assess(run, subject, evidence);
  const { stats, evidence: judged } = assessed;
  const items = judged.items?.items.slice(0, SHOWN_ITEMS) ?? [];
  const guidance = formattingOf(stats.quality, items, judged.items?.comparable ?? []);
  return { assessed, written: await writeAnswer(run, subject, judged, guidance) };
}

async function retrieveOverview(
  run: AnswerRun,
  subject: AnswerSubject,
  steps: readonly AnswerStep[],
): Promise<Evidence> {
  run.trace.enter('searching');
  const planned = steps.flatMap(({ tool, query }) => (tool === 'catalogue' ? [] : query));
  const queries = [...new Set([subject.anchor.originalQuestion, ...planned])];
  const passages = await readOverview(run, subject, 'everywhere', queries);
  return { plannedVertical: OTHER, passages, items: null };
}

/** Repeats the seven stages, at most once. @returns null where the first answer is kept */
async function refine(
  run: AnswerRun,
  subject: AnswerSubject,
  { filters }: AnswerPlan,
  { written }: Pass,
): Promise<Pass | null> {
  const { originalQuestion: rewrittenPrompt, language } = subject.anchor;
  run.trace.enter('judging');
  return run.trace.span('deep_refinement', async () => {
    const sources = sourcesOf(run.input.scope);
    const question = { rewrittenPrompt, language, draft: written.draft, filters, sources };
    const { isSufficient, steps } = await run.reasoning.ask('critiqueAnswer', question, 'judge the answer');
    if (isSufficient) return null;
    run.trace.mark('plan');
    const again = await pass(run, subject, steps, true);
    // A second look that finds nothing must not take away what the first one found.
    return again.written.draft.summary.length === 0 && written.draft.summary.length > 0 ? null : again;
  });
}

function subjectOf({ interpretation }: AnswerPlan, corpus: CorpusReport): AnswerSubject {
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
  return { anchor, task: { taskId: 't1', text: rewrittenPrompt, rationale: '' }, corpus };
}

type CatalogueStep = Extract<AnswerStep, { tool: 'catalogue' }>;

/** What one step of the plan brought. */
type StepResult =
  | { readonly kind: 'items'; readonly items: Items }
  | { readonly kind: 'hits'; readonly hits: readonly SearchHit[] };

/** Executes the steps of a plan side by side, merges what they found, ranks it, and reads the best. */
async function retrieveByPlan(run: AnswerRun, subject: AnswerSubject, steps: readonly AnswerStep[]): Promise<Evidence> {
  run.trace.enter('searching');
  const results = await run.trace.span('execute', () => Promise.all(steps.map((step) => execute(run, subject, step))));
  const { hits, items } = await run.trace.span('merge', async () => merge(results));
  run.trace.enter('reading');
  const passages = await readHits(run, subject, await rankHits(run, subject, hits));
  return { plannedVertical: steps[0]?.vertical ?? OTHER, passages, items };
}

async function execute(run: AnswerRun, subject: AnswerSubject, step: AnswerStep): Promise<StepResult> {
  if (step.tool === 'catalogue') return { kind: 'items', items: await searchCatalogue(run, subject, step) };
  return { kind: 'hits', hits: await searchPlace(run, subject, step.tool, [step.query]) };
}

async function searchCatalogue(
  { input: { scope }, today }: AnswerRun,
  { anchor: { originalQuestion: question, language } }: AnswerSubject,
  { vertical, query, filters, preference, named }: CatalogueStep,
): Promise<Items> {
  const { catalogues } = scope;
  const search = {
    catalogues,
    vertical,
    question,
    query,
    filters,
    preference,
    named,
    language,
    topK: MOST_ITEMS,
    today,
  };
  const found = await callActivity('searchCatalogue', search, `search ${vertical}: ${query}`);
  return { vertical, used: filters, ...found };
}

/** One ranking of all hits; the items of the first catalogue step, and those that others add. */
function merge(results: readonly StepResult[]): { hits: readonly SearchHit[]; items: Items | null } {
  const hits = mergeHits(results.flatMap((result) => (result.kind === 'hits' ? [result.hits] : [])));
  const [first, ...others] = results.flatMap((result) => (result.kind === 'items' ? [result.items] : []));
  if (first === undefined) return { hits, items: null };
  const all = [first, ...others.filter(({ vertical }) => vertical === first.vertical)].flatMap(({ items }) => items);
  const distinct = new Map(all.toReversed().map((item) => [item.card.itemId, item]));
  const items = [...distinct.values()].sort((a, b) => b.score - a.score || (a.card.itemId < b.card.itemId ? -1 : 1));
  return { hits, items: { ...first, items } };
}
