import { FailureType } from '@plumbline/contracts/common/failure-types';
import { addressIn } from '@plumbline/contracts/evidence/citation-key';
import { type Finding, servedTasks } from '@plumbline/contracts/evidence/finding';
import type { ResearchPlan } from '@plumbline/contracts/evidence/research-plan';
import type { ResearchOutcome } from '@plumbline/contracts/report/settled-stages';
import { createGap } from '@plumbline/contracts/research/gap-phrases';
import type { Lead } from '@plumbline/contracts/research/retrieval-activities';
import { ApplicationFailure } from '@temporalio/workflow';
import { addedTasks, isBanned } from '../../domain/steering.ts';
import type { ResearchRun } from '../run/research-run.ts';
import { TaskResearch } from '../task/research-task.ts';
import type { ResearchContext, ResearchParts } from '../task/task-context.ts';
import { gradeTask, researchWave } from './concurrent-tasks.ts';
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

  get all(): readonly TaskResearch[] {
    return this.#all;
  }

  /** All tasks that were not dropped, also those under way and done. */
  get wanted(): readonly TaskResearch[] {
    return this.#all.filter(({ isDropped }) => !isDropped);
  }

  hasNext(): boolean {
    this.#takeAdded();
    return this.#waiting.some(({ isDropped }) => !isDropped);
  }

  /** All that wait, without those that were dropped before they began. */
  takeWave(): readonly TaskResearch[] {
    this.#takeAdded();
    const wave = this.#waiting.splice(0);
    for (const task of wave) if (task.isDropped) task.skip();
    return wave.filter(({ isDropped }) => !isDropped);
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
 * @param open what the clarification left open
 * @throws ApplicationFailure of type AllSearchesFailed: a report would take silence for a finding about the documents
 */
export async function researchTasks(
  run: ResearchParts & Pick<ResearchRun, 'workTime'>,
  { plan, open, ...context }: ResearchContext & { readonly plan: ResearchPlan; readonly open: readonly string[] },
): Promise<ResearchOutcome> {
  run.progress.enter('researching');
  const { state, accounts } = run;
  const queue = new TaskQueue(run, context, plan);
  const leads: Lead[] = [];
  const researchQueue = async (): Promise<void> => {
    while (queue.hasNext() && !state.isFinishing) {
      leads.push(...(await researchWave(run, context, { tasks: queue.takeWave(), earlier: [] })));
    }
  };
  await researchQueue();
  const followUps = await researchFollowUps(run, context, queue.wanted, { leads, open });
  // A person may have added a task during the last round.
  await researchQueue();
  // Grading takes a while, and a task that is added meanwhile would never be researched.
  state.update({ settled: 'research' });
  if (state.isFinishing) accounts.gaps.push(createGap('finished-early'));
  const planned = queue.wanted;
  for (const task of [...queue.all, ...followUps]) await gradeTask(task);
  failWhenEverySearchFailed(run);
  return collect(run, planned, followUps);
}

function collect(
  { state, contradictions }: Pick<ResearchRun, 'state' | 'contradictions'>,
  planned: readonly TaskResearch[],
  followUps: readonly TaskResearch[],
): ResearchOutcome {
  // Follow-up rounds look for good evidence; what else they find leads away from the question.
  const fruitful = followUps.filter(({ goodFindings }) => goodFindings.length > 0);
  const found = [...planned.flatMap(({ served }) => served), ...fruitful.flatMap(({ goodFindings }) => goodFindings)];
  const taskIds = [...planned, ...fruitful].map(({ task }) => task.taskId);
  const findings = [...new Map(found.map((finding) => [finding.findingId, ownedBy(taskIds, finding)])).values()];
  const known = new Set(findings.map(({ findingId }) => findingId));
  return {
    findings: findings.filter(({ locator }) => !isBanned(state.steering, locator)),
    contradictions: contradictions.filter(({ citations }) => citations.some((key) => known.has(findingOf(key)))),
    summaries: [...planned, ...fruitful].flatMap(({ summary }) => summary ?? []),
    tasks: [...planned, ...fruitful].map(({ task }) => task),
  };
}

/** A finding of a dropped task may serve one that was kept. */
function ownedBy(taskIds: readonly string[], finding: Finding): Finding {
  const [owner = finding.taskId, ...others] = servedTasks(finding).filter((taskId) => taskIds.includes(taskId));
  const { alsoServes: _, ...own } = finding;
  return { ...own, taskId: owner, ...(others.length > 0 && { alsoServes: others }) };
}

function findingOf(key: string): string {
  return addressIn(key)?.findingId ?? '';
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
