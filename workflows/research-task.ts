import { isCancellation } from '@temporalio/workflow';
import { callActivity } from './activity-options.ts';
import type { RelevanceScore } from './contracts/activities.ts';
import type { CorpusReport } from './contracts/corpus.ts';
import type { Finding, SearchHit } from './contracts/evidence.ts';
import type { TaskProgress, TaskStep } from './contracts/progress.ts';
import type { QueryAnchor } from './contracts/query-anchor.ts';
import type { ResearchTask } from './contracts/research-plan.ts';
import type { TaskSummary } from './contracts/task-summary.ts';
import { searchCorpus } from './corpus-search.ts';
import { createGap } from './domain/gap-phrases.ts';
import { describeFailure, type ResearchRun } from './research-run.ts';

/** References that one task follows. */
const MAX_REFERENCES = 6;

/** A followed reference is read from this relevance on: it was not searched for, so the bar is higher. */
const REFERENCE_THRESHOLD = 0.6;

/** One task of the plan while it runs. Its findings stay here when the task is stopped, so that nothing found is lost. */
export class TaskResearch {
  readonly task: ResearchTask;
  findings: readonly Finding[] = [];
  summary: TaskSummary | null = null;

  readonly #run: ResearchRun;
  readonly #anchor: QueryAnchor;
  readonly #corpus: CorpusReport;
  #progress: TaskProgress;
  #tiersAreKnown = true;
  #extracted = 0;

