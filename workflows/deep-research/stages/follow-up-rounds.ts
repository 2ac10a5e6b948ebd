import { MAX_TASKS } from '../../contracts/research-plan.ts';
import { type CoverageGap, findCoverageGaps } from '../../domain/coverage-gaps.ts';
import type { ResearchRun } from '../run/research-run.ts';
import { researchConcurrently } from '../task/concurrent-research.ts';
import type { ReadingContext } from '../task/passage-extraction.ts';
import { TaskResearch } from '../task/research-task.ts';

/** A task of a later round, and what it was made for. */
interface DeeperTask {
  readonly gap: CoverageGap;
  readonly research: TaskResearch;
}

/**
 * Researches in rounds what has no good evidence yet, within the run's limits. Each round must bring new evidence, or it
 * was the last.
 *
 * @returns the tasks that were added
 */
export async function deepen(
  run: ResearchRun,
  context: Omit<ReadingContext, 'task'>,
  planned: readonly TaskResearch[],
): Promise<readonly TaskResearch[]> {
  const added: DeeperTask[] = [];
  const { maxRounds } = run.request.settings;
  for (let round = 1; run.hasRetrievalLoop && round <= maxRounds; round++) {
    const room = Math.min(run.request.settings.maxTasks, MAX_TASKS - planned.length - added.length);
    const gaps = openGaps(context, planned, added).slice(0, Math.max(0, room));
    if (gaps.length === 0) break;
    const asking = run.askForRoom('searches', 'pages');
    if (asking !== undefined) await asking;
    if (!mayGoOn(run)) break;
    const seen = new Set(findingsOf([...planned, ...added.map(({ research }) => research)]).map(passageIdOf));
    const tasks = gaps.map((gap, index) => toTask(run, context, gap, `r${round}t${index + 1}`));
    run.accounts.telemetry.counts.rounds += 1;
    const queue = tasks.map(({ research }) => research);
    await researchConcurrently(run, () => queue.shift());
    added.push(...tasks);
    closeGaps(run, tasks);
    const isNew = tasks.some(({ research }) => research.goodFindings.some((found) => !seen.has(found.passageId)));
    if (!isNew) break;
  }
  return added.map(({ research }) => research);
}

function mayGoOn(run: ResearchRun): boolean {
  const { accounts, state } = run;
  const isSpent =
    accounts.hasReached('wallTimeSeconds') || accounts.hasReached('searches') || accounts.hasReached('pages');
  return !state.finishRequested && !isSpent && accounts.mayResearch();
}

/** Findings of a later round count for the task they were made for. */
function openGaps(
  { anchor }: Omit<ReadingContext, 'task'>,
  planned: readonly TaskResearch[],
  added: readonly DeeperTask[],
): CoverageGap[] {
  const found = added.flatMap(({ gap, research }) =>
    research.findings.map((finding) => ({ ...finding, taskId: gap.taskId ?? finding.taskId })),
  );
  const tasks = planned.map(({ task }) => task);
  return findCoverageGaps(anchor, tasks, [...findingsOf(planned), ...found]);
}

function toTask(run: ResearchRun, context: Omit<ReadingContext, 'task'>, gap: CoverageGap, taskId: string): DeeperTask {
  const task = { taskId, text: gap.text, rationale: gap.rationale };
  return { gap, research: new TaskResearch(run, { ...context, task, skipsVisited: true }) };
}

function closeGaps(run: ResearchRun, tasks: readonly DeeperTask[]): void {
  for (const { gap, research } of tasks) {
    if (gap.taskId !== null && research.goodFindings.length > 0) run.accounts.closeGap('nothing-found', gap.taskId);
  }
}

function findingsOf(tasks: readonly TaskResearch[]) {
  return tasks.flatMap(({ findings }) => findings);
}

function passageIdOf({ passageId }: { readonly passageId: string }): string {
  return passageId;
}
