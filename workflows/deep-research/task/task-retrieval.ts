import { callActivity } from '../../activity-options.ts';
import type { RerankedHits } from '../../contracts/activities.ts';
import { counted } from '../../contracts/counted.ts';
import { hitIdOf, type RankedHit, type RelevanceScore, type SearchHit } from '../../contracts/evidence.ts';
import type { TaskStep } from '../../contracts/progress.ts';
import { approvedTasksOf } from '../../domain/approved-tasks.ts';
import { batchesOf } from '../../domain/batches.ts';
import { type RetrievalFacts, readQualitySignals } from '../../domain/quality-signals.ts';
import { fuseRankings } from '../../domain/rank-fusion.ts';
import { preferredFirst, steeredThreshold } from '../../domain/steering.ts';
import type { ResearchRun } from '../run/research-run.ts';
import type { ReadingContext } from './passage-extraction.ts';
import { searchSources } from './source-search.ts';

/** Fewer relevant hits than this call for one corrective retrieval. */
export const ENOUGH_HITS = 3;
/** Hits of a corrected retrieval that one call scores: among few, ranks say little. */
const CORRECTED_BATCH = 10;
/** Hits of the first retrieval that one call scores; a model is shown the best of them side by side. */
const SCORING_BATCH = 40;
/** Of both retrievals together: with their snippets they stay below 128 KiB. */
const MAX_HITS = 60;
/** What a corrected query is made from. */
const LEARNED_HITS = 5;

const NOTHING_RANKED: RerankedHits = { hits: [], belowThreshold: 0, duplicates: 0, notes: [] };

/** Told at every step, with what there is by then. */
type OnStep = (step: TaskStep, counts: { readonly searches: number; readonly hits: number }) => void;

/** The retrieval of one task: rewrite, search, score, rerank, and at most once again with a corrected query. */
export class TaskRetrieval {
  readonly #run: ResearchRun;
  readonly #context: ReadingContext;
  readonly #onStep: OnStep;
  readonly #queries: string[] = [];
  #hits: readonly SearchHit[] = [];
  readonly #scores = new Map<string, RelevanceScore>();
  #reranked = NOTHING_RANKED;

  constructor(run: ResearchRun, context: ReadingContext, onStep: OnStep) {
    this.#run = run;
    this.#context = context;
    this.#onStep = onStep;
  }