  constructor(run: ResearchRun, anchor: QueryAnchor, corpus: CorpusReport, task: ResearchTask) {
    this.task = task;
    this.#run = run;
    this.#anchor = anchor;
    this.#corpus = corpus;
    const { taskId, text } = task;
    this.#progress = { taskId, text, step: 'waiting', searches: 0, hits: 0, pages: 0, findings: 0 };
    run.updateTask(this.#progress);
  }

  /** Searches, reads, follows and summarizes. Only a cancellation gets out; every other failure is a gap. */
  async research(): Promise<void> {
    try {
      await this.#extract(await this.#selectHits(await this.#search()), 'search');
      if (this.findings.length > 0) {
        await this.#follow();
        await this.classify();
        await this.#summarize();
      } else {
        this.#addGap('nothing-found', this.task.text);
      }
      this.#step('done');
    } catch (error) {
      if (isCancellation(error)) throw error;
      this.#step('failed');
      this.#addGap('task-failed', this.task.text, error);
    }
  }

  /** Grades what was found; also for a task that was stopped before it came to this. */
  async classify(): Promise<void> {
    if (this.#tiersAreKnown) return;
    const summary = `${this.task.taskId}: tiers of ${this.findings.length} findings`;
    const input = { anchor: this.#anchor, findings: this.findings };
    this.findings = (await callActivity('classifyTiers', input, summary)).findings;
    this.#tiersAreKnown = true;
  }

  async #search(): Promise<readonly SearchHit[]> {
    this.#step('searching');
    const { accounts } = this.#run;
    if (!accounts.mayResearch()) return [];
    const { queries } = await this.#run.reason(
      'rewriteQuery',
      { anchor: this.#anchor, task: this.task, corpusLanguages: this.#corpus.languages },
      `${this.task.taskId}: rewrite "${this.task.text}"`,
    );
    accounts.note('rewrittenQueries', [...queries]);
    const { taskId } = this.task;
    const language = this.#anchor.language;
    const hits = await searchCorpus(this.#run, this.#corpus.corpusId, queries, { taskId, language });
    this.#update({ searches: queries.length, hits: hits.length });
    return hits;
  }

  /** Scores the hits against task and anchor and keeps the best. */
  async #selectHits(hits: readonly SearchHit[]): Promise<readonly ScoredHit[]> {
    const { accounts, request } = this.#run;
    if (hits.length === 0 || !accounts.mayResearch()) return [];
    this.#step('scoring');
    const scores = await this.#score(hits);
    const context = { anchor: this.#anchor, task: this.task, corpusId: this.#corpus.corpusId };
    const input = { ...context, hits, scores, topK: request.settings.passagesPerTask };
    const ranked = await callActivity('rerank', input, `${this.task.taskId}: rerank ${hits.length} passages`);
    accounts.note(
      'rerankedResults',
      ranked.hits.map(({ passage }) => passage.passageId),
    );
    accounts.telemetry.counts.belowThreshold += hits.length - ranked.hits.length;
    return withScores(ranked.hits, scores);
  }

  async #score(hits: readonly SearchHit[]): Promise<readonly RelevanceScore[]> {
    const { accounts } = this.#run;
    const context = { anchor: this.#anchor, task: this.task, corpusId: this.#corpus.corpusId };
    const summary = `${this.task.taskId}: score ${hits.length} passages`;
    const scores = await this.#run.reason('scoreRelevance', { ...context, hits }, summary);
    const scored = withScores(hits, scores);
    accounts.note(
      'relevanceScores',
      scored.map(({ hit, relevance }) => ({ locator: hit.locator, score: relevance.score })),
    );
    return scores;
  }

  async #extract(hits: readonly ScoredHit[], origin: 'search' | 'reference'): Promise<void> {
    if (hits.length === 0) return;
    this.#step(origin === 'search' ? 'extracting' : 'following');
    await Promise.all(hits.map((scored) => this.#read(scored, origin)));
  }

  /** Reads one passage. A passage that fails costs its findings, not the task. */
  async #read({ hit, relevance }: ScoredHit, origin: 'search' | 'reference'): Promise<void> {
    const { accounts } = this.#run;
    if (!accounts.mayResearch() || !accounts.take('pages')) return;
    accounts.telemetry.counts.read += 1;
    this.#update({ pages: this.#progress.pages + 1 });
    this.#extracted += 1;
    const findingId = `${this.task.taskId}f${this.#extracted}`;
    const depth = origin === 'search' ? 0 : 1;
    const context = { anchor: this.#anchor, task: this.task, corpusId: this.#corpus.corpusId };
    try {
      const finding = await this.#run.reason(
        'extractQuotes',
        { ...context, hit, findingId, relevance, depth, origin },
        `${this.task.taskId}: read ${hit.locator}${hit.passage.page === null ? '' : ` p. ${hit.passage.page}`}`,
      );
      if (finding === null) return;
      this.findings = [...this.findings, finding];
      this.#tiersAreKnown = false;
      this.#update({ findings: this.findings.length });
    } catch (error) {
      if (isCancellation(error)) throw error;
      this.#addGap('passage-unread', hit.locator, error);
    }
  }

  /** Follows references of what was read; each must earn its reading against the anchor first. */
  async #follow(): Promise<void> {
    const { accounts } = this.#run;
    if (!accounts.mayResearch()) return;
    const summary = `${this.task.taskId}: references of ${this.findings.length} findings`;
    const input = {
      anchor: this.#anchor,
      corpusId: this.#corpus.corpusId,
      findings: this.findings,
      maxReferences: MAX_REFERENCES,
    };
    const { hits, unresolved } = await callActivity('followReferences', input, summary);
    accounts.note(
      'qualityNotes',
      unresolved.map((reference) => `${this.task.taskId}: not in the corpus: ${reference}`),
    );
    const known = new Set(this.findings.map(({ passageId }) => passageId));
    const targets = hits.filter(({ passage }) => !known.has(passage.passageId));
    if (targets.length === 0) return;
    const scored = withScores(targets, await this.#score(targets));
    await this.#extract(
      scored.filter(({ relevance }) => (relevance.score ?? 0) >= REFERENCE_THRESHOLD),
      'reference',
    );
  }

  async #summarize(): Promise<void> {
    this.#step('summarizing');
    this.summary = await this.#run.reason(
      'summarizeTask',
      { anchor: this.#anchor, task: this.task, findings: this.findings },
      `${this.task.taskId}: summary of ${this.findings.length} findings`,
    );
  }

  #addGap(kind: 'nothing-found' | 'task-failed' | 'passage-unread', subject: string, error?: unknown): void {
    const cause = error === undefined ? '' : describeFailure(error);
    this.#run.accounts.gaps.push(createGap(kind, { taskId: this.task.taskId, subject, cause }));
  }

  #step(step: TaskStep): void {
    this.#update({ step });
  }

  #update(changes: Partial<TaskProgress>): void {
    this.#progress = { ...this.#progress, ...changes };
    this.#run.updateTask(this.#progress);
  }
}

interface ScoredHit {
  readonly hit: SearchHit;
  readonly relevance: RelevanceScore;
}

/** Joins hits with their scores; a hit that nobody scored is unknown, not irrelevant. */
function withScores(hits: readonly SearchHit[], scores: readonly RelevanceScore[]): ScoredHit[] {
  const scoreOf = new Map(scores.map((score) => [score.id, score]));
  return hits.map((hit) => {
    const id = hit.passage.passageId;
    return { hit, relevance: scoreOf.get(id) ?? { id, score: null, reason: 'not scored' } };
  });
}
