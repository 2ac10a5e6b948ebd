import { counted } from '@plumbline/contracts/common/counted';
import type { ResearchTask } from '@plumbline/contracts/evidence/research-plan';
import {
  hitIdOf,
  joinRanking,
  type RankedHit,
  referenceTo,
  type RelevanceScore,
  type SearchHit,
} from '@plumbline/contracts/evidence/search-hit';
import type { TaskStep } from '@plumbline/contracts/report/progress';
import type {
  FoundHits,
  RerankedHits,
  RewriteQueryInput,
  RewrittenQueries,
} from '@plumbline/contracts/research/retrieval-activities';
import { callActivity } from '../../calls/activity-options.ts';
import { approvedTasksOf } from '../../domain/approved-tasks.ts';
import { batchesOf } from '../../domain/finding-selection.ts';
import { preferredFirst, steeredThreshold } from '../../domain/steering.ts';
import type { ResearchRun } from '../run/research-run.ts';
import { waitToResearch } from './research-budget.ts';
import { readQualitySignals, type RetrievalFacts } from './retrieval-quality.ts';
import { fuseFound, type Ranking, rankSources } from './source-search.ts';
import type { ResearchContext, TaskContext } from './task-context.ts';

/** Fewer relevant hits than this call for one corrective retrieval. */
const ENOUGH_HITS = 3;
/** Hits of a corrected retrieval that one call scores: among few, ranks say little. */
const CORRECTED_BATCH = 10;
/** Hits of the first retrieval scored in one call. */
const SCORING_BATCH = 40;
/** Of both retrievals together: with their snippets they stay below 128 KiB. */
const MAX_HITS = 60;
/** Hits that a model reads of a task, and of one that closes a gap, though a rule finds fewer worth reading. */
const MANY_READ = 7;
const FEW_READ = 4;

/** What reranking said, with the whole hits in place of references. */
interface Reranked extends Omit<RerankedHits, 'hits'> {
  readonly hits: readonly RankedHit[];
}

const NOTHING_RANKED: Reranked = { hits: [], belowThreshold: 0, duplicates: 0, notes: [] };

type RetrievalParts = Pick<
  ResearchRun,
  'researchId' | 'request' | 'state' | 'accounts' | 'budget' | 'servers' | 'reasoning'
>;

/** Called at every step with the counts so far. */
type OnStep = (step: TaskStep, counts: { readonly searches: number; readonly hits: number }) => void;

/** The retrieval of one task: search, score, rerank, and at most once again with a corrected query. */
export class TaskRetrieval {
  readonly #run: RetrievalParts;
  readonly #context: TaskContext;
  readonly #onStep: OnStep;
  readonly #given: readonly string[];
  readonly #queries: string[] = [];
  readonly #rankings: Ranking[] = [];
  #hits: readonly SearchHit[] = [];
  readonly #scores = new Map<string, RelevanceScore>();
  #reranked = NOTHING_RANKED;

  /** @param queries the task's own words first */
  constructor(run: RetrievalParts, context: TaskContext, queries: readonly string[], onStep: OnStep) {
    this.#run = run;
    this.#context = context;
    this.#given = queries;
    this.#onStep = onStep;
  }

