import { isCancellation } from '@temporalio/workflow';
import { describeCause } from '../../calls/activity-failures.ts';
import type { Reading } from '../../contracts/activities.ts';
import { counted } from '../../contracts/common/counted.ts';
import { findingIdOf } from '../../contracts/evidence/citation-key.ts';
import { type Finding, referenceTo } from '../../contracts/evidence/evidence.ts';
import type { ResearchTask } from '../../contracts/evidence/research-plan.ts';
import type { TaskSummary } from '../../contracts/evidence/task-summary.ts';
import type { TaskProgress, TaskStep } from '../../contracts/report/progress.ts';
import { approvedTasksOf } from '../../domain/approved-tasks.ts';
import { referTo } from '../../domain/evidence-index.ts';
import { createGap } from '../../domain/gap-phrases.ts';
import { isBanned, isDropped } from '../../domain/steering.ts';
import { gradeFindings } from './finding-grades.ts';
import { extractFindings, type PassageReading, readPages } from './page-reading.ts';
import { followReferences } from './reference-following.ts';
import { waitForPassage } from './research-budget.ts';
import type { ResearchParts, TaskAssignment, TaskContext } from './task-context.ts';
import { TaskRetrieval } from './task-retrieval.ts';

/** One task while it runs. Its findings stay here when the task is stopped, so that none is lost. */
export class TaskResearch {
  readonly task: ResearchTask;
  findings: readonly Finding[] = [];
  summary: TaskSummary | null = null;

  readonly #run: ResearchParts;
  readonly #context: TaskContext;
  #progress: TaskProgress;
  #tiersAreKnown = true;
  #extracted = 0;

  constructor(run: ResearchParts, assignment: TaskAssignment) {
    this.task = assignment.task;
    this.#run = run;
    this.#context = { ...assignment, visitedPassages: new Set(run.visitedPassages) };
    const { taskId, text, rationale } = assignment.task;
    const reason = assignment.isFollowUp && rationale !== '' ? { reason: rationale } : {};
    this.#progress = { taskId, text, ...reason, step: 'waiting', searches: 0, hits: 0, pages: 0, findings: 0 };
    run.progress.updateTask(this.#progress);
  }

  /** Dropped before it started. */
  skip(): void {
    this.#step('dropped');
  }

  /** Searches, reads, follows and summarizes. Only cancellation propagates; every other failure is a gap. */
  async research(): Promise<void> {
    try {
      await this.#extract(await this.#retrieve(), 0);
      if (this.isDropped) return this.#step('dropped');
      if (this.findings.length > 0) {
        await followReferences(this.#run, this.#context, this.findings, (hits, depth) => this.#extract(hits, depth));
        await this.classify();
        await this.#summarize();
      } else {
        this.#reportNothing();
      }
      this.#step(this.isDropped ? 'dropped' : 'done');
    } catch (error) {
      if (isCancellation(error)) throw error;
      this.#step('failed');
      this.reportFailure(error);
    }
  }

  /** True once a person dropped it. */
  get isDropped(): boolean {
    return isDropped(this.#run.state.steering, this.task.taskId);
  }

  /** Findings of tiers 1 and 2. */
  get goodFindings(): readonly Finding[] {
    return this.findings.filter(({ contextTier }) => contextTier <= 2);
  }

  /** Grades the findings, even if the task was stopped before it got here. */
  async classify(): Promise<void> {
    if (this.#tiersAreKnown) return;
    const rules = { anchor: this.#context.anchor, approvedTasks: approvedTasksOf(this.#run.state.current) };
    this.#setFindings(await gradeFindings(this.#run, rules, this.findings, `${this.task.taskId}: `));
    this.#tiersAreKnown = true;
  }

  /** Leaves a gap with the cause. */
  reportFailure(error: unknown): void {
    this.#addGap('task-failed', describeCause(error));
  }

  async #retrieve(): Promise<readonly PassageReading[]> {
    const retrieval = new TaskRetrieval(this.#run, this.#context, (step, counts) => this.#update({ step, ...counts }));
    const hits = await retrieval.retrieve();
    return readPages(this.#run, this.#context, hits);
  }

  /** @returns what the passages contributed */
  async #extract(candidates: readonly PassageReading[], depth: 0 | 1 | 2): Promise<readonly Finding[]> {
    if (candidates.length === 0 || this.isDropped) return [];
    this.#step(depth === 0 ? 'extracting' : 'following');
    const readings: Reading[] = [];
    for (const candidate of candidates) {
      if (isBanned(this.#run.state.steering, candidate.hit.locator)) continue;
      if (!(await waitForPassage(this.#run))) break;
      readings.push(this.#visit(candidate, depth));
    }
    return extractFindings(this.#run, this.#context, readings, (findings) => this.#keep(findings));
  }

  #visit({ hit, score, belowThreshold, leading }: PassageReading, depth: 0 | 1 | 2): Reading {
    const { passageId } = hit.passage;
    for (const visited of [this.#run.visitedPassages, this.#context.visitedPassages]) visited.add(passageId);
    this.#update({ pages: this.#progress.pages + 1 });
    this.#extracted += 1;
    const findingId = findingIdOf(this.task.taskId, this.#extracted);
    const origin = depth === 0 ? 'search' : 'reference';
    return {
      hit: referenceTo(hit),
      hitScore: score,
      belowThreshold,
      ...(leading && { leading }),
      findingId,
      depth,
      origin,
    };
  }

  /** Batches are read side by side; findings are kept in the order of the ranking. */
  #keep(found: readonly Finding[]): void {
    if (found.length === 0) return;
    const order = ({ findingId }: Finding): number => Number(findingId.slice(findingId.lastIndexOf('f') + 1));
    this.#setFindings([...this.findings, ...found].sort((a, b) => order(a) - order(b)));
    this.#tiersAreKnown = false;
    this.#update({ findings: this.findings.length });
  }

  #setFindings(findings: readonly Finding[]): void {
    this.findings = findings;
    this.#run.findingsByTask.set(this.task.taskId, findings);
  }

  async #summarize(): Promise<void> {
    this.#step('summarizing');
    const { anchor, corpus } = this.#context;
    this.summary = await this.#run.reasoning.ask(
      'summarizeTask',
      { anchor, task: this.task, corpusId: corpus.corpusId, ...referTo(this.#run, this.findings) },
      `${this.task.taskId}: summary of ${counted(this.findings.length, 'finding')}`,
    );
  }

  /** A task of a follow-up round looks again for what the report names as a gap already. */
  #reportNothing(): void {
    if (!this.#context.isFollowUp) this.#addGap('nothing-found');
  }

  #addGap(kind: 'nothing-found' | 'task-failed', cause = ''): void {
    const { taskId, text } = this.task;
    this.#run.accounts.gaps.push(createGap(kind, { taskId, subject: text, cause }));
  }

  #step(step: TaskStep): void {
    this.#update({ step });
  }

  #update(changes: Partial<TaskProgress>): void {
    this.#progress = { ...this.#progress, ...changes };
    this.#run.progress.updateTask(this.#progress);
  }
}
