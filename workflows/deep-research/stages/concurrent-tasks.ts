import { CancellationScope, condition, isCancellation } from '@temporalio/workflow';
import type { ResearchRun } from '../run/research-run.ts';
import type { TaskResearch } from '../task/research-task.ts';

type ConcurrencyParts = Pick<ResearchRun, 'request' | 'state' | 'accounts' | 'budget' | 'workTime'>;

/** More would wait for the same model and the same search providers, each of which serves a few requests at a time. */
const CONCURRENT_TASKS = 4;

/**
 * Researches tasks side by side, in a cancellation scope of their own. A watch cancels it when the wall time is used up or a
 * person wants the report now; the tasks keep what they found.
 *
 * @param next gives the tasks one by one, then undefined
 */
export async function researchConcurrently(run: ConcurrencyParts, next: () => TaskResearch | undefined): Promise<void> {
  const researchInTurn = async (): Promise<void> => {
    for (let task = next(); task !== undefined; task = next()) await task.research();
  };
  let isDone = false;
  const scope = new CancellationScope();
  const research = scope
    .run(() => Promise.all(Array.from({ length: CONCURRENT_TASKS }, researchInTurn)))
    .finally(() => {
      isDone = true;
    });
  const watch = stopInTime(run, scope, () => isDone);
  // A cancelled run ends the watch before its tasks. Without this handler, its failure would go unhandled until it is
  // awaited below.
  watch.catch(() => undefined);
  try {
    await research;
  } catch (error) {
    const isStoppedByWatch =
      isCancellation(error) && scope.consideredCancelled && !CancellationScope.current().consideredCancelled;
    if (!isStoppedByWatch) throw error;
  }
  await watch;
}

async function stopInTime(run: ConcurrencyParts, scope: CancellationScope, isDone: () => boolean): Promise<void> {
  const isOver = (): boolean => isDone() || run.state.isFinishing;
  let inTime: boolean;
  do {
    inTime = await condition(isOver, remainingMs(run), { summary: 'limit of wall time' });
    // Time that was spent waiting does not count, and a person may give more.
  } while (!inTime && (remainingMs(run) > 0 || (await run.budget.ask('wallTimeSeconds'))));
  if (!inTime) run.accounts.reportLimit('wallTimeSeconds');
  if (!isDone()) scope.cancel();
}

function remainingMs({ state, workTime }: ConcurrencyParts): number {
  return Math.max(0, state.current.limits.wallTimeSeconds - workTime.workedSeconds) * 1_000;
}
