import { ApplicationFailure, isCancellation } from '@temporalio/workflow';
import { FailureType } from '../../contracts/common/failure-types.ts';
import type { ResearchPlan } from '../../contracts/evidence/research-plan.ts';
import type { ResearchOutcome } from '../../contracts/report/settled-stages.ts';
import { createGap } from '../../domain/gap-phrases.ts';
import { addedTasks, isBanned } from '../../domain/steering.ts';
import type { ResearchRun } from '../run/research-run.ts';
import { TaskResearch } from '../task/research-task.ts';
import type { ResearchContext, ResearchParts } from '../task/task-context.ts';
import { researchConcurrently } from './concurrent-tasks.ts';
import { researchFollowUps } from './follow-up-rounds.ts';

/** The tasks of the plan and those that a person adds meanwhile, without those that a person drops. */
class TaskQueue {
  readonly #run: ResearchParts;
  readonly #context: ResearchContext;
  readonly #all: TaskResearch[];
  readonly #waiting: TaskResearch[];

  constructor(run: ResearchParts, context: ResearchContext, { tasks }: ResearchPlan) {
    this.#run = run;
    this.#context = context;
    this.#all = tasks.map((task) => new TaskResearch(run, { ...context, task, isFollowUp: false }));
    this.#waiting = [...this.#all];
  }

  /** All tasks that were not dropped, also those under way and done. */
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
      const research = new TaskResearch(this.#run, { ...this.#context, task, isFollowUp: false });
      this.#all.push(research);
      this.#waiting.push(research);
    }
  }
}

/**
 * Researches the plan's tasks side by side, then in follow-up rounds what has no good evidence yet, until that is done, the
 * time is up, or a person wants the report.
 *
 * @throws ApplicationFailure of type AllSearchesFailed: a report would take silence for a finding about the documents
 */
export async function researchTasks(
  run: ResearchParts & Pick<ResearchRun, 'workTime'>,
  { plan, ...context }: ResearchContext & { readonly plan: ResearchPlan },
): Promise<ResearchOutcome> {
  run.progress.enter('researching');
  const { state, accounts } = run;
  const queue = new TaskQueue(run, context, plan);
  if (!state.isFinishing) await researchConcurrently(run, () => queue.next());
  const followUps = await researchFollowUps(run, context, queue.wanted);
  // A person may have added a task during the last round.
  while (queue.hasNext() && !state.isFinishing) await researchConcurrently(run, () => queue.next());
  // Grading takes a while, and a task that is added meanwhile would never be researched.
  state.update({ settled: 'research' });
  if (state.isFinishing) accounts.gaps.push(createGap('finished-early'));
  const planned = queue.wanted;
  for (const task of [...planned, ...followUps]) await classifyOrDrop(task);
  failWhenEverySearchFailed(run);
  return collect(run, planned, followUps);
}

function collect(
  { state }: Pick<ResearchRun, 'state'>,
  planned: readonly TaskResearch[],
  followUps: readonly TaskResearch[],
): ResearchOutcome {
  // Follow-up rounds look for good evidence; what else they find leads away from the question.
  const fruitful = followUps.filter(({ goodFindings }) => goodFindings.length > 0);
  const findings = [
    ...planned.flatMap((task) => task.findings),
    ...fruitful.flatMap(({ goodFindings }) => goodFindings),
  ];
  return {
    findings: findings.filter(({ locator }) => !isBanned(state.steering, locator)),
    summaries: [...planned, ...fruitful].flatMap(({ summary }) => summary ?? []),
    tasks: [...planned, ...fruitful].map(({ task }) => task),
  };
}

async function classifyOrDrop(task: TaskResearch): Promise<void> {
  try {
    await task.classify();
  } catch (error) {
    if (isCancellation(error)) throw error;
    task.reportFailure(error);
    task.findings = [];
  }
}

function failWhenEverySearchFailed({ accounts }: Pick<ResearchRun, 'accounts'>): void {
  const { issued, failed } = accounts.telemetry.counts;
  if (issued === 0 || failed < issued) return;
  const last = accounts.gaps.findLast(({ kind }) => kind === 'search-failed' || kind === 'provider-failed');
  throw ApplicationFailure.nonRetryable(
    `All ${issued} searches failed. ${last?.description ?? ''}`,
    FailureType.AllSearchesFailed,
  );
}
