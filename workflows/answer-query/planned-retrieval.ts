import { callActivity } from '../calls/activity-options.ts';
import type { AnswerStep } from '../contracts/answer-activities.ts';
import type { FilterExtraction } from '../contracts/answer.ts';
import { OTHER } from '../contracts/catalogue.ts';
import type { SearchHit } from '../contracts/evidence.ts';
import type { AnswerRun } from './answer-run.ts';
import type { AnswerSubject, Evidence, Items } from './evidence.ts';
import { mergeHits, rankHits, readHits, searchPlace } from './passage-retrieval.ts';
import { sourcesOf } from './understanding.ts';

type CatalogueStep = Extract<AnswerStep, { tool: 'catalogue' }>;

/** What one step of the plan brought. */
type StepResult =
  | { readonly kind: 'items'; readonly items: Items }
  | { readonly kind: 'hits'; readonly hits: readonly SearchHit[] };

/**
 * Plans, executes the plan's steps side by side, merges what they found, and ranks it.
 *
 * @param refinement what the answer before lacked; null: the first pass
 */
export async function retrieveByPlan(
  run: AnswerRun,
  subject: AnswerSubject,
  filters: FilterExtraction,
  refinement: string | null,
): Promise<Evidence> {
  run.trace.enter('planning');
  const steps = await run.trace.span('plan', () => plan(run, subject, filters, refinement));
  run.trace.enter('searching');
  const results = await run.trace.span('execute', () => Promise.all(steps.map((step) => execute(run, subject, step))));
  const { hits, items } = await run.trace.span('merge', async () => merge(results));
  run.trace.enter('reading');
  const passages = await readHits(run, subject, await rankHits(run, subject, hits));
  return { plannedVertical: steps[0]?.vertical ?? OTHER, passages, items };
}

async function plan(
  { input: { scope }, reasoning }: AnswerRun,
  { anchor }: AnswerSubject,
  filters: FilterExtraction,
  refinement: string | null,
): Promise<readonly AnswerStep[]> {
  const { originalQuestion: rewrittenPrompt, language } = anchor;
  const question = { rewrittenPrompt, language, filters, ...sourcesOf(scope), refinement };
  return (await reasoning.ask('planAnswer', question, `plan the answer to "${rewrittenPrompt}"`)).steps;
}

async function execute(run: AnswerRun, subject: AnswerSubject, step: AnswerStep): Promise<StepResult> {
  if (step.tool === 'catalogue') return { kind: 'items', items: await searchCatalogue(run, subject, step) };
  return { kind: 'hits', hits: await searchPlace(run, subject, step.tool, [step.query]) };
}

async function searchCatalogue(
  { input: { scope }, today }: AnswerRun,
  { anchor: { language } }: AnswerSubject,
  { vertical, query, filters, preference, named }: CatalogueStep,
): Promise<Items> {
  const { catalogues, settings } = scope;
  const { maxPassages: topK } = settings;
  const search = { catalogues, vertical, query, filters, preference, named, language, topK, today };
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