  /** What is worth reading, best first; when nothing is, the best of the rest. */
  async retrieve(): Promise<readonly RankedHit[]> {
    await this.#pass(false);
    const before = this.#passed().length;
    // A model reads whole passages, and asks for other words by its leads and its look at all findings.
    const isByRule = this.#run.accounts.engine === 'offline';
    const isCorrected = isByRule && !this.#hasEnough && (await waitToResearch(this.#run));
    if (isCorrected) {
      this.#run.accounts.telemetry.counts.corrected += 1;
      await this.#pass(true);
    }
    this.#note(isCorrected ? before : null);
    return preferredFirst(this.#run.state.steering, this.#worthReading());
  }

  /**
   * With a model, as many as may be read: it judges whole passages, and the threshold of a rule only orders them. Without one,
   * the best of those below it where no hit reached it.
   */
  #worthReading(): readonly RankedHit[] {
    const { hits } = this.#reranked;
    if (this.#run.accounts.engine === 'model') return hits;
    const passed = this.#passed();
    return passed.length > 0 ? [...passed, ...this.#leading(), ...this.#unjudged()] : hits;
  }

  async #pass(isCorrection: boolean): Promise<void> {
    if (!(await waitToResearch(this.#run))) return;
    this.#step('searching');
    const queries = this.#fresh(isCorrection ? await this.#correct() : this.#given);
    if (queries.length === 0) return;
    const { corpus, anchor, task } = this.#context;
    const purpose = { taskId: task.taskId, language: anchor.language, primaryOnly: isCorrection };
    const rankings = await rankSources(this.#run, corpus.corpusId, queries, purpose);
    this.#rankings.push(...rankings);
    const found = fuseFound(this.#run, rankings);
    // A corrected query is broader: what it adds comes behind what the task's own words found.
    const known = new Set(this.#hits.map(hitIdOf));
    const added = this.#unread(found).filter((hit) => !known.has(hitIdOf(hit)));
    this.#hits = [...this.#hits, ...added].slice(0, MAX_HITS);
    if (this.#hits.length === 0 || !(await waitToResearch(this.#run))) return;
    this.#step('scoring');
    await this.#score(isCorrection);
    await this.#rerank();
  }

  async #correct(): Promise<readonly string[]> {
    const correction = { triedQueries: this.#queries };
    const { task } = this.#context;
    const { queries } = await askForQueries(this.#run, this.#context, [task], correction);
    return queries[0] ?? [];
  }

  /** A model may repeat itself; asking the same again finds the same. */
  #fresh(queries: readonly string[]): readonly string[] {
    const fresh = queries.filter((query) => !this.#queries.includes(query));
    this.#run.accounts.note('rewrittenQueries', fresh);
    this.#queries.push(...fresh);
    return fresh;
  }

  /** A task of a follow-up round looks for what was not read before. */
  #unread(hits: readonly SearchHit[]): readonly SearchHit[] {
    if (!this.#context.isFollowUp) return hits;
    return hits.filter(({ passage }) => passage === null || !this.#context.visitedPassages.has(passage.passageId));
  }

  /** Scores what has no score yet, in batches side by side. */
  async #score(isCorrection: boolean): Promise<void> {
    const { taskId } = this.#context.task;
    const unscored = this.#hits.filter((hit) => !this.#scores.has(hitIdOf(hit)));
    const batches = batchesOf(unscored, isCorrection ? CORRECTED_BATCH : SCORING_BATCH);
    const scored = await Promise.all(
      batches.map((hits) => {
        const [first] = hits;
        const firstRank = first === undefined ? 1 : this.#hits.indexOf(first) + 1;
        const input = { ...this.#subject(), hits: hits.map((hit) => referenceTo(hit)), firstRank };
        return callActivity('scoreRelevance', input, `${taskId}: score ${counted(hits.length, 'hit')}`);
      }),
    );
    for (const score of scored.flat()) this.#scores.set(score.id, score);
    this.#run.accounts.noteFound(unscored.map(({ locator }) => locator));
  }

  async #rerank(): Promise<void> {
    const { rerankTopK, sourceWeighting } = this.#run.request.settings;
    const reranked = await callActivity(
      'rerank',
      {
        ...this.#subject(),
        record: { researchId: this.#run.researchId, found: foundAmong(this.#hits, this.#rankings) },
        hits: this.#hits.map((hit) => referenceTo(hit)),
        scores: [...this.#scores.values()],
        topK: rerankTopK,
        ...(this.#run.accounts.engine === 'model'
          ? { fillsUpTo: this.#context.isFollowUp ? FEW_READ : MANY_READ }
          : { keepsCopies: true as const }),
        relevanceThreshold: this.#threshold,
        sourceWeighting,
        approvedTasks: approvedTasksOf(this.#run.state.current),
      },
      `${this.#context.task.taskId}: rerank ${counted(this.#hits.length, 'hit')}`,
    );
    this.#reranked = { ...reranked, hits: joinRanking(this.#hits, reranked.hits) };
    this.#run.accounts.noteQuality(reranked.notes);
  }

  #passed(): readonly RankedHit[] {
    return this.#reranked.hits.filter(({ selection }) => selection === 'passed' || selection === 'named');
  }

  /** Below the threshold, but first in the order of the search. */
  #leading(): readonly RankedHit[] {
    return this.#reranked.hits.filter(({ selection }) => selection === 'leading');
  }

  /** Found by meaning in another language: a corrected query would not find more. */
  #unjudged(): readonly RankedHit[] {
    return this.#reranked.hits.filter(({ selection }) => selection === 'unjudged');
  }

  get #hasEnough(): boolean {
    return [...this.#passed(), ...this.#unjudged()].filter(({ isCopy }) => isCopy !== true).length >= ENOUGH_HITS;
  }

  #note(passedBeforeCorrection: number | null): void {
    const { accounts } = this.#run;
    const { taskId } = this.#context.task;
    const passed = this.#passed();
    accounts.telemetry.counts.duplicates += this.#reranked.duplicates;
    accounts.telemetry.counts.belowThreshold += this.#reranked.belowThreshold;
    const facts: RetrievalFacts = {
      taskId,
      queries: this.#queries,
      hits: this.#hits,
      scores: [...this.#scores.values()],
      passed,
      threshold: this.#threshold,
      passedBeforeCorrection,
    };
    if (accounts.engine === 'offline') accounts.noteQuality(readQualitySignals(facts));
  }

  /** What every call of a task is about. */
  #subject() {
    const { anchor, corpus, task } = this.#context;
    return { anchor, task, corpusId: corpus.corpusId };
  }

  /** As requested, or as a person set it since. */
  get #threshold(): number {
    return steeredThreshold(this.#run.state.steering, this.#run.request.settings.relevanceThreshold);
  }

  #step(step: TaskStep): void {
    this.#onStep(step, { searches: this.#queries.length, hits: this.#hits.length });
  }
}

/** The first queries of some tasks, or one broader one. */
export function askForQueries(
  { request, reasoning }: Pick<RetrievalParts, 'request' | 'reasoning'>,
  { anchor, corpus }: ResearchContext,
  tasks: readonly ResearchTask[],
  correction: RewriteQueryInput['correction'] = null,
): Promise<RewrittenQueries> {
  const { queryVariants } = request.settings;
  const { corpusId, languages: corpusLanguages } = corpus;
  const about = tasks.map(({ taskId, text }) => `${taskId}: "${text}"`).join(', ');
  return reasoning.ask(
    'rewriteQuery',
    { anchor, tasks, corpusId, corpusLanguages, queryVariants, correction },
    `${correction === null ? 'queries for' : 'correct the query for'} ${about}`,
  );
}

/** The rank of each query's hits in the merged list. */
function foundAmong(all: readonly SearchHit[], rankings: readonly Ranking[]): FoundHits[] {
  const places = new Map(all.map((hit, place) => [hitIdOf(hit), place]));
  return rankings.map(({ query, provider, hits }) => ({
    query,
    provider,
    hits: hits.flatMap((hit) => places.get(hitIdOf(hit)) ?? []),
  }));
}
