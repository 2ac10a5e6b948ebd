import { CancellationScope, condition, isCancellation } from '@temporalio/workflow';
import type { ResearchRun } from '../run/research-run.ts';
import type { TaskResearch } from './research-task.ts';

/**
 * Researches tasks side by side, in a scope of their own, which a watch cancels when it is time to write.
 *
 * @param next gives the tasks one by one, until there are none
 */
export async function researchConcurrently(run: ResearchRun, next: () => TaskResearch | undefined): Promise<void> {
  const lane = async (): Promise<void> => {
    for (let task = next(); task !== undefined; task = next()) await task.research();
  };
  let isDone = false;
  const scope = new CancellationScope();
  const research = scope
    .run(() => Promise.all(Array.from({ length: run.request.settings.concurrency }, lane)))
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
  const isOver = (): boolean => isDone() || run.state.finishRequested;
  let inTime: boolean;
  do {
    inTime = await condition(isOver, run.remainingSeconds() * 1_000, { summary: 'limit of wall time' });
    // Time in which a server was waited for came on top, and a person may give more.
  } while (!inTime && run.hasDurableWaits && (run.remainingSeconds() > 0 || (await run.budget.ask('wallTimeSeconds'))));
  if (!inTime) run.accounts.reportLimit('wallTimeSeconds');
  if (!isDone()) scope.cancel();
}
