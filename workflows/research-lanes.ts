import { CancellationScope, condition, isCancellation } from '@temporalio/workflow';
import type { ResearchRun } from './research-run.ts';
import type { TaskResearch } from './research-task.ts';

/** Researches tasks in parallel lanes, in a scope of their own, which a watch cancels when it is time to write. */
export async function researchInLanes(run: ResearchRun, tasks: readonly TaskResearch[]): Promise<void> {
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
