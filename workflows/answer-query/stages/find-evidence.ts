import type { AnswerStep, RetrievalStats } from '@plumbline/contracts/answers/answer';
import { type AssumedFilter, type Filters, OTHER } from '@plumbline/contracts/answers/catalogue';
import type { FoundItem } from '@plumbline/contracts/answers/catalogue-activities';
import { takeInTurn } from '@plumbline/contracts/evidence/rank-fusion';
import { hitIdOf, type SearchHit } from '@plumbline/contracts/evidence/search-hit';
import { callActivity } from '../../calls/activity-options.ts';
import { needsFallback, statsOf } from '../../domain/answers/retrieval-quality.ts';
import type { AnswerRun } from '../run/answer-run.ts';
import { type AnswerSubject, MOST_ITEMS, type Passages, readHits, readOverview, searchPlace } from './read-passages.ts';

/** Findings of an overview have ids of their own. */
const OVERVIEW = 'overview';

/** What a catalogue brought. */
interface Items {
  readonly vertical: string;
  readonly items: readonly FoundItem[];
  readonly used: Filters;
  readonly assumed: readonly AssumedFilter[];
  readonly comparable: readonly string[];
  readonly filterSummary: string;
  readonly notes: readonly string[];
}

interface Found {
  /** Vertical of the plan's first step. */
  readonly plannedVertical: string;
  readonly passages: Passages;
  /** Null: no catalogue was searched. */
  readonly items: Items | null;
}

/** All that one answer is written from, as the rules judge it. */
export interface Evidence extends Found {
  readonly stats: RetrievalStats;
  /** The answer rests on items alone. */
  readonly isCatalogueEnough: boolean;
  /** A catalogue had too little, so there is an overview of the other sources. */
  readonly hasFallenBack: boolean;
}

/**
 * Looks for what an answer can be made from, and judges it; where a catalogue had too little, adds an overview of the other
 * sources.
 *
 * @param isFull false: an overview is enough
 */
export async function findEvidence(
  run: AnswerRun,
  subject: AnswerSubject,
  steps: readonly AnswerStep[],
  isFull: boolean,
): Promise<Evidence> {
  const { trace, scope } = run;
  trace.enter('searching');
  const found = isFull
    ? await retrieveByPlan(run, subject, steps)
    : await trace.span('hybrid_retrieval', () => retrieveOverview(run, subject, steps));
  const stats = judge(found, subject, isFull);
  const place = scope.web !== null ? 'web' : scope.corpusDirectories.length > 0 ? 'documents' : null;
  if (!needsFallback(stats) || place === null) {
    return { ...found, stats, isCatalogueEnough: stats.vertical !== OTHER, hasFallenBack: false };
  }
  trace.enter('searching');
  const about = { ...subject, task: { ...subject.task, taskId: OVERVIEW } };
  const passages = distinct(found.passages, await readOverview(run, about, place, [subject.anchor.originalQuestion]));
  const fallback = { ...stats, vertical: OTHER, quality: 'fallback_other' as const };
  return { ...found, passages, stats: fallback, isCatalogueEnough: false, hasFallenBack: true };
}

async function retrieveOverview(run: AnswerRun, subject: AnswerSubject, steps: readonly AnswerStep[]): Promise<Found> {
  const planned = steps.flatMap(({ tool, query }) => (tool === 'catalogue' ? [] : query));
  const queries = [...new Set([subject.anchor.originalQuestion, ...planned])];
  return { plannedVertical: OTHER, passages: await readOverview(run, subject, 'everywhere', queries), items: null };
}

/** Executes the steps of a plan side by side, merges what they found, ranks it, and reads the best. */
async function retrieveByPlan(run: AnswerRun, subject: AnswerSubject, steps: readonly AnswerStep[]): Promise<Found> {
  const { trace } = run;
  const results = await trace.span('execute', () => Promise.all(steps.map((step) => execute(run, subject, step))));
  const { hits, items } = await trace.span('merge', async () => merge(results));
  trace.enter('reading');
  const passages = await readHits(run, subject, hits);
  return { plannedVertical: steps[0]?.vertical ?? OTHER, passages, items };
}

type CatalogueStep = Extract<AnswerStep, { tool: 'catalogue' }>;

/** What one step of the plan brought. */
interface StepResult {
  readonly hits?: readonly SearchHit[];
  readonly items?: Items;
}

async function execute(run: AnswerRun, subject: AnswerSubject, step: AnswerStep): Promise<StepResult> {
  return step.tool === 'catalogue'
    ? { items: await searchCatalogue(run, subject, step) }
    : { hits: await searchPlace(run, subject, step.tool, [step.query]) };
}

async function searchCatalogue(
  { scope: { catalogues }, today }: AnswerRun,
  { anchor: { originalQuestion: question, language } }: AnswerSubject,
  { vertical, query, filters, preference, named }: CatalogueStep,
): Promise<Items> {
  const wanted = { vertical, question, query, filters, preference, named, language };
  const search = { catalogues, ...wanted, topK: MOST_ITEMS, today };
  const found = await callActivity('searchCatalogue', search, `search ${vertical}: ${query}`);
  return { vertical, used: filters, ...found };
}

/** One ranking of all hits, each once; the items of the first catalogue step, and those that others add. */
function merge(results: readonly StepResult[]): { hits: readonly SearchHit[]; items: Items | null } {
  const hits = takeInTurn(
    results.flatMap((result) => (result.hits === undefined ? [] : [result.hits])),
    hitIdOf,
  );
  const [first, ...others] = results.flatMap((result) => result.items ?? []);
  if (first === undefined) return { hits, items: null };
  const all = [first, ...others.filter(({ vertical }) => vertical === first.vertical)].flatMap(({ items }) => items);
  const distinctItems = new Map(all.toReversed().map((item) => [item.card.itemId, item]));
  const items = [...distinctItems.values()].sort(
    (a, b) => b.score - a.score || (a.card.itemId < b.card.itemId ? -1 : 1),
  );
  return { hits, items: { ...first, items } };
}

/**
 * Judges items where a catalogue has some, else the passages and what was remembered. An overview counts all that it cites; where a
 * question was asked, what the rules show only because the search put it first is there to cite, but counts for nothing.
 */
function judge({ passages, items }: Found, { remembered }: AnswerSubject, isFull: boolean): RetrievalStats {
  const found = items?.items ?? [];
  const fitting = passages.hits.filter(({ selection }) => selection !== 'below' && selection !== 'leading');
  const asked = isFull
    ? fitting.map(({ relevance }) => relevance.score)
    : passages.findings.map(({ hitScore }) => hitScore);
  const fit = [...asked, ...remembered.map(({ relevance }) => relevance)];
  const scores = found.length > 0 ? found.map(({ score }) => score) : fit;
  const vertical = items === null || found.length === 0 ? OTHER : items.vertical;
  const citationCount = found.length + passages.findings.length + remembered.length;
  return statsOf({ vertical, citationCount, scores });
}

/** A passage that both found is evidence once. */
function distinct(first: Passages, second: Passages): Passages {
  const hits = new Set(first.hits.map(hitIdOf));
  const passages = new Set(first.findings.map(({ passageId }) => passageId));
  return {
    hits: [...first.hits, ...second.hits.filter((hit) => !hits.has(hitIdOf(hit)))],
    findings: [...first.findings, ...second.findings.filter(({ passageId }) => !passages.has(passageId))],
  };
}
