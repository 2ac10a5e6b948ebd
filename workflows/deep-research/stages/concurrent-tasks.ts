import type { Lead } from '@plumbline/contracts/research/retrieval-activities';
import { CancellationScope, condition, isCancellation } from '@temporalio/workflow';
import type { ResearchRun } from '../run/research-run.ts';
import type { TaskResearch } from '../task/research-task.ts';
import { readTogether, type Wave } from '../task/shared-reading.ts';
import type { ResearchContext, ResearchParts } from '../task/task-context.ts';
import { askForQueries } from '../task/task-retrieval.ts';

type ConcurrencyParts = Pick<ResearchRun, 'state' | 'accounts' | 'budget' | 'workTime'>;

/** More would wait for the same model and the same search providers, each of which serves a few requests at a time. */
const CONCURRENT_TASKS = 4;

/**
 * Researches a wave of tasks: all of them search, what they found is read, and each is summed up. With a model, the passages
 * of all are read together, each once for the whole question; the rules read each for every task, task by task.
 *
 * @returns where a reader would have read on
 */
export async function researchWave(
  run: ResearchParts & ConcurrencyParts,
  context: ResearchContext,
  wave: Wave,
): Promise<readonly Lead[]> {
  const { tasks } = wave;
  let leads: readonly Lead[] = [];
  if (tasks.length === 0) return leads;
  await inTime(run, async () => {
    const queries = await rewrite(run, context, tasks);
    const retrieve = (task: TaskResearch): Promise<void> => task.retrieve(queries.get(task) ?? []);
    if (run.accounts.engine === 'model') {
      await inTurn(tasks, retrieve);
      leads = await readTogether(run, context, wave);
      await inTurn(tasks, gradeTask);
      await inTurn(tasks, (task) => task.finish());
      return;
    }
    await inTurn(tasks, async (task) => {
      await retrieve(task);
      await task.readAlone();
      await gradeTask(task);
      await task.finish();
    });
  });
  return leads;
}

/** Grades what a task found; what cannot be graded is lost to it. */
export async function gradeTask(task: TaskResearch): Promise<void> {
  try {
    await task.classify();
  } catch (error) {
    if (isCancellation(error)) throw error;
    task.reportFailure(error);
    task.dropFindings();
  }
}

/** The queries of all tasks in one call; a failure is the failure of each. */
async function rewrite(
  run: ResearchParts,
  context: ResearchContext,
  tasks: readonly TaskResearch[],
): Promise<ReadonlyMap<TaskResearch, readonly string[]>> {
  const open = tasks.filter(({ isDropped }) => !isDropped);
  for (const task of open) task.show('searching');
  try {
    const { queries } = await askForQueries(
      run,
      context,
      open.map(({ task }) => task),
    );
    return new Map(open.map((task, index) => [task, queries[index] ?? []]));
  } catch (error) {
    if (isCancellation(error)) throw error;
    for (const task of open) task.reportFailure(error);
    return new Map();
  }
}

async function inTurn(tasks: readonly TaskResearch[], work: (task: TaskResearch) => Promise<void>): Promise<void> {
  const waiting = [...tasks];
  const workInTurn = async (): Promise<void> => {
    for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) await work(task);
  };
  await Promise.all(Array.from({ length: CONCURRENT_TASKS }, workInTurn));
}

/**
 * Works in a cancellation scope of its own. A watch cancels it when the wall time is used up or a person wants the report now;
 * the tasks keep what they found.
 */
async function inTime(run: ConcurrencyParts, work: () => Promise<void>): Promise<void> {
  let isDone = false;
  const scope = new CancellationScope();
  const research = scope.run(work).finally(() => {
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