  /** What is worth reading, best first; when nothing is, the best of the rest. */
  async retrieve(): Promise<readonly RankedHit[]> {
    await this.#pass(false);
    const before = this.#passed().length;
    const asking = this.#run.askForRoom();
    if (asking !== undefined) await asking;
    const isCorrected = this.#shouldCorrect();
    if (isCorrected) {
      this.#run.accounts.telemetry.counts.corrected += 1;
      await this.#pass(true);
    }
    this.#note(isCorrected ? before : null);
    const passed = this.#passed();
    const worthReading = passed.length > 0 ? [...passed, ...this.#unjudged()] : this.#reranked.hits;
    return preferredFirst(this.#run.state.steering, worthReading);
  }

  async #pass(isCorrection: boolean): Promise<void> {
    const { accounts } = this.#run;
    const asking = this.#run.askForRoom();
    if (asking !== undefined) await asking;
    if (!accounts.mayResearch()) return;
    this.#step('searching');
    const queries = await this.#rewrite(isCorrection);
    if (queries.length === 0) return;
    const { corpus, anchor, task } = this.#context;
    const purpose = { taskId: task.taskId, language: anchor.language, primaryOnly: isCorrection };
    const found = await searchSources(this.#run, corpus.corpusId, queries, purpose);
    this.#hits = fuseRankings([this.#hits, this.#unread(found)], hitIdOf).slice(0, MAX_HITS);
    const askingAgain = this.#run.askForRoom();
    if (askingAgain !== undefined) await askingAgain;
    if (this.#hits.length === 0 || !accounts.mayResearch()) return;
    this.#step('scoring');
    await this.#score(isCorrection);
    await this.#rerank();
  }

  async #rewrite(isCorrection: boolean): Promise<readonly string[]> {
    const { anchor, corpus, task } = this.#context;
    const { queries } = await this.#run.reason(
      'rewriteQuery',
      {
        anchor,
        task,
        corpusId: corpus.corpusId,
        corpusLanguages: corpus.languages,
        queryVariants: this.#run.request.settings.queryVariants,
        correction: isCorrection
          ? { triedQueries: this.#queries, hits: this.#reranked.hits.slice(0, LEARNED_HITS) }
          : null,
      },
      `${task.taskId}: ${isCorrection ? 'correct the query for' : 'rewrite'} "${task.text}"`,
    );
    // A model may repeat itself; asking the same again finds the same.
    const fresh = queries.filter((query) => !this.#queries.includes(query));
    this.#run.accounts.note('rewrittenQueries', fresh);
    this.#queries.push(...fresh);
    return fresh;
  }

  /** Tasks of a later round look for what no earlier one has read. */
  #unread(hits: readonly SearchHit[]): readonly SearchHit[] {
    if (this.#context.skipsVisited !== true) return hits;
    return hits.filter(({ passage }) => passage === null || !this.#run.visitedPassages.has(passage.passageId));
  }

  /** Scores what has no score yet, in batches side by side. */
  async #score(isCorrection: boolean): Promise<void> {
    const { taskId } = this.#context.task;
    const unscored = this.#hits.filter((hit) => !this.#scores.has(hitIdOf(hit)));
    const batches = batchesOf(unscored, this.#batchSize(isCorrection));
    const scored = await Promise.all(
      batches.map((hits) => {
        const [first] = hits;
        const firstRank = first === undefined ? 1 : this.#hits.indexOf(first) + 1;
        const input = { ...this.#subject(), hits, firstRank };
        return this.#run.reason('scoreRelevance', input, `${taskId}: score ${counted(hits.length, 'hit')}`);
      }),
    );
    for (const score of scored.flat()) this.#scores.set(score.id, score);
    const locators = new Map(unscored.map((hit) => [hitIdOf(hit), hit.locator]));
    this.#run.accounts.note(
      'relevanceScores',
      scored.flat().map(({ id, score }) => ({ locator: locators.get(id) ?? id, score })),
    );
  }

  #batchSize(isCorrection: boolean): number {
    const { hasRetrievalLoop, hasDurableWaits } = this.#run;
    // Runs that began before score all hits in one call, later ones always ten.
    if (!hasRetrievalLoop) return this.#hits.length;
    return isCorrection || !hasDurableWaits ? CORRECTED_BATCH : SCORING_BATCH;
  }

  async #rerank(): Promise<void> {
    const { rerankTopK, sourceWeighting } = this.#run.request.settings;
    const reranked = await callActivity(
      'rerank',
      {
        ...this.#subject(),
        hits: this.#hits,
        scores: [...this.#scores.values()],
        topK: rerankTopK,
        relevanceThreshold: this.#threshold,
        sourceWeighting,
        approvedTasks: approvedTasksOf(this.#run.state),
      },
      `${this.#context.task.taskId}: rerank ${counted(this.#hits.length, 'hit')}`,
    );
    // Rankings that were made before this was counted hold the hits alone.
    this.#reranked = { ...NOTHING_RANKED, ...reranked };
    this.#run.accounts.noteQuality(this.#reranked.notes);
  }

  #passed(): readonly RankedHit[] {
    // Rankings of runs that began before say nothing of a selection: they hold what passed.
    return this.#reranked.hits.filter(({ selection }) => selection !== 'below' && selection !== 'unjudged');
  }

  /** Other words of the question's language lead to no other passages of these. */
  #unjudged(): readonly RankedHit[] {
    return this.#reranked.hits.filter(({ selection }) => selection === 'unjudged');
  }

  get #hasEnough(): boolean {
    return this.#passed().length + this.#unjudged().length >= ENOUGH_HITS;
  }

  #shouldCorrect(): boolean {
    const { hasRetrievalLoop, accounts } = this.#run;
    return hasRetrievalLoop && !this.#hasEnough && accounts.mayResearch();
  }

  #note(passedBeforeCorrection: number | null): void {
    const { accounts } = this.#run;
    const { taskId, text } = this.#context.task;
    const passed = this.#passed();
    accounts.note('rerankedResults', (passed.length > 0 ? passed : this.#reranked.hits).map(placeOf));
    accounts.telemetry.counts.duplicates += this.#reranked.duplicates;
    accounts.telemetry.counts.belowThreshold += this.#reranked.belowThreshold;
    if (!this.#hasEnough) accounts.fewRelevant.add(text);
    const facts: RetrievalFacts = {
      taskId,
      queries: this.#queries,
      hits: this.#hits,
      scores: [...this.#scores.values()],
      passed,
      threshold: this.#threshold,
      passedBeforeCorrection,
    };
    accounts.noteQuality(readQualitySignals(facts));
  }

  /** What every judgement of a task is about. */
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

/** Where a hit stands, for people. */
function placeOf({ locator, passage }: SearchHit): string {
  return [locator, ...(passage?.headingPath ?? [])].join(' › ');
}
