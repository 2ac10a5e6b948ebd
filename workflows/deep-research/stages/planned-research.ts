import { isCancellation } from '@temporalio/workflow';
import type { CorpusReport } from '../../contracts/corpus.ts';
import type { Finding } from '../../contracts/evidence.ts';
import type { QueryAnchor } from '../../contracts/query-anchor.ts';
import type { ResearchPlan, ResearchTask } from '../../contracts/research-plan.ts';
import type { TaskSummary } from '../../contracts/task-summary.ts';
import { createGap } from '../../domain/gap-phrases.ts';
import { addedTasks, isBanned } from '../../domain/steering.ts';
import { describeFailure } from '../../failures.ts';
import type { ResearchRun } from '../run/research-run.ts';
import { researchConcurrently } from '../task/concurrent-research.ts';
import type { ReadingContext } from '../task/passage-extraction.ts';
import { TaskResearch } from '../task/research-task.ts';
import { deepen } from './follow-up-rounds.ts';

/** Everything that the tasks of a run brought together. */
export interface Collected {
  readonly findings: readonly Finding[];
  readonly summaries: readonly TaskSummary[];
  /** Those of the plan and those that a person added, without those dropped; then those of later rounds that brought good evidence. */
  readonly tasks: readonly ResearchTask[];
}

/** Researches the tasks of a plan side by side, until they are done, time is up, or the person wants the report. */
export async function researchPlan(
  run: ResearchRun,
  anchor: QueryAnchor,
  corpus: CorpusReport,
  plan: ResearchPlan,
): Promise<Collected> {
  const context = { anchor, corpus };
  const planned = new PlannedTasks(run, context, plan);
  if (!run.state.finishRequested) await researchConcurrently(run, () => planned.next());
  const deeper = await deepen(run, context, planned.wanted);
  // A task that a person added while the last round was under way.
  while (planned.hasNext() && !run.state.finishRequested) await researchConcurrently(run, () => planned.next());
  const tasks = planned.wanted;
  const all = [...tasks, ...deeper];
  if (run.state.finishRequested) {
    run.accounts.gaps.push(createGap('finished-early'));
  }
  for (const task of all) await classifyOrDrop(run, task);
  // Later rounds were after good evidence; what else they came by leads away from the question.
  const fruitful = deeper.filter(({ goodFindings }) => goodFindings.length > 0);
  const findings = [...tasks.flatMap((task) => task.findings), ...fruitful.flatMap(({ goodFindings }) => goodFindings)];
  return {
    findings: findings.filter(({ locator }) => !isBanned(run.state.steering, locator)),
    summaries: [...tasks, ...fruitful].flatMap(({ summary }) => summary ?? []),
    tasks: [...tasks, ...fruitful].map(({ task }) => task),
  };
}

/** The tasks of the plan and those that a person adds while it is carried out, without those that a person drops. */
class PlannedTasks {
  readonly #run: ResearchRun;
  readonly #context: Omit<ReadingContext, 'task'>;
  readonly #all: TaskResearch[];
  readonly #waiting: TaskResearch[];

  constructor(run: ResearchRun, context: Omit<ReadingContext, 'task'>, { tasks }: ResearchPlan) {
    this.#run = run;
    this.#context = context;
    this.#all = tasks.map((task) => new TaskResearch(run, { ...context, task }));
    this.#waiting = [...this.#all];
  }

  get wanted(): readonly TaskResearch[] {
    return this.#all.filter(({ isDropped }) => !isDropped);
  }

  hasNext(): boolean {
    this.#takeAdded();
    return this.#waiting.some(({ isDropped }) => !isDropped);
  }

  next(): TaskResearch | undefined {
    this.#takeAdded();
    for (let task = this.#waiting.shift(); task !== undefined; task = this.#waiting.shift()) {
      if (!task.isDropped) return task;
      task.skip();
    }
    return undefined;
  }

  #takeAdded(): void {
    const known = new Set(this.#all.map(({ task }) => task.taskId));
    for (const task of addedTasks(this.#run.state.steering)) {
      if (known.has(task.taskId)) continue;
      const research = new TaskResearch(this.#run, { ...this.#context, task });
      this.#all.push(research);
      this.#waiting.push(research);
    }
  }
}

async function classifyOrDrop(run: ResearchRun, task: TaskResearch): Promise<void> {
  try {
    await task.classify();
  } catch (error) {
    if (isCancellation(error)) throw error;
    const { taskId, text: subject } = task.task;
    run.accounts.gaps.push(createGap('task-failed', { taskId, subject, cause: describeFailure(error) }));
    task.findings = [];
  }
}
