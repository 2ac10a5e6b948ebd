import { CancellationScope, condition, isCancellation } from '@temporalio/workflow';
import type { CorpusReport } from './contracts/corpus.ts';
import type { Finding } from './contracts/evidence.ts';
import type { QueryAnchor } from './contracts/query-anchor.ts';
import type { ResearchPlan } from './contracts/research-plan.ts';
import type { TaskSummary } from './contracts/task-summary.ts';
import { createGap } from './domain/gap-phrases.ts';
import { describeFailure } from './failures.ts';
import type { ResearchRun } from './research-run.ts';
import { TaskResearch } from './research-task.ts';

/** Everything that the tasks of a run brought together. */
export interface Collected {
  readonly findings: readonly Finding[];
  readonly summaries: readonly TaskSummary[];
}

/** Researches the tasks of a plan in parallel lanes, until they are done, time is up, or the person wants the report. */
export async function researchPlan(
  run: ResearchRun,
  anchor: QueryAnchor,
  corpus: CorpusReport,
  plan: ResearchPlan,
): Promise<Collected> {
  const tasks = plan.tasks.map((task) => new TaskResearch(run, { anchor, corpus, task }));
  if (!run.state.finishRequested) await researchInLanes(run, tasks);
  if (run.state.finishRequested) {
    run.accounts.gaps.push(createGap('finished-early'));
  }
  for (const task of tasks) await classifyOrDrop(run, task);
  return {
    findings: tasks.flatMap(({ findings }) => findings),
    summaries: tasks.flatMap(({ summary }) => summary ?? []),
  };
}

/** Runs the lanes in a scope of their own, which a watch cancels when it is time to write. */
async function researchInLanes(run: ResearchRun, tasks: readonly TaskResearch[]): Promise<void> {
  const queue = [...tasks];
  const lane = async (): Promise<void> => {
    for (let task = queue.shift(); task !== undefined; task = queue.shift()) await task.research();
  };
  let isDone = false;
  const scope = new CancellationScope();
  const research = scope
    .run(() => Promise.all(Array.from({ length: run.request.settings.lanes }, lane)))
    .finally(() => {
      isDone = true;
    });
  const watch = stopInTime(run, scope, () => isDone);
  try {
    await research;
  } catch (error) {
    // The watch cancelled the scope: what the tasks had found stays. Everything else is for the caller.
    const isStopped =
      isCancellation(error) && scope.consideredCancelled && !CancellationScope.current().consideredCancelled;
    if (!isStopped) throw error;
  }
  await watch;
}

async function stopInTime(run: ResearchRun, scope: CancellationScope, isDone: () => boolean): Promise<void> {
  const remainingSeconds = Math.max(0, run.accounts.limits.wallTimeSeconds - run.workedSeconds());
  const inTime = await condition(() => isDone() || run.state.finishRequested, remainingSeconds * 1_000, {
    summary: 'limit of wall time',
  });
  if (!inTime) run.accounts.reportLimit('wallTimeSeconds');
  if (!isDone()) scope.cancel();
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
