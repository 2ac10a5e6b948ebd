import { isCancellation } from '@temporalio/workflow';
import { callActivity } from '../../activity-options.ts';
import type { Reading } from '../../contracts/activities.ts';
import { counted } from '../../contracts/counted.ts';
import type { Finding } from '../../contracts/evidence.ts';
import type { TaskProgress, TaskStep } from '../../contracts/progress.ts';
import type { ResearchTask } from '../../contracts/research-plan.ts';
import type { TaskSummary } from '../../contracts/task-summary.ts';
import { approvedTasksOf } from '../../domain/approved-tasks.ts';
import { createGap } from '../../domain/gap-phrases.ts';
import { isBanned, isDropped } from '../../domain/steering.ts';
import { describeFailure } from '../../failures.ts';
import type { ResearchRun } from '../run/research-run.ts';
import { readPages } from './page-reading.ts';
import { extractFindings, inBatches, type ReadingContext, takePassage } from './passage-extraction.ts';
import { followReferences } from './reference-following.ts';
import type { PassageReading } from './scored-hits.ts';
import { TaskRetrieval } from './task-retrieval.ts';

/** One task of the plan while it runs. Its findings stay here when the task is stopped, so that nothing found is lost. */
export class TaskResearch {
  readonly task: ResearchTask;
  findings: readonly Finding[] = [];
  summary: TaskSummary | null = null;

  readonly #run: ResearchRun;
  readonly #context: ReadingContext;
  #progress: TaskProgress;
  #tiersAreKnown = true;
  #extracted = 0;

  constructor(run: ResearchRun, context: ReadingContext) {
    this.task = context.task;
    this.#run = run;
    this.#context = context;
    const { taskId, text } = context.task;
    this.#progress = { taskId, text, step: 'waiting', searches: 0, hits: 0, pages: 0, findings: 0 };
    run.updateTask(this.#progress);
  }

  /** Nobody wants it before it began. */
  skip(): void {
    this.#step('dropped');
  }

  /** Searches, reads, follows and summarizes. Only a cancellation gets out; every other failure is a gap. */
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
      this.#addGap('task-failed', this.task.text, error);
    }
  }

  /** A person wants nothing more of it. */
  get isDropped(): boolean {
    return isDropped(this.#run.state.steering, this.task.taskId);
  }

  /** Findings of tiers 1 and 2. */
  get goodFindings(): readonly Finding[] {
    return this.findings.filter(({ contextTier }) => contextTier <= 2);
  }

  /** Grades what was found; also for a task that was stopped before it came to this. */
  async classify(): Promise<void> {
    if (this.#tiersAreKnown) return;
    const summary = `${this.task.taskId}: tiers of ${counted(this.findings.length, 'finding')}`;
    const { entityBonus } = this.#run.request.settings;
    const approvedTasks = approvedTasksOf(this.#run.state);
    const input = { anchor: this.#context.anchor, findings: this.findings, entityBonus, approvedTasks };
    this.findings = (await callActivity('classifyTiers', input, summary)).findings;
    this.#run.found.set(this.task.taskId, this.findings);
    this.#tiersAreKnown = true;
  }

  async #retrieve(): Promise<readonly PassageReading[]> {
    const retrieval = new TaskRetrieval(this.#run, this.#context, (step, counts) => this.#update({ step, ...counts }));
    const hits = await retrieval.retrieve();
    return readPages(this.#run, this.#context, hits);
  }

  /** Reads passages side by side. @returns what they contributed */
  async #extract(readings: readonly PassageReading[], depth: 0 | 1 | 2): Promise<readonly Finding[]> {
    if (readings.length === 0 || this.isDropped) return [];
    this.#step(depth === 0 ? 'extracting' : 'following');
    const taken: Reading[] = [];
    for (const reading of readings) {
      if (isBanned(this.#run.state.steering, reading.hit.locator)) continue;
      const asking = this.#run.askForRoom('pages');
      if (asking !== undefined) await asking;
      if (!takePassage(this.#run)) break;
      taken.push(this.#visit(reading, depth));
    }
    const read = await Promise.all(
      inBatches(this.#run, taken).map(async (batch) => {
        const findings = await extractFindings(this.#run, this.#context, batch);
        for (const finding of findings) this.#keep(finding);
        return findings;
      }),
    );
    return read.flat();
  }

  #visit({ hit, score, belowThreshold }: PassageReading, depth: 0 | 1 | 2): Reading {
    this.#run.visitedPassages.add(hit.passage.passageId);
    this.#update({ pages: this.#progress.pages + 1 });
    this.#extracted += 1;
    const findingId = `${this.task.taskId}f${this.#extracted}`;
    return { hit, hitScore: score, belowThreshold, findingId, depth, origin: depth === 0 ? 'search' : 'reference' };
  }

  /** Passages are read side by side; their findings stand in the order of the ranking, whichever came first. */
  #keep(finding: Finding): void {
    const order = ({ findingId }: Finding): number => Number(findingId.slice(findingId.lastIndexOf('f') + 1));
    this.findings = [...this.findings, finding].sort((a, b) => order(a) - order(b));
    this.#tiersAreKnown = false;
    this.#run.found.set(this.task.taskId, this.findings);
    this.#update({ findings: this.findings.length });
  }

  async #summarize(): Promise<void> {
    this.#step('summarizing');
    const { anchor, corpus } = this.#context;
    this.summary = await this.#run.reason(
      'summarizeTask',
      { anchor, task: this.task, corpusId: corpus.corpusId, findings: this.findings },
      `${this.task.taskId}: summary of ${counted(this.findings.length, 'finding')}`,
    );
  }

  /** A task of a later round looks again for what the report names as a gap already. */
  #reportNothing(): void {
    if (this.#context.skipsVisited !== true) this.#addGap('nothing-found', this.task.text);
  }

  #addGap(kind: 'nothing-found' | 'task-failed', subject: string, error?: unknown): void {
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
