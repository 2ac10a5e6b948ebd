import { MAX_TASKS } from '../../contracts/research-plan.ts';
import { type CoverageGap, findCoverageGaps } from '../../domain/coverage-gaps.ts';
import { RESEARCH_LIMITS } from '../../domain/research-limits.ts';
import type { ResearchRun } from '../run/research-run.ts';
import { TaskResearch } from '../task/research-task.ts';
import type { ResearchContext, ResearchParts } from '../task/task-context.ts';
import { researchConcurrently } from './concurrent-tasks.ts';
import { reflect } from './reflection.ts';

/** A task of a follow-up round, and the gap that it is to close. */
interface FollowUpTask {
  readonly gap: CoverageGap;
  readonly research: TaskResearch;
}

/**
 * Researches in rounds what has no good evidence yet, and what a look at all findings adds, within the run's limits. The
 * first round without new evidence is the last.
 *
 * @returns the tasks that were added
 */
export async function researchFollowUps(
  run: ResearchParts & Pick<ResearchRun, 'workTime'>,
  context: ResearchContext,
  planned: readonly TaskResearch[],
): Promise<readonly TaskResearch[]> {
  const added: FollowUpTask[] = [];
  const { maxRounds, maxTasks } = run.request.settings;
  for (let round = 1; round <= maxRounds; round++) {
    const room = Math.max(0, Math.min(maxTasks, MAX_TASKS - planned.length - added.length));
    const open = openGaps(context, planned, added).slice(0, room);
    const researched = [...planned, ...added.map(({ research }) => research)];
    const gaps = [...open, ...(await reflect(run, context, { round, researched, open, room: room - open.length }))];
    if (gaps.length === 0) break;
    if (!(await run.budget.waitForBudget([...RESEARCH_LIMITS, 'searches', 'pages'], () => mayGoOn(run)))) break;
    const seen = new Set(findingsOf(researched).map(passageIdOf));
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

function mayGoOn({ accounts, state }: Pick<ResearchRun, 'accounts' | 'state'>): boolean {
  const isSpent =
    accounts.hasReached('wallTimeSeconds') || accounts.hasReached('searches') || accounts.hasReached('pages');
  return !state.isFinishing && !isSpent && accounts.mayResearch();
}

/** Findings of a follow-up task count for the planned task whose gap it is to close. */
function openGaps(
  { anchor }: ResearchContext,
  planned: readonly TaskResearch[],
  added: readonly FollowUpTask[],
): CoverageGap[] {
  const found = added.flatMap(({ gap, research }) =>
    research.findings.map((finding) => ({ ...finding, taskId: gap.taskId ?? finding.taskId })),
  );
  const tasks = planned.map(({ task }) => task);
  return findCoverageGaps(anchor, tasks, [...findingsOf(planned), ...found]);
}

function toTask(run: ResearchParts, context: ResearchContext, gap: CoverageGap, taskId: string): FollowUpTask {
  const task = { taskId, text: gap.text, rationale: gap.rationale };
  return { gap, research: new TaskResearch(run, { ...context, task, isFollowUp: true }) };
}

function closeGaps({ accounts }: Pick<ResearchRun, 'accounts'>, tasks: readonly FollowUpTask[]): void {
  for (const { gap, research } of tasks) {
    if (gap.taskId !== null && research.goodFindings.length > 0) accounts.closeGap('nothing-found', gap.taskId);
  }
}

function findingsOf(tasks: readonly TaskResearch[]) {
  return tasks.flatMap(({ findings }) => findings);
}

function passageIdOf({ passageId }: { readonly passageId: string }): string {
  return passageId;
}
