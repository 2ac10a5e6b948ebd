import type { Reading } from '@plumbline/contracts/activities';
import { counted } from '@plumbline/contracts/common/counted';
import { findingIdOf } from '@plumbline/contracts/evidence/citation-key';
import { referTo } from '@plumbline/contracts/evidence/evidence-index';
import { type Finding, servedTasks } from '@plumbline/contracts/evidence/finding';
import type { ResearchTask } from '@plumbline/contracts/evidence/research-plan';
import { referenceTo } from '@plumbline/contracts/evidence/search-hit';
import type { TaskSummary } from '@plumbline/contracts/evidence/task-summary';
import type { TaskProgress, TaskStep } from '@plumbline/contracts/report/progress';
import { createGap } from '@plumbline/contracts/research/gap-phrases';
import { isCancellation } from '@temporalio/workflow';
import { describeCause } from '../../calls/activity-failures.ts';
import { callActivity } from '../../calls/activity-options.ts';
import { approvedTasksOf } from '../../domain/approved-tasks.ts';
import { isBanned, isDropped } from '../../domain/steering.ts';
import { gradeFindings } from './finding-grades.ts';
import { extractFindings, type PassageReading, readPages } from './page-reading.ts';
import { followReferences } from './reference-following.ts';
import { waitForPassage } from './research-budget.ts';
import type { ResearchParts, TaskAssignment, TaskContext } from './task-context.ts';
import { TaskRetrieval } from './task-retrieval.ts';

type Depth = Reading['depth'];

/**
 * One task while it runs, in the steps that the tasks of a wave take together. Its findings stay here when the task is
 * stopped, so that none is lost. Only cancellation ends a step; every other failure is a gap.
 */
export class TaskResearch {
  readonly task: ResearchTask;
  /** Of passages that were found for this task first. */
  findings: readonly Finding[] = [];
  summary: TaskSummary | null = null;
  /** What retrieval found worth reading, best first. */
  candidates: readonly PassageReading[] = [];

  readonly #run: ResearchParts;
  readonly #context: TaskContext;
  #progress: TaskProgress;
  #tiersAreKnown = true;
  #hasFailed = false;
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

  /** Dropped before it searched. */
  skip(): void {
    this.#step('dropped');
  }

  /** Searches. @param queries the task's own words first */
  retrieve(queries: readonly string[]): Promise<void> {
    return this.#attempt(async () => {
      if (this.isDropped) return this.skip();
      const retrieval = new TaskRetrieval(this.#run, this.#context, queries, (step, counts) =>
        this.#update({ step, ...counts }),
      );
      this.candidates = await readPages(this.#run, this.#context, await retrieval.retrieve());
    });
  }

  /** Reads for this task alone, by rules, and follows what its findings refer to. */
  readAlone(): Promise<void> {
    return this.#attempt(async () => {
      await this.#extract(this.candidates, 0);
      if (this.findings.length === 0) return;
      await followReferences(this.#run, this.#context, this.findings, (hits, depth) => this.#extract(hits, depth));
    });
  }

  /** Sums up. What serves the task must have been graded. */
  finish(): Promise<void> {
    return this.#attempt(async () => {
      if (this.isDropped) return this.#step('dropped');
      if (this.served.length > 0) await this.#summarize();
      else if (!this.#context.isFollowUp) this.#addGap('nothing-found');
      this.#step(this.isDropped ? 'dropped' : 'done');
    });
  }

  /** True once a person dropped it. */
  get isDropped(): boolean {
    return isDropped(this.#run.state.steering, this.task.taskId);
  }

  /** Findings for the task, also those that were found for another one first. */
  get served(): readonly Finding[] {
    const all = [...this.#run.findingsByTask.values()].flat();
    return all.filter((finding) => servedTasks(finding).includes(this.task.taskId));
  }

  /** Of tiers 1 and 2. */
  get goodFindings(): readonly Finding[] {
    return this.served.filter(({ contextTier }) => contextTier <= 2);
  }

  /** Grades the findings, even if the task was stopped before it got here. */
  async classify(): Promise<void> {
    if (this.#tiersAreKnown) return;
    const rules = { anchor: this.#context.anchor, approvedTasks: approvedTasksOf(this.#run.state.current) };
    this.#setFindings(await gradeFindings(this.#run, rules, this.findings, `${this.task.taskId}: `));
    this.#tiersAreKnown = true;
  }

  /** Counts a passage as read for this task. @returns how it is to be read */
  visit({ hit, score, belowThreshold, searchRank }: PassageReading, depth: Depth): Reading {
    this.show(depth === 0 ? 'extracting' : 'following', [hit.passage.passageId]);
    this.#extracted += 1;
    return {
      hit: referenceTo(hit),
      hitScore: score,
      belowThreshold,
      ...(searchRank !== undefined && { searchRank }),
      taskIds: [this.task.taskId],
      findingId: findingIdOf(this.task.taskId, this.#extracted),
      depth,
      origin: depth === 0 ? 'search' : 'reference',
    };
  }

  /** Shows what the task is at. @param passageIds that are read for it now */
  show(step: TaskStep, passageIds: readonly string[] = []): void {
    for (const passageId of passageIds) {
      this.#run.visitedPassages.add(passageId);
      this.#context.visitedPassages.add(passageId);
    }
    this.#update({ step, pages: this.#progress.pages + passageIds.length });
  }

  /** Batches are read side by side; findings are kept in the order of the ranking. */
  keep(found: readonly Finding[]): void {
    if (found.length === 0) return;
    const order = ({ findingId }: Finding): number => Number(findingId.slice(findingId.lastIndexOf('f') + 1));
    this.#setFindings([...this.findings, ...found].sort((a, b) => order(a) - order(b)));
    this.#tiersAreKnown = false;
    this.#update({ findings: this.findings.length });
  }

  /** Leaves a gap with the cause. */
  reportFailure(error: unknown): void {
    this.#hasFailed = true;
    this.#step('failed');
    this.#addGap('task-failed', describeCause(error));
  }

  /** Findings without a grade are discarded. */
  dropFindings(): void {
    this.#setFindings([]);
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    if (this.#hasFailed) return;
    try {
      await work();
    } catch (error) {
      if (isCancellation(error)) throw error;
      this.reportFailure(error);
    }
  }

  /** @returns what the passages contributed */
  async #extract(candidates: readonly PassageReading[], depth: Depth): Promise<readonly Finding[]> {
    const readings: Reading[] = [];
    for (const candidate of candidates) {
      if (this.isDropped || isBanned(this.#run.state.steering, candidate.hit.locator)) continue;
      if (!(await waitForPassage(this.#run))) break;
      readings.push(this.visit(candidate, depth));
    }
    return extractFindings(this.#run, this.#context, readings, (findings) => this.keep(findings));
  }

  #setFindings(findings: readonly Finding[]): void {
    this.findings = findings;
    this.#run.findingsByTask.set(this.task.taskId, findings);
  }

  async #summarize(): Promise<void> {
    this.#step('summarizing');
    const { anchor, corpus } = this.#context;
    const { served } = this;
    const approvedTasks = approvedTasksOf(this.#run.state.current);
    this.summary = await callActivity(
      'summarizeTask',
      { anchor, task: this.task, corpusId: corpus.corpusId, approvedTasks, ...referTo(this.#run, served) },
      `${this.task.taskId}: summary of ${counted(served.length, 'finding')}`,
    );
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
